import { beforeEach, expect, it, vi } from 'vitest'
import { useFakeIndexedDb } from '../../storage/indexeddb/fake-indexeddb.fixture.ts'
import { SnapshotShelf, mostSnapshots } from './shelf.ts'

beforeEach(() => {
  useFakeIndexedDb()
  return () => vi.unstubAllGlobals()
})

const add = (shelf: SnapshotShelf, store: string, name: string) => shelf.add({ store, name, created: 1000, events: 3 }, `text of ${name}`)

it('lists the snapshots of a store, the newest first, and reads their texts', async () => {
  const shelf = new SnapshotShelf()
  await add(shelf, 'a', 'one')
  await add(shelf, 'b', 'elsewhere')
  const { id } = await add(shelf, 'a', 'twö')
  expect(await new SnapshotShelf().list('a')).toMatchObject([
    { name: 'twö', created: 1000, events: 3, bytes: 12 },
    { name: 'one', bytes: 11 },
  ])
  expect(await shelf.read(id)).toBe('text of twö')
  await shelf.remove(id)
  expect((await shelf.list('a')).map(({ name }) => name)).toEqual(['one'])
  expect(await shelf.read(id)).toBeUndefined()
})

it('keeps the last ones of each store', async () => {
  const shelf = new SnapshotShelf()
  await add(shelf, 'b', 'elsewhere')
  for (let count = 0; count < mostSnapshots + 3; count++) await add(shelf, 'a', `${count}`)
  const kept = await shelf.list('a')
  expect(kept).toHaveLength(mostSnapshots)
  expect(kept.at(-1)).toMatchObject({ name: '3' })
  expect(await shelf.read(kept.at(-1)!.id)).toBe('text of 3')
  expect(await shelf.list('b')).toHaveLength(1)
})

it('opens a database again that was deleted meanwhile', async () => {
  const shelf = new SnapshotShelf()
  await add(shelf, 'a', 'one')
  await new Promise((resolve) => (indexedDB.deleteDatabase('rillbox-devtools').onsuccess = resolve))
  expect(await shelf.list('a')).toEqual([])
  await add(shelf, 'a', 'two')
  expect(await shelf.list('a')).toMatchObject([{ name: 'two' }])
})
