// Gives requests precedence over runners on a shared storage.

import { realTime } from '../../../base/time/real-time.ts'
import type { Storage } from '../../../storage/storage.ts'
import { yieldToOthers } from '../../../base/time/time-slice.ts'
import { writeTogether } from './write-together.ts'

/** Two views of one storage. */
export interface SharedStorage {
  /** For requests. */
  readonly requests: Storage
  /** For runners: once their share is used up, their transactions wait until none of a request is open or queued. */
  readonly runners: Storage
  /** Resolves once a request has had its transactions, or after so many milliseconds without one. */
  readonly untilAsked: (patience: number) => Promise<void>
}

/** A runner waits for at most so many transactions of requests: busy clients must not stop projections. */
const mostAwaited = 64

/** @param share milliseconds of transactions that runners get while requests wait; 8 are enough for a projection that has nearly caught up. */
export function requestsFirst(storage: Storage, share = 8): SharedStorage {
  let open = 0
  /** Milliseconds of runners' transactions since requests last had their turn. */
  let spent = 0
  let ended = Promise.withResolvers<void>()

  const counted = async <T>(transaction: Promise<T>): Promise<T> => {
    open++
    try {
      return await transaction
    } finally {
      open--
      ended.resolve()
      ended = Promise.withResolvers()
    }
  }

  const untilFree = async (): Promise<void> => {
    for (let awaited = 0; open > 0 && awaited < mostAwaited; awaited++) {
      await ended.promise
      // A request may need more than one transaction.
      await yieldToOthers()
    }
    spent = 0
  }

  const untilAsked = async (patience: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = realTime.after(patience, resolve, { background: true })
    await Promise.race([promise, ended.promise])
    cancel()
    if (open > 0) await untilFree()
  }

  const inTurn = async <T>(transact: () => Promise<T>): Promise<T> => {
    if (open > 0 && spent >= share) await untilFree()
    if (open === 0) spent = 0
    const begun = realTime.now()
    try {
      return await transact()
    } finally {
      spent += realTime.now() - begun
    }
  }

  const others = {
    name: storage.name,
    onCommit: (listener: Parameters<Storage['onCommit']>[0]) => storage.onCommit(listener),
    close: () => storage.close(),
  }
  return {
    requests: {
      ...others,
      read: (work) => counted(storage.read(work)),
      write: (work) => counted(storage.write(work)),
    },
    runners: {
      ...others,
      read: (work) => inTurn(() => storage.read(work)),
      // A request waits for one transaction of theirs.
      write: writeTogether((work) => inTurn(() => storage.write(work)), share),
    },
    untilAsked,
  }
}
