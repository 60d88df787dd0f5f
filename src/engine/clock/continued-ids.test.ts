import { expect, it } from 'vitest'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'
import { repeatableEnvironment } from './repeatable-environment.ts'

const count = `fromStream('a').partitionBy((e) => e.data.n).when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })`

const open = (storage: Storage = memoryStorage()): Store =>
  createStore({ storage, environment: repeatableEnvironment({ seed: 3 }), systemProjections: false, queries: 'in-process' })

/** Writes many events, each with an id that the store gives, and begins as many runs. */
async function visit(store: Store, projection: string): Promise<Snapshot> {
  for (let n = 0; n < 40; n++) await store.append('a', { type: 'T', data: { n } })
  await store.project(projection, count)
  await store.settled()
  return await store.snapshot()
}

const idsIn = ({ events, tables }: Snapshot): readonly string[] => [
  ...events.map(({ id }) => id),
  ...(tables.find(({ name }) => name === 'projection-runs')?.rows ?? []).map(([, run]) => (run as unknown as { id: string }).id),
]

it.each([0, 1, 5])('a run that restores what one of the same seed has left makes ids of its own, after %s more opens', async (opens) => {
  let left = await visit(open(), 'p0')
  for (let n = 0; n < opens; n++) {
    const again = open()
    await again.restore(left)
    left = await again.snapshot()
  }
  const visits = await Promise.all(
    [0, 1].map(async () => {
      const store = open()
      await store.restore(left)
      return await visit(store, 'p1')
    }),
  )
  expect(visits[0]).toEqual(visits[1])
  expect(visits[0]!.events.filter(({ stream }) => stream === 'a')).toHaveLength(80)
  const ids = idsIn(visits[0]!)
  expect(new Set(ids).size).toBe(ids.length)
})

it('runs of one seed on one disk lose no event to each other', async () => {
  const { path: folder, remove } = temporaryFolder()
  for (const visits of [1, 2, 3]) {
    const store = open(sqliteStorage({ folder }))
    const ids = idsIn(await visit(store, `p${visits}`))
    expect(await store.read('a')).toHaveLength(40 * visits)
    expect(new Set(ids).size).toBe(ids.length)
    await store.close()
  }
  remove()
})

it('an empty store gives the ids of the seed, also after it was cleared', async () => {
  const { uuid } = repeatableEnvironment({ seed: 3 })
  const ids = new Set(Array.from({ length: 500 }, uuid))
  const store = open()
  const first = await visit(store, 'p')
  await store.clear()
  for (const id of [...idsIn(first), ...idsIn(await visit(store, 'p'))]) expect(ids).toContain(id)
})
