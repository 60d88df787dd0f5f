import { openDB, unwrap } from 'idb'
import { describe, expect, it } from 'vitest'
import { useFakeIndexedDb } from './fake-indexeddb.fixture.ts'
import { schemaVersion, storeNames, upgrade } from './upgrade.ts'

/** A database brought from one version to another by the steps in between. */
const opened = (version: number) => openDB('upgraded', version, { upgrade: (db, from, _to, tx) => upgrade(unwrap(db), from, unwrap(tx)) })

describe('upgrade', () => {
  it('gives a new database all stores', async () => {
    useFakeIndexedDb()
    const db = await opened(schemaVersion)
    expect([...db.objectStoreNames].sort()).toEqual([...storeNames].sort())
    db.close()
  })

  it('does nothing where the schema is the newest', async () => {
    useFakeIndexedDb()
    const db = await openDB('upgraded', 1, {
      upgrade: (wrapped, _from, _to, tx) => upgrade(unwrap(wrapped), schemaVersion, unwrap(tx)),
    })
    expect(db.objectStoreNames).toHaveLength(0)
    db.close()
  })
})
