// Lets a read wait for something new: until a commit concerns it, its time is up, its client gives up or the store closes (streams-http §19).

import type { Environment } from '../../base/environment.ts'
import type { CommitHint, Storage } from '../../storage/storage.ts'

export interface Poll {
  readonly milliseconds: number
  /** Aborted when the client gives up. */
  readonly signal: AbortSignal
}

/** A read that may wait. */
export interface PolledRead<T> {
  /** Reads in a transaction of its own; called once more when the waiting is over. */
  read(): Promise<T>
  /** Whether this outcome is worth waiting for a better one. */
  waits(outcome: T): boolean
  /** Whether a commit may have brought something; hints come late, twice, or name no streams. */
  concerns(commit: CommitHint): boolean
  /** Whether it really has: what the first read saw of the stream's end is no longer true. */
  hasGrown(first: T): Promise<boolean>
}

export interface LongPolls {
  /**
   * @returns the first outcome that needs no waiting, or the second one whatever it is.
   * @throws the signal's reason where the client gave up.
   */
  run<T>(poll: Poll | undefined, polled: PolledRead<T>): Promise<T>
  /** Ends all waiting that is under way: each read is repeated and answered. */
  answer(): void
  /** The same, now and from here on. */
  close(): void
}

export function createLongPolls(storage: Pick<Storage, 'onCommit'>, environment: Pick<Environment, 'after'>): LongPolls {
  const waiting = new Set<() => void>()
  let closed = false
  /** How often all waiting was ended. */
  let ends = 0

  async function run<T>(poll: Poll | undefined, polled: PolledRead<T>): Promise<T> {
    if (!poll || closed) return polled.read()
    // Listening starts before the first read: a commit between the two must not be missed.
    const commits = listen(storage, (commit) => polled.concerns(commit))
    const endsBefore = ends
    try {
      const first = await polled.read()
      if (!polled.waits(first)) return first
      if (ends !== endsBefore) return await polled.read()
      await waitFor(poll, async (isOver) => {
        while (!isOver()) {
          await commits.next()
          if (isOver() || (await polled.hasGrown(first))) return
        }
      })
      return await polled.read()
    } finally {
      commits.stop()
    }
  }

  /** Resolves when `grown` does or the time is up or the store closes; rejects where the client gave up. */
  async function waitFor({ milliseconds, signal }: Poll, grown: (isOver: () => boolean) => Promise<void>): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let over = false
    const giveUp = (): void => reject(signal.reason)
    const cancelTimer = environment.after(milliseconds, resolve)
    signal.addEventListener('abort', giveUp)
    waiting.add(resolve)
    grown(() => over).then(resolve, reject)
    try {
      await promise
    } finally {
      over = true
      cancelTimer()
      signal.removeEventListener('abort', giveUp)
      waiting.delete(resolve)
    }
  }

  const answer = (): void => {
    ends++
    for (const resolve of waiting) resolve()
  }

  return {
    run,
    answer,
    close: () => {
      closed = true
      answer()
    },
  }
}

interface Commits {
  /** Resolves at the next commit that concerns the caller, at once if there was one since the last call. */
  next(): Promise<void>
  /** Resolves whoever waits. */
  stop(): void
}

function listen(storage: Pick<Storage, 'onCommit'>, concerns: (commit: CommitHint) => boolean): Commits {
  let pending = Promise.withResolvers<void>()
  const unsubscribe = storage.onCommit((commit) => {
    if (concerns(commit)) pending.resolve()
  })
  return {
    next: async () => {
      await pending.promise
      pending = Promise.withResolvers<void>()
    },
    stop: () => {
      unsubscribe()
      pending.resolve()
    },
  }
}
