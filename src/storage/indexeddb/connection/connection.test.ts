// A storage whose database is taken away by the browser, another tab or the user.

import { forceCloseDatabase } from 'fake-indexeddb'
import { deleteDB, openDB, unwrap } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoreErrorCode } from '../../../base/errors.ts'
import { isStoreError } from '../../../base/errors.ts'
import { useFakeIndexedDb } from '../fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../indexeddb.ts'
import { append, names, run, wholeLog } from '../../storage.fixture.ts'
import type { Storage } from '../../storage.ts'
import { schemaVersion, upgrade } from './upgrade.ts'

let factory: IDBFactory
let storage: Storage

beforeEach(() => {
  factory = useFakeIndexedDb()
  storage = indexedDbStorage({ name: 'rillbox' })
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await storage.close()
})

const error = (code: StoreErrorCode): unknown => expect.toSatisfy((thrown) => isStoreError(thrown, code) && thrown.hint.length > 20)

describe('opening', () => {
  it('waits until the storage is used', async () => {
    expect(await factory.databases()).toEqual([])
    await storage.read((tx) => tx.end())
    expect(await factory.databases()).toEqual([{ name: 'rillbox', version: schemaVersion }])
  })

  it('says so if there is no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await expect(storage.read((tx) => tx.end())).rejects.toEqual(error('storage-unavailable'))
  })

  it('says so where the browser refuses, and tries again the next time', async () => {
    vi.spyOn(factory, 'open').mockImplementationOnce(() => {
      throw new DOMException('blocked by the settings', 'SecurityError')
    })
    await expect(append(storage, run('a', 0, 1))).rejects.toEqual(error('storage-unavailable'))
    await append(storage, run('a', 0, 1))
    expect(names(await wholeLog(storage))).toEqual(['a/0'])
  })

  it('refuses a database of a newer version', async () => {
    const newer = await openDB('rillbox', schemaVersion + 1)
    newer.close()
    await expect(storage.read((tx) => tx.end())).rejects.toEqual(error('storage-newer'))
  })

  it('happens once, however many ask at the same time', async () => {
    const open = vi.spyOn(factory, 'open')
    await Promise.all([append(storage, run('a', 0, 1)), wholeLog(storage), append(storage, run('a', 1, 1))])
    expect(open).toHaveBeenCalledTimes(1)
  })
})

describe('a browser that tells pages of lost data', () => {
  afterEach(() => void Reflect.deleteProperty(IDBVersionChangeEvent.prototype, 'dataLoss'))

  it('is made to begin a new file for its log at every opening, and keeps no other database', async () => {
    Object.defineProperty(IDBVersionChangeEvent.prototype, 'dataLoss', { value: 'none', configurable: true })
    const deletion = vi.spyOn(factory, 'deleteDatabase')
    await append(storage, run('a', 0, 1))
    await vi.waitFor(() => expect(deletion).toHaveBeenCalledTimes(1))
    await vi.waitFor(async () => expect(await factory.databases()).toEqual([{ name: 'rillbox', version: schemaVersion }]))
    expect(names(await wholeLog(storage))).toEqual(['a/0'])
  })

  it('goes on where that fails', async () => {
    Object.defineProperty(IDBVersionChangeEvent.prototype, 'dataLoss', { value: 'none', configurable: true })
    const deletion = vi.spyOn(factory, 'deleteDatabase').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await append(storage, run('a', 0, 1))
    await vi.waitFor(() => expect(deletion).toHaveBeenCalledTimes(1))
    expect(names(await wholeLog(storage))).toEqual(['a/0'])
  })
})

