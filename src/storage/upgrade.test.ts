import { openDB, unwrap } from 'idb'
import { describe, expect, it } from 'vitest'
import { useFakeIndexedDb } from './fake-indexeddb.fixture.ts'
import { recordOfBlock } from './head-record.ts'
import { hashIds } from './id-table.ts'
import { indexedDbStorage } from './indexeddb.ts'
import { placeKey } from './place-key.ts'
import { recordedEvent } from './recorded-event.ts'
import type { LogRecord } from './records.ts'
import { idsOf, recordsOf, recordWith } from './records.ts'
import { textColumn } from './record-columns.ts'
import { append, countedId, eachOf, entriesOf, everything, headOf, numbered, run } from './storage.fixture.ts'
import { droppedStore, headStore, idStore, logStore, placeStore, schemaVersion, storeNames, upgrade } from './upgrade.ts'

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

  it('keeps what a database of the first version holds, and goes on with it', async () => {
    useFakeIndexedDb()
    const db = await opened(1)
    expect([...db.objectStoreNames].sort()).toEqual(['dropped', 'heads', 'ids', 'log', 'rows'])
    // As the first version stored twelve streams: all of them in the index.
    const streams = Array.from({ length: 12 }, (_, index) => `s${String(index).padStart(2, '0')}`)
    const events = streams.map((stream, position) => recordedEvent(numbered(stream, 0), position))
    const [{ many, ...record }] = recordsOf(events) as [LogRecord]
    expect(many).toBeDefined()
    await db.put(logStore, { ...record, lastPlaces: streams.map((stream) => placeKey(stream, 0)) })
    const heads = streams.map((stream) => headOf(stream, 0))
    await db.put(headStore, recordOfBlock({ start: '', end: undefined, entries: entriesOf(heads) }), '')
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

  it('keeps ids as the third version stored them, and goes on with ids that are counted', async () => {
    useFakeIndexedDb()
    const streams = Array.from({ length: 1500 }, (_, index) => `partition-${index}`)
    const written = indexedDbStorage({ name: 'written' })
    await written.write((tx) => tx.appendToEach(eachOf(streams, 0, { firstId: countedId(100) })))
    await written.write((tx) => tx.dropEvents([3, 1200]))
    const before = await everything(written)
    await written.close()

    // As the third version stored the same: each id spelled out, and its hash.
    const [from, to] = [await openDB('written'), await opened(3)]
    for (const record of (await from.getAll(logStore)) as LogRecord[]) await to.put(logStore, { ...record, ids: textColumn(idsOf(record)) })
    for (const name of [headStore, droppedStore, placeStore]) {
      const [keys, values] = await Promise.all([from.getAllKeys(name), from.getAll(name)])
      for (const [index, key] of keys.entries()) await to.put(name, values[index], key)
    }
    await to.put(idStore, { first: 0, hashes: hashIds(streams.map((_, index) => countedId(100 + index))) }, streams.length)
    from.close()
    to.close()

    const places = async () => {
      const storage = indexedDbStorage({ name: 'upgraded' })
      const found = await storage.read((tx) => tx.firstWithId([103, 104, 9001, 1].map(countedId)))
      await storage.close()
      return found
    }
    expect(await places()).toEqual([{ stream: streams[3], number: 0 }, { stream: streams[4], number: 0 }, undefined, undefined])
    const storage = indexedDbStorage({ name: 'upgraded' })
    expect(await everything(storage)).toEqual(before)
    await storage.write((tx) => tx.dropEvents([5]))
    await storage.write((tx) => tx.appendToEach(eachOf(streams, 1, { firstId: countedId(9000) })))
    const { log } = await everything(storage)
    await storage.close()
    expect(log.filter(({ number }) => number === 0)).toEqual(before.log.filter(({ position }) => position !== 5))
    expect(log.filter(({ number }) => number === 1).map(({ id }) => id)).toEqual(streams.map((_, index) => countedId(9000 + index)))
    expect(await places()).toEqual([
      { stream: streams[3], number: 0 },
      { stream: streams[4], number: 0 },
      { stream: streams[1], number: 1 },
      undefined,
    ])
  })

  it('keeps records of more events than are written now, and goes on behind them', async () => {
    useFakeIndexedDb()
    const db = await opened(4)
    const events = run('a', 0, 1024).map((event, position) => recordedEvent(event, position))
    for (const half of [events.slice(0, 512), events.slice(512)]) {
      const [lastOfMany] = recordsOf(half.slice(-1)) as [LogRecord]
      await db.put(logStore, recordWith(lastOfMany, half))
    }
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

  it('does nothing where the schema is the newest', async () => {
    useFakeIndexedDb()
    const db = await openDB('upgraded', 1, {
      upgrade: (wrapped, _from, _to, tx) => upgrade(unwrap(wrapped), schemaVersion, schemaVersion, unwrap(tx)),
    })
    expect(db.objectStoreNames).toHaveLength(0)
    db.close()
  })
})
