// Lets the page and other runners have their turn between two batches.

interface Scheduler {
  postTask?(task: () => void): Promise<void>
}

/** As they were when the package was loaded: what waits for a task of a clock that a test replaced would hold up all that waits behind it. */
const { scheduler, setImmediate } = globalThis as { scheduler?: Scheduler; setImmediate?: (callback: () => void) => unknown }

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a later task, behind those that wait already: `scheduler.yield` would come before replies of Workers and of the database.
 * Of all that have yielded only one goes on in each task: Node runs every callback of `setImmediate` before it looks at its sockets, and
 * a request would wait for a turn of each runner.
 */
export function yieldToOthers(): Promise<void> {
  last = last.then(nextTask)
  return last
}

/**
 * Resolves in the next task, beside whatever has yielded.
 *
 * Not a timer: a faked or throttled clock would hold every projection up. While it waits it keeps a Node process alive, as work that is
 * not done should.
 */
export function nextTask(): Promise<void> {
  if (scheduler?.postTask) return scheduler.postTask(() => undefined)
  if (setImmediate) return new Promise((resolve) => void setImmediate(resolve))
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}

/** Milliseconds that work may go on before others get their turn. */
const longestTurn = 8

export interface TimeSlice {
  /** Call it wherever others may come in: lets them if this turn has lasted long enough. */
  end(): Promise<void>
  /** Call it where others had their turn anyway, because something was waited for that comes in a task of its own. */
  begin(): void
}

/** @param longest milliseconds. */
export function createTimeSlice(longest: number = longestTurn): TimeSlice {
  let since = performance.now()
  return {
    async end() {
      if (performance.now() - since < longest) return
      await yieldToOthers()
      since = performance.now()
    },
    begin() {
      since = performance.now()
    },
  }
}
