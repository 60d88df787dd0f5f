// Lets the writes of runners that wait for each other share one transaction.

import { realTime } from '../../../base/time/real-time.ts'
import { nextTask } from '../../../base/time/time-slice.ts'
import type { Storage, WriteTransaction } from '../../../storage/storage.ts'

/** A write that waits for its turn. */
interface Waiting {
  /** Does the work, and keeps its outcome for `end`. */
  work(tx: WriteTransaction): Promise<void>
  /** The transaction is over. @param failure absent where it was committed. */
  end(failure?: { readonly error: unknown }): void
}

/** Milliseconds between writes that look like those of several runners. */
const soon = 2

/** So many writes after one that failed have transactions of their own: it may fail again, and take others with it. */
const apart = 64

/**
 * Where one of the writes fails, all that share its transaction do.
 *
 * @param transact runs a transaction once it may begin.
 * @param longest milliseconds after which no further write is added to a transaction.
 */
export function writeTogether(
  transact: (work: (tx: WriteTransaction) => Promise<void>) => Promise<void>,
  longest: number,
): Storage['write'] {
  const waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let toWriteApart = 0
  let endedAt = 0

  const writeOnce = async (): Promise<void> => {
    const taken: Waiting[] = []
    const isAlone = toWriteApart > 0
    let failure: { readonly error: unknown } | undefined
    try {
      await transact(async (tx) => {
        const begun = realTime.now()
        do {
          const next = waiting.shift()
          if (!next) break
          taken.push(next)
          await next.work(tx)
        } while (!isAlone && realTime.now() - begun < longest)
      })
    } catch (error) {
      failure = { error }
      // A transaction that cannot begin fails the write that it was for.
      if (taken.length === 0) taken.push(waiting.shift()!)
    }
    toWriteApart = failure ? apart : Math.max(0, toWriteApart - 1)
    endedAt = realTime.now()
    for (const each of taken) each.end(failure)
  }

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Where several runners are at work, the queries of others have replied meanwhile, or are about to.
      if (realTime.now() - endedAt < soon) await nextTask()
      await writeOnce()
    }
    writing = undefined
  }

  return (work) =>
    new Promise((resolve, reject) => {
      let outcome: { readonly value: Awaited<ReturnType<typeof work>> }
      waiting.push({
        async work(tx) {
          outcome = { value: await work(tx) }
        },
        end: (failure) => (failure ? reject(failure.error) : resolve(outcome.value)),
      })
      writing ??= writeAll()
    })
}
