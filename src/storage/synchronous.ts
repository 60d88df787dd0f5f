// Runs the transactions of a storage that answers at once: one after the other, because they would not end sooner together.

import type { Position } from '../base/events/events.ts'
import { Activity } from './auto-commit.ts'
import { closedError } from './errors.ts'
import type { Operations } from './guarded.ts'
import { guarded } from './guarded.ts'
import { collectChanges, createHints } from './hints.ts'
import type { Storage, WriteTransaction } from './storage.ts'

export interface SynchronousEngine {
  readonly operations: Operations
  /** Called in front of the operations of a writer. */
  begin(): void
  /** @returns the end of the log. Where it throws, `abort` follows. */
  commit(): Position
  /** Undoes all operations since `begin`. */
  abort(): void
  close(): void
  /** @returns the error for the user in place of one of the engine; anything else unchanged. */
  errorFor(error: unknown): unknown
}

export function synchronousStorage({ operations, begin, commit, abort, close, errorFor }: SynchronousEngine): Storage {
  /** Settled once the newest transaction has ended. */
  let ended = Promise.resolve()
  const hints = createHints()
  let closing: Promise<void> | undefined

  /** Waits for the end of all earlier transactions. @returns a function that ends this one. */
  const begun = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = ended
    ended = promise
    await before
    return resolve
  }

  const run = async <T>(kind: 'read' | 'write', work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    if (closing) throw closedError()
    const release = await begun()
    const changes = kind === 'write' ? collectChanges() : undefined
    /** No caller awaits a commit at idle time. */
    let failure: unknown

    const finish = () => {
      try {
        const hint = changes?.hint(commit())
        if (hint) hints.announce(hint)
      } catch (error) {
        failure = error
        abort()
      }
      release()
    }

    const activity = new Activity(finish)
    try {
      if (changes) begin()
      const result = await work(guarded(operations, activity, changes))
      if (activity.end()) finish()
      if (failure) throw failure
      return result
    } catch (error) {
      if (activity.end()) {
        if (changes) abort()
        release()
      }
      throw errorFor(error)
    }
  }

  return {
    name: undefined,
    read: (work) => run('read', work),
    write: (work) => run('write', work),
    onCommit: (listener) => hints.listen(listener),
    close: () => (closing ??= ended.then(close)),
  }
}
