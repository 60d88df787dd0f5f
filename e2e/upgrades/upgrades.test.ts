// Opens what earlier versions have stored: this version must read all of it, and go on with it.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Snapshot } from '../../src/engine/snapshot/snapshot.ts'
import { snapshotIn } from '../../src/engine/snapshot/snapshot.ts'
import type { Store } from '../../src/engine/store.ts'
import { createStore } from '../../src/engine/store.ts'
import { useFakeIndexedDb } from '../../src/storage/indexeddb/fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../../src/storage/indexeddb/indexeddb.ts'
import { memoryStorage } from '../../src/storage/memory/memory.ts'
import { temporaryFolder } from '../../src/storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../src/storage/sqlite/sqlite.ts'
import type { Storage } from '../../src/storage/storage.ts'
import type { Seen } from './contents.ts'
import { append, ask, customers, look, orders, rounds, sent } from './contents.ts'
import type { ExportedDatabase } from './exported.ts'
import { fromText, importDatabase } from './exported.ts'

const versions = readdirSync(import.meta.dirname).filter((name) => /^\d/.test(name))

const unpacked = (version: string, file: string): Buffer =>
  brotliDecompressSync(readFileSync(join(import.meta.dirname, version, `${file}.br`)))

interface Written {
  /** The clients' view while the earlier version ran. */
  readonly seen: string
  /** The content of its storage in the end. */
  readonly snapshot: string
}

/** Everything that a storage holds, as JSON gives it again. */
async function heldIn(open: () => Storage): Promise<Snapshot> {
  const storage = open()
  const snapshot = JSON.parse(JSON.stringify(await storage.read(snapshotIn))) as Snapshot
  await storage.close()
  return snapshot
}

/** Snapshots of earlier versions have no sums. */
const contentOf = ({ version: _version, sum: _sum, eventSum: _eventSum, ...content }: Snapshot): object => content

/** Earlier versions answered as release 23.10, which their files show. */
const asWritten = { release: '23.10', baseUrl: 'http://127.0.0.1:2113', systemProjections: false, queries: 'in-process' } as const

/** @param open gives a storage of the present version over the same data each time. */
async function expectSeen(open: () => Storage, { seen }: Written): Promise<void> {
  const store = createStore({ ...asWritten, storage: open() })
  await store.settled()
  expect(await look(store)).toEqual(JSON.parse(seen))
  await expectUse(store)
  const used = await look(store)
  await store.close()

  const again = createStore({ ...asWritten, storage: open() })
  await again.settled()
  expect(await look(again)).toEqual(used)
  await again.close()
}

/** Ids are known, dropped ones too; streams grow at their ends; projections go on where they were. */
async function expectUse(store: Store): Promise<void> {
  const before = await look(store)
  // Sent before: nothing happens.
  await append(
    store,
    'bulk',
    sent(0x1000, 600, (index) => ({ index })),
  )
  await append(
    store,
    'short',
    sent(0x2000, 20, (index) => ({ index })),
  )
  await append(store, 'orders', orders(3))
  await store.settled()
  expect(await look(store)).toEqual(before)

  await append(
    store,
    'bulk',
    sent(0x40_0000, 600, (index) => ({ index })),
  )
  await append(
    store,
    'short',
    sent(0x50_0000, 2, (index) => ({ index })),
  )
  await append(store, 'orders', orders(rounds))
  await store.settled()
  const after = await look(store)
  const ids = (path: string, seen: Seen) => seen.pages[path]!.map((event) => (event as { eventId: string }).eventId)
  const added = (path: string) => {
    const [old, all] = [ids(path, before), ids(path, after)]
    expect(all.slice(0, old.length)).toEqual(old)
    return all.slice(old.length)
  }
  expect(added('/streams/bulk')).toEqual(sent(0x40_0000, 600, () => 0).map(({ eventId }) => eventId))
  expect(added('/streams/orders')).toEqual(orders(rounds).map(({ eventId }) => eventId))
  for (const index of [0, 33, 65]) expect(added(`/streams/of-customer-${index}`)).toEqual([orders(rounds)[index]!.eventId])
  expect(ids('/streams/short', after)).toEqual([
    ...ids('/streams/short', before).slice(2),
    ...sent(0x50_0000, 2, () => 0).map(({ eventId }) => eventId),
  ])
  for (const customer of customers) {
    const state = await ask(store, 'GET', `/projection/copying/state?partition=${customer}`, undefined, { accept: 'application/json' })
    expect(JSON.parse(state)).toEqual({ count: rounds + 1, last: rounds })
  }
  await expect(
    append(
      store,
      'gone',
      sent(0x60_0000, 1, () => 0),
    ),
  ).rejects.toThrow('410')
}

describe.each(versions)('a store of version %s', { timeout: 30_000 }, (version) => {
  it('is kept in IndexedDB', async () => {
    useFakeIndexedDb()
    const { database, ...written } = fromText(unpacked(version, 'indexeddb.json').toString()) as Written & { database: ExportedDatabase }
    await importDatabase('upgraded', database)
    const open = () => indexedDbStorage({ name: 'upgraded' })
    expect(contentOf(await heldIn(open))).toEqual(contentOf(JSON.parse(written.snapshot) as Snapshot))
    await expectSeen(open, written)
  })

  it('is restored from its snapshot', async () => {
    const { snapshot, seen } = fromText(unpacked(version, 'indexeddb.json').toString()) as Written
    const store = createStore({ ...asWritten, storage: memoryStorage() })
    await store.restore(JSON.parse(snapshot) as Snapshot)
    await store.settled()
    expect(await look(store)).toEqual(JSON.parse(seen) as Seen)
    await expectUse(store)
    await store.close()
  })
})

/** Rows are the same in both storages, and the tables of SQLite have never changed: a few of the versions are enough. */
const onDisk = versions.filter((version) => existsSync(join(import.meta.dirname, version, 'sqlite.br')))

it.each(onDisk)('a store of version %s is kept in SQLite', { timeout: 30_000 }, async (version) => {
  const folder = temporaryFolder()
  const { file, ...written } = JSON.parse(unpacked(version, 'sqlite.json').toString()) as Written & { file: string }
  writeFileSync(join(folder.path, file), unpacked(version, 'sqlite'))
  const open = () => sqliteStorage({ folder: folder.path })
  expect(contentOf(await heldIn(open))).toEqual(contentOf(JSON.parse(written.snapshot) as Snapshot))
  await expectSeen(open, written)
  folder.remove()
})