describe('a connection that is gone', () => {
  it('is opened again when the browser closed it without a word', async () => {
    await append(storage, run('a', 0, 1))
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    })
    await append(storage, run('a', 1, 1))
    expect(transaction).toHaveBeenCalledTimes(2)
    expect(names(await wholeLog(storage))).toEqual(['a/0', 'a/1'])
  })

  it('is opened again once for all that notice at the same time', async () => {
    await append(storage, run('a', 0, 1))
    const open = vi.spyOn(factory, 'open')
    const lost = () => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    }
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(lost).mockImplementationOnce(lost)
    await Promise.all([append(storage, run('a', 1, 1)), wholeLog(storage), append(storage, run('a', 2, 1))])
    expect(open).toHaveBeenCalledTimes(1)
    expect(names(await wholeLog(storage))).toHaveLength(3)
  })

  it('is given up when it cannot be used again', async () => {
    await append(storage, run('a', 0, 1))
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
    })
    await expect(append(storage, run('a', 1, 1))).rejects.toEqual(error('storage-unavailable'))
  })

  it('is opened again after the browser said that it closed it', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await append(storage, run('a', 0, 1))
    const open = vi.spyOn(factory, 'open')
    forceCloseDatabase(transaction.mock.contexts[0] as Parameters<typeof forceCloseDatabase>[0])
    await append(storage, run('a', 1, 1))
    expect(open).toHaveBeenCalledTimes(1)
    expect(names(await wholeLog(storage))).toEqual(['a/0', 'a/1'])
  })

  it('makes way for another tab that brings a newer version, and says what to do from then on', async () => {
    await append(storage, run('a', 0, 1))
    const newer = await openDB('rillbox', schemaVersion + 1)
    await expect(append(storage, run('a', 1, 1))).rejects.toEqual(error('storage-newer'))
    await expect(storage.read((tx) => tx.end())).rejects.toEqual(error('storage-newer'))
    newer.close()
  })

  it('makes way for a deletion of the database, and starts no new one unasked', async () => {
    await append(storage, run('a', 0, 1))
    await deleteDB('rillbox')
    await expect(storage.read((tx) => tx.end())).rejects.toEqual(error('storage-evicted'))
    await expect(append(storage, run('a', 1, 1))).rejects.toEqual(error('storage-evicted'))
    expect(await factory.databases()).toEqual([])
  })
})

describe('a write that the browser aborts', () => {
  /** Lets the transaction of the next put fail as browsers do it. */
  const abortWith = (cause: DOMException) => {
    // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this` below
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, ...args: [unknown, IDBValidKey?]) {
      Object.defineProperty(this.transaction, 'error', { get: () => cause })
      const request = put.apply(this, args)
      this.transaction.abort()
      return request
    })
  }

  it('says that there is no room, keeps nothing and goes on', async () => {
    await append(storage, run('a', 0, 1))
    abortWith(new DOMException('', 'QuotaExceededError'))
    await expect(append(storage, run('a', 1, 2))).rejects.toEqual(error('storage-full'))
    await append(storage, run('a', 1, 1))
    expect(names(await wholeLog(storage))).toEqual(['a/0', 'a/1'])
  })

  it('says that the database failed', async () => {
    abortWith(new DOMException('Internal error.', 'UnknownError'))
    await expect(append(storage, run('a', 0, 1))).rejects.toEqual(error('storage-unavailable'))
  })
})

describe('uncalled-for events of the browser', () => {
  const noticing = () => {
    const kinds: string[] = []
    return { kinds, noticed: indexedDbStorage({ name: 'rillbox', onNotice: ({ kind }) => kinds.push(kind) }) }
  }

  it('is said when an older version holds the upgrade up, and when it goes on', async () => {
    const older = await openDB('rillbox', 1, { upgrade: (db, from, _to, tx) => upgrade(unwrap(db), from, 1, unwrap(tx)) })
    const { kinds, noticed } = noticing()
    const reading = noticed.read((tx) => tx.end())
    await vi.waitFor(() => expect(kinds).toEqual(['blocked']))
    older.close()
    expect(await reading).toBe(0)
    expect(kinds).toEqual(['blocked', 'unblocked'])
    await noticed.close()
  })

  it('is said once when the database of an earlier visit is gone', async () => {
    const remembered = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => remembered.get(key) ?? null,
      setItem: (key: string, value: string) => void remembered.set(key, value),
    })
    await append(storage, run('a', 0, 1))
    await storage.close()
    await deleteDB('rillbox')
    const second = noticing()
    await append(second.noticed, run('a', 0, 1))
    await second.noticed.close()
    const third = noticing()
    await wholeLog(third.noticed)
    await third.noticed.close()
    expect([second.kinds, third.kinds]).toEqual([['emptied'], []])
  })

  it('names damage where the browser tells of it, even if nothing else remembers the database', async () => {
    vi.stubGlobal('localStorage', undefined)
    const messages: string[] = []
    Object.defineProperty(IDBVersionChangeEvent.prototype, 'dataLoss', { value: 'total', configurable: true })
    const noticed = indexedDbStorage({ name: 'rillbox', onNotice: (notice) => messages.push('message' in notice ? notice.message : '') })
    await append(noticed, run('a', 0, 1)).finally(() => Reflect.deleteProperty(IDBVersionChangeEvent.prototype, 'dataLoss'))
    expect(messages).toEqual([expect.stringMatching(/damaged.*snapshot\(\)/)])
    await noticed.close()
  })

  it('is said once when the data is deleted under the page', async () => {
    const { kinds, noticed } = noticing()
    await append(noticed, run('a', 0, 1))
    await deleteDB('rillbox')
    await expect(wholeLog(noticed)).rejects.toEqual(error('storage-evicted'))
    await expect(wholeLog(noticed)).rejects.toEqual(error('storage-evicted'))
    expect(kinds).toEqual(['lost'])
    await noticed.close()
  })
})
