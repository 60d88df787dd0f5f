// Lets requests use a storage before the runners of projections, which take one write after the other.

import { realTime } from '../../base/real-time.ts'
import type { Storage } from '../../storage/storage.ts'
import { yieldToOthers } from '../time-slice.ts'

/** Two ways to one storage. */
export interface SharedStorage {
  /** For everything that somebody waits for. */
  readonly requests: Storage
  /** For runners: once they have had their share, what they ask for waits until no transaction of a request is open or waits to be. */
  readonly runners: Storage
}

/** A runner waits for so many transactions of requests and no more: clients that never rest must not stop projections. */
const mostAwaited = 64

/** Milliseconds of transactions that runners may have while requests wait: a projection that is nearly there is no burden. */
const usualShare = 8

/** @param share milliseconds of transactions that runners may have before they wait for requests. */
export function requestsFirst(storage: Storage, share: number = usualShare): SharedStorage {
  let open = 0
  /** Milliseconds of transactions that runners have had since requests last had their turn. */
  let spent = 0
  let ended = Promise.withResolvers<void>()
  /** The write of a runner that is under way. */
  let writing: Promise<unknown> | undefined

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
  const isFree = (): boolean => open === 0 || spent < share

  const spending = async <T>(transaction: Promise<T>): Promise<T> => {
    if (open === 0) spent = 0
    const begun = realTime.now()
    try {
      return await transaction
    } finally {
      spent += realTime.now() - begun
    }
  }

  const writeInTurn: Storage['write'] = async (work) => {
    if (!isFree()) await untilFree()
    return spending(storage.write(work))
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
        if (!isFree()) await untilFree()
        return spending(storage.read(work))
      },
      async write(work) {
        // Where several runners queued, a request would wait for all of them.
        while (writing) await writing
        const write = writeInTurn(work)
        writing = write.catch(() => undefined).finally(() => (writing = undefined))
        return write
      },
    },
  }
}
