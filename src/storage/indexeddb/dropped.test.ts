import { openDB } from 'idb'
import { expect, it } from 'vitest'
import { useFakeIndexedDb } from './fake-indexeddb.fixture.ts'
import { indexedDbStorage } from './indexeddb.ts'
import { append, idOf, numbered, run } from '../storage.fixture.ts'
import { droppedStore } from './connection/upgrade.ts'

it('goes on with blocks that hold an object for each event, as older databases have them', async () => {
  useFakeIndexedDb()
  const storage = indexedDbStorage({ name: 'older' })
  await append(storage, [...run('a', 0, 2), numbered('ä', 0, { id: idOf(1) })])
  await storage.write((tx) => tx.dropEvents([0]))
  const [first] = await storage.read((tx) => tx.dropped())

  const db = await openDB('older')
  await db.put(droppedStore, [first], 0)
  db.close()
  await storage.write((tx) => tx.dropEvents([2]))

  const dropped = await storage.read((tx) => tx.dropped())
  expect(dropped).toEqual([
    { id: first!.id, stream: 'a', number: 0, position: 0 },
    { id: idOf(1), stream: 'ä', number: 0, position: 2 },
  ])
  expect(await storage.read((tx) => tx.firstWithId(dropped.map(({ id }) => id)))).toEqual([
    { stream: 'a', number: 0 },
    { stream: 'ä', number: 0 },
  ])
  await storage.close()
})
