// Yields to the page and to other runners after some milliseconds of work.

import type { RealTime } from './real-time.ts'
import { areTimersFaked, realTime } from './real-time.ts'

interface Scheduler {
  postTask?(task: () => void): Promise<void>
}

/** Taken when the package is loaded: a test that replaces them later would stop every projection. */
const { scheduler, setImmediate } = globalThis as { scheduler?: Scheduler; setImmediate?: (callback: () => void) => unknown }

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a later task, behind those already queued: `scheduler.yield` would overtake replies of Workers and of the database.
 * Each task resumes only one caller: Node runs every callback of `setImmediate` before it reads its sockets, so a request would
 * wait for every runner.
 */
export function yieldToOthers(): Promise<void> {
  last = last.then(nextTask)
  return last
}

/**
 * Resolves in the next task, independently of `yieldToOthers`.
 *
 * Not a timer: a faked or throttled clock would delay every projection. It keeps a Node process alive, as unfinished work should.
 */
export function nextTask(): Promise<void> {
  if (scheduler?.postTask) return scheduler.postTask(() => undefined)
  if (setImmediate && !areTimersFaked) return new Promise((resolve) => void setImmediate(resolve))
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

export type TimeSlice = ReturnType<typeof createTimeSlice>

/** @param length milliseconds of work between two yields. @param letOthersRun yields, and resolves in a later task. */
export function createTimeSlice(length = 8, { now }: Pick<RealTime, 'now'> = realTime, letOthersRun = yieldToOthers) {
  let since = now()
  const isUsedUp = (): boolean => now() - since >= length
  return {
    /** Whether `end` would yield; asked first where a promise for each piece of work costs too much. */
    isUsedUp,
    /** Call it where the work may be interrupted: yields if the slice is used up. */
    async end(): Promise<void> {
      if (!isUsedUp()) return
      await letOthersRun()
      since = now()
    },
    /** Call it after waiting for another task, which has let others run anyway: the slice starts anew. */
    begin(): void {
      since = now()
    },
  }
}
