import { openDB, unwrap } from 'idb'
import { describe, expect, it } from 'vitest'
import { useFakeIndexedDb } from './fake-indexeddb.fixture.ts'
import { recordOfBlock } from './head-record.ts'
import { indexedDbStorage } from './indexeddb.ts'
import { placeKey } from './place-key.ts'
import { recordedEvent } from './recorded-event.ts'
import type { LogRecord } from './records.ts'
import { recordsOf } from './records.ts'
import { append, headOf, numbered } from './storage.fixture.ts'
import { headStore, logStore, schemaVersion, storeNames, upgrade } from './upgrade.ts'

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
    const entries = { streams, heads, places: heads.map(() => undefined) }
    await db.put(headStore, recordOfBlock({ start: '', end: undefined, entries }), '')
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

  it('does nothing where the schema is the newest', async () => {
    useFakeIndexedDb()
    const db = await openDB('upgraded', 1, {
      upgrade: (wrapped, _from, _to, tx) => upgrade(unwrap(wrapped), schemaVersion, schemaVersion, unwrap(tx)),
    })
    expect(db.objectStoreNames).toHaveLength(0)
    db.close()
  })
})
