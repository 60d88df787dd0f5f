// Lets requests use a storage before the runners of projections, which take one write after the other.

import type { Storage } from '../storage/storage.ts'
import { yieldToOthers } from './yield.ts'

/** Two ways to one storage. */
export interface SharedStorage {
  /** For everything that somebody waits for. */
  readonly requests: Storage
  /** For runners: what they ask for waits until no transaction of a request is open or waits to be. */
  readonly runners: Storage
}

/** A runner waits for so many transactions of requests and no more: clients that never rest must not stop projections. */
const mostAwaited = 64

export function requestsFirst(storage: Storage): SharedStorage {
  let open = 0
  let ended = Promise.withResolvers<void>()
  let lastWrite: Promise<unknown> = Promise.resolve()

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
      async read(work) {
        await untilFree()
        return storage.read(work)
      },
      write(work) {
        // Where several runners queued, a request would wait for all of them.
        const write = lastWrite.then(untilFree).then(() => storage.write(work))
        lastWrite = write.catch(() => undefined)
        return write
      },
    },
  }
}
