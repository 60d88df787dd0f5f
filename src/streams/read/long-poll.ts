// Holds a read until a relevant commit, its time-out, its client's abort, or the end of the store (streams-http §19).

import type { Environment } from '../../base/platform/environment.ts'
import type { CommitHint, Storage } from '../../storage/storage.ts'
import { listen } from './commits.ts'

export interface Poll {
  readonly milliseconds: number
  /** Aborted with the client's request. */
  readonly signal: AbortSignal
}

/** A read that can wait for news. */
export interface PolledRead<T> {
  /** Reads in a transaction of its own; called again after the wait. */
  read(): Promise<T>
  /** Whether a read with this outcome waits. */
  waits(outcome: T): boolean
  /** Whether a commit may matter; hints come late, twice, or without streams. */
  concerns(commit: CommitHint): boolean
  /** Whether it does: the end of the stream has moved since the first read. */
  hasGrown(first: T): Promise<boolean>
}

export interface LongPolls {
  /**
   * @returns the first outcome where that does not wait, or else the second one.
   * @throws the signal's reason where the client aborted.
   */
  run<T>(poll: Poll | undefined, polled: PolledRead<T>): Promise<T>
  /** Ends all waits: each read is repeated and answered. */
  answer(): void
  /** Ends all waits, and lets no read wait any more. */
  close(): void
}

export function createLongPolls(storage: Pick<Storage, 'onCommit'>, environment: Pick<Environment, 'after'>): LongPolls {
  const waiting = new Set<() => void>()
  let closed = false
  /** Counts the calls of `answer`. */
  let ends = 0

  async function run<T>(poll: Poll | undefined, polled: PolledRead<T>): Promise<T> {
    if (!poll || closed) return await polled.read()
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

  /** Resolves with `grown`, at the time-out, or when the store closes; rejects where the client aborts. */
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
