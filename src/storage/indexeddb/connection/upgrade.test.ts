import { readFileSync } from 'node:fs'
import { openDB, unwrap } from 'idb'
import { describe, expect, it } from 'vitest'
import { useFakeIndexedDb } from '../fake-indexeddb.fixture.ts'
import { headCodec } from '../heads/head-record.ts'
import { hashIds } from '../../ids/id-runs.ts'
import { indexedDbStorage } from '../indexeddb.ts'
import { earlierRecord } from '../log/earlier-records.fixture.ts'
import { append, everything, headOf, idOf, numbered, run } from '../../storage.fixture.ts'
import { headStore, idStore, logStore, schemaVersion, storeNames, upgrade } from './upgrade.ts'

/** The content of a database written by the code of version 4: dropped events, and both kinds of records with counted ids. */
const version4 = JSON.parse(
  readFileSync(new URL('./version-4.fixture.json', import.meta.url), 'utf8'),
  // The only members that JSON cannot hold.
  (key, value: unknown) => (key === 'hashes' ? Uint32Array.from(value as number[]) : value),
) as Record<string, readonly (readonly [key: IDBValidKey, value: unknown])[]>

/** A database brought from one version to another by the steps in between. */
const opened = (version: number) =>
  openDB('upgraded', version, { upgrade: (db, from, _to, tx) => upgrade(unwrap(db), from, version, unwrap(tx)) })

