// A view of something in a store, as React subscribes to it: it works while it has listeners, and starts anew with the next first listener.

export interface View<Snapshot> {
  /** @returns a function that stops the calls. */
  readonly subscribe: (onChange: () => void) => () => void
  readonly snapshot: () => Snapshot
}

export interface ViewParts<Snapshot, News> {
  readonly empty: Snapshot
  /** Joins all the news of a task, so that a thousand events are one rendering; returns the snapshot before where nothing changes. */
  readonly join: (before: Snapshot, news: readonly News[]) => Snapshot
  /** Follows the source, and reports its findings, until the signal aborts. */
  readonly follow: (tell: (news: News) => void, signal: AbortSignal) => Promise<void>
}

export function createView<Snapshot, News>({ empty, join, follow }: ViewParts<Snapshot, News>): View<Snapshot> {
  const listeners = new Set<() => void>()
  let shown = empty
  let ending: AbortController | undefined

  const begin = (signal: AbortSignal): void => {
    let waiting: News[] = []
    const show = (): void => {
      if (signal.aborted) return
      const before = shown
      shown = join(before, waiting)
      waiting = []
      if (shown !== before) for (const listener of listeners) listener()
    }
    shown = empty
    void follow((news) => {
      if (waiting.push(news) === 1) setTimeout(show, 0)
    }, signal)
  }

  return {
    snapshot: () => shown,
    subscribe(onChange) {
      // A listener of its own: the same function may be given twice.
      const listener = (): void => onChange()
      listeners.add(listener)
      if (!ending) begin((ending = new AbortController()).signal)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        ending?.abort()
        ending = undefined
      }
    },
  }
}
