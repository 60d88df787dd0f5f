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
  /** Resolves once a request has had its transactions, or after so many milliseconds without one; it lasts as long again at most. */
  readonly untilAsked: (patience: number) => Promise<void>
}

/** A runner waits for at most so many transactions of requests: busy clients must not stop projections. */
const mostAwaited = 64

/** So many milliseconds without a transaction, and the first request has been answered. */
const quiet = 10

/** @param share milliseconds of transactions that runners get while requests wait; 4 are enough for a projection that has nearly caught up. */
export function requestsFirst(storage: Storage, share = 4): SharedStorage {
  const turns = new Turns(share)
  const others = {
    name: storage.name,
    onCommit: (listener: Parameters<Storage['onCommit']>[0]) => storage.onCommit(listener),
    close: () => storage.close(),
  }
  return {
    requests: {
      ...others,
      read: (work) => turns.count(storage.read(work)),
      write: (work) => turns.count(storage.write(work)),
    },
    runners: {
      ...others,
      read: (work) => turns.take(() => storage.read(work)),
      // A request waits for one transaction of theirs.
      write: writeTogether((work) => turns.take(() => storage.write(work)), share),
    },
    untilAsked: (patience) => turns.untilAsked(patience),
  }
}

/** Whose turn it is: requests take theirs at any time, runners while none of a request is open or their share lasts. */
class Turns {
  readonly #share: number
  /** Transactions of requests, open or queued. */
  #open = 0
  /** Milliseconds of runners' transactions since requests last had their turn. */
  #spent = 0
  /** Resolves with the next transaction of a request that ends. */
  #ended = Promise.withResolvers<void>()

  constructor(share: number) {
    this.#share = share
  }

  /** A transaction of a request. */
  async count<T>(transaction: Promise<T>): Promise<T> {
    this.#open++
    try {
      return await transaction
    } finally {
      this.#open--
      this.#ended.resolve()
      this.#ended = Promise.withResolvers()
    }
  }

  /** A transaction of a runner. */
  async take<T>(transact: () => Promise<T>): Promise<T> {
    if (this.#open > 0 && this.#spent >= this.#share) await this.#untilFree()
    if (this.#open === 0) this.#spent = 0
    const begun = realTime.now()
    try {
      return await transact()
    } finally {
      this.#spent += realTime.now() - begun
    }
  }

  async untilAsked(patience: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = realTime.after(patience, resolve, { background: true })
    await Promise.race([promise, this.#ended.promise])
    cancel()
    // A request needs several transactions.
    let before: unknown
    for (let waited = 0; waited < patience && (this.#open > 0 || before !== this.#ended); waited += quiet) {
      before = this.#ended
      await new Promise<void>((next) => realTime.after(quiet, next))
    }
  }

  async #untilFree(): Promise<void> {
    for (let awaited = 0; this.#open > 0 && awaited < mostAwaited; awaited++) {
      await this.#ended.promise
      // A request may need more than one transaction.
      await yieldToOthers()
    }
    this.#spent = 0
  }
}
