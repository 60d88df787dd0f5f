// Thousands of emissions of one event: their order and numbers, and that they are one commit, which gives others their turn.

import { expect, it, vi } from 'vitest'
import { valuesOf } from '../../base/events/column.ts'
import { createStore } from '../../engine/store.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'

vi.setConfig({ testTimeout: 60_000 })

/** @returns the storage, and how many events each commit appended to streams whose name begins with `out`. */
function watched() {
  const memory = memoryStorage()
  const commits: number[] = []
  const storage: Storage = {
    ...memory,
    write: (work) =>
      memory.write(async (tx) => {
        let events = 0
        const result = await work({
          ...tx,
          append: (all) => (
            (events += valuesOf(all.stream, all.count).filter((stream) => stream.startsWith('out')).length),
            tx.append(all)
          ),
        })
        if (events > 0) commits.push(events)
        return result
      }),
  }
  return { storage, commits }
}

it.each([
  ['one stream', "'out'", 1],
  ['three streams in turns', "'out-' + i % 3", 3],
])('9,000 emissions of one event to %s are written in order, with its state', async (_what, stream, streams) => {
  const { storage, commits } = watched()
  const store = createStore({ storage, security: 'insecure', systemProjections: false })
  await store.append('s', [{ type: 'A', data: {} }])
  await store.project(
    'p',
    `fromStream('s').when({ A: () => { for (let i = 0; i < 9000; i++) emit(${stream}, 'Out', { i }); return { n: 9000 } } })`,
  )
  await store.settled()
  expect(commits).toEqual([9000])
  const names = streams === 1 ? ['out'] : Array.from({ length: streams }, (_, i) => `out-${i}`)
  for (const [place, name] of names.entries()) {
    const events = await store.read(name)
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 9000 / streams }, (_, number) => number))
    expect(events.map(({ data }) => (data as { i: number }).i)).toEqual(
      Array.from({ length: 9000 / streams }, (_, number) => number * streams + place),
    )
  }
  await store.close()
})

it('events with thousands of emissions each are committed by few', async () => {
  const { storage, commits } = watched()
  const store = createStore({ storage, security: 'insecure', systemProjections: false })
  await store.append(
    's',
    Array.from({ length: 40 }, () => ({ type: 'A', data: {} })),
  )
  await store.project('p', "fromStream('s').when({ A: () => { for (let i = 0; i < 1000; i++) emit('out', 'Out', {}) } })")
  await store.settled()
  expect(commits.reduce((sum, events) => sum + events, 0)).toBe(40_000)
  // The outcome of the first run of the query is not known beforehand.
  expect(Math.max(...commits.slice(1))).toBeLessThanOrEqual(4096)
  await store.close()
})
