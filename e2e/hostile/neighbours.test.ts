// Hostile queries that stop whatever runs beside them, in the one Worker of twenty honest projections: nobody may notice.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { platformEnvironment } from '../../src/base/platform/environment.ts'
import { createStore } from '../../src/engine/store.ts'
import { openByPlatform } from '../../src/engine/queries/open-query.ts'
import type { Store } from '../../src/index.ts'
import { memoryStorage } from '../../src/storage/memory/memory.ts'
import { hostileQueries } from './queries.ts'

const honest = Array.from({ length: 20 }, (_, n) => `honest-${n}`)
const reported: unknown[] = []
let store: Store

beforeAll(async () => {
  store = createStore({
    storage: memoryStorage(),
    environment: { ...platformEnvironment(), report: (error) => reported.push(error), log: () => undefined },
    openQuery: openByPlatform({ mostWorkers: 1 }),
  })
  for (const name of honest)
    await store.project(
      name,
      `fromCategory('crowd').partitionBy(e => e.data.k).when({
        $init: () => ({ n: 0 }),
        Poke: (s, e) => { s.n++; emit('out-${name}', 'Seen', { at: e.sequenceNumber }); return s }
      })`,
    )
}, 60_000)

afterAll(() => store.close())

const disturbing = hostileQueries.filter(({ isMeasured, isLarge, runsOn }) => isMeasured && !isLarge && !runsOn)
let rounds = 0

it.each(disturbing.map((query) => [query.name, query] as const))(
  '%s',
  async (_, { query, events = 1 }) => {
    rounds += 1
    const name = `hostile-${rounds}`
    // The victims come with the crowd's events, so that both are at work at once.
    await store.project(name, query.replaceAll('victim-1', `victim-${rounds}`))
    for (let n = 0; n < events; n += 1) await store.append(`victim-${rounds}`, { type: 'Poke', data: {} })
    await Promise.all(honest.map((_each, n) => store.append('crowd-1', { type: 'Poke', data: { k: `k${n % 3}` } })))
    await store.settled()
    for (const each of honest) {
      expect(await store.fault(each)).toBeUndefined()
      const counts = await Promise.all([0, 1, 2].map((n) => store.state<{ n: number }>(each, `k${n}`)))
      expect(counts.map((count) => count?.n)).toEqual([7 * rounds, 7 * rounds, 6 * rounds])
      const seen = await store.read(`out-${each}`)
      expect(seen.map(({ data }) => (data as { at: number }).at)).toEqual(Array.from({ length: 20 * rounds }, (_each, at) => at))
    }
    expect(reported).toEqual([])
  },
  120_000,
)

it('covers queries that end a Worker', () => expect(disturbing.length).toBeGreaterThan(5))