describe('upgrade', () => {
  it('gives a new database all stores', async () => {
    useFakeIndexedDb()
    const db = await opened(schemaVersion)
    expect([...db.objectStoreNames].sort()).toEqual([...storeNames].sort())
    db.close()
  })

  it('keeps the content of a database of the first version, and goes on with it', async () => {
    useFakeIndexedDb()
    const db = await opened(1)
    expect([...db.objectStoreNames].sort()).toEqual(['dropped', 'heads', 'ids', 'log', 'rows'])
    // As the first version stored twelve streams: all of them in the index.
    const streams = Array.from({ length: 12 }, (_, index) => `s${String(index).padStart(2, '0')}`)
    const events = streams.map((stream, position) => ({ ...numbered(stream, 0), position }))
    await db.put(logStore, earlierRecord(events))
    const heads = streams.map((stream) => headOf(stream, 0))
    await db.put(
      headStore,
      headCodec.encode(
        heads.map((head) => [head.stream, { head, places: undefined }]),
        undefined,
      ),
      '',
    )
    db.close()

    const storage = indexedDbStorage({ name: 'upgraded' })
    const readAll = () =>
      storage.read((tx) => Promise.all(streams.map((stream) => tx.stream(stream, { from: 0, direction: 'forward', limit: 10 }))))
    expect(await readAll()).toEqual(events.map((event) => [event]))
    const added = await append(
      storage,
      streams.map((stream) => numbered(stream, 1)),
    )
    expect(await readAll()).toEqual(events.map((event, index) => [event, added[index]]))
    expect(await storage.read((tx) => tx.heads(undefined, 100))).toEqual(heads)
    await storage.close()
  })

  it('keeps ids that the fourth version counted, and goes on behind them', async () => {
    useFakeIndexedDb()
    const db = await opened(4)
    for (const [name, entries] of Object.entries(version4))
      for (const [key, value] of entries) await db.put(name, value, db.transaction(name).store.keyPath === null ? key : undefined)
    db.close()
    const counted = (digit: string, first: number) =>
      Array.from({ length: 70 }, (_, index) => {
        const number = ((first + index) % 0x1000_0000).toString(16).padStart(7, '0')
        return `${digit}${number}-0000-4000-8000-000000000000`
      })
    const [ofPartitions, ofCopies] = [counted('a', 0xffffff0), counted('b', 0x10)]
    const places = [
      ...ofPartitions.map((_, index) => ({ stream: `partition-${index}`, number: 0 })),
      ...ofCopies.map((_, number) => ({ stream: 'copies', number })),
      ...[0, 1, 2].map((number) => ({ stream: 'a', number })),
    ]
    const ids = [...ofPartitions, ...ofCopies, idOf(1), idOf(2), idOf(3)]
    const expectIds = async (dropped: readonly number[]) => {
      const storage = indexedDbStorage({ name: 'upgraded' })
      expect(await storage.read((tx) => tx.firstWithId(ids.map((id) => id.toUpperCase())))).toEqual(places)
      const { log } = await everything(storage)
      const all = [idOf(1), ...ofPartitions, idOf(2), ...ofCopies, idOf(3)]
      expect(log.slice(0, all.length - dropped.length).map(({ id }) => id)).toEqual(
        all.filter((_, position) => !dropped.includes(position)),
      )
      expect((await storage.read((tx) => tx.dropped())).map(({ id }) => id)).toEqual(dropped.map((position) => all[position]))
      await storage.close()
    }

    await expectIds([3, 20])
    const storage = indexedDbStorage({ name: 'upgraded' })
    await append(storage, run('a', 3, 600))
    await storage.write((tx) => tx.dropEvents([5, 73, 140]))
    expect(await storage.read((tx) => tx.firstWithId([`a0${'0'.repeat(6)}-0000-4000-8000-000000000001`]))).toEqual([undefined])
    await storage.close()
    await expectIds([3, 5, 20, 73, 140])
  })

  it('keeps ids as the third version stored them', async () => {
    useFakeIndexedDb()
    const db = await opened(3)
    const events = run('a', 0, 600).map((event, position) => ({ ...event, position }))
    for (const half of [events.slice(0, 512), events.slice(512)]) await db.put(logStore, earlierRecord(half))
    const ids = events.map(({ id }) => id)
    await db.put(idStore, { first: 0, hashes: hashIds(ids.slice(0, 512)) }, 512)
    db.close()
    const storage = indexedDbStorage({ name: 'upgraded' })
    await append(storage, run('a', 600, 600))
    expect(await storage.read((tx) => tx.firstWithId(ids))).toEqual(events.map(({ number }) => ({ stream: 'a', number })))
    await storage.close()
  })

  it('keeps records of more events than are written now, and goes on behind them', async () => {
    useFakeIndexedDb()
    const db = await opened(4)
    const events = run('a', 0, 1024).map((event, position) => ({ ...event, position }))
    for (const half of [events.slice(0, 512), events.slice(512)]) await db.put(logStore, earlierRecord(half))
    db.close()

    const storage = indexedDbStorage({ name: 'upgraded' })
    expect((await everything(storage)).log).toEqual(events)
    const backwards = await storage.read((tx) => tx.stream('a', { from: 600, direction: 'backward', limit: 100 }))
    expect(backwards).toEqual(events.slice(501, 601).toReversed())
    await storage.write((tx) => tx.dropEvents([3, 700]))
    const added = await append(storage, run('a', 1024, 600))
    const left = [...events.filter(({ number }) => number !== 3 && number !== 700), ...added]
    expect((await everything(storage)).log).toEqual(left)
    const forwards = await storage.read((tx) => tx.stream('a', { from: 600, direction: 'forward', limit: 1000 }))
    expect(forwards).toEqual(left.filter(({ number }) => number >= 600).slice(0, 1000))
    expect(await storage.read((tx) => tx.firstWithId([events[3]!.id, events[700]!.id, added[599]!.id]))).toEqual(
      [3, 700, 1623].map((number) => ({ stream: 'a', number })),
    )
    await storage.close()
  })

  it('keeps runs from the first release, which would send `true` where the result is the state', async () => {
    useFakeIndexedDb()
    const storage = indexedDbStorage({ name: 'upgraded' })
    await storage.read((tx) => tx.end())
    await storage.close()
    await expect(opened(5)).rejects.toThrow(/version/)
  })

  it('does nothing if the schema is the newest', async () => {
    useFakeIndexedDb()
    const db = await openDB('upgraded', 1, {
      upgrade: (wrapped, _from, _to, tx) => upgrade(unwrap(wrapped), schemaVersion, schemaVersion, unwrap(tx)),
    })
    expect(db.objectStoreNames).toHaveLength(0)
    db.close()
  })
})
