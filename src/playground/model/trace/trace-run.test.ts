import { afterEach, expect, test } from 'vitest'
import type { Store } from '../../../engine/store.ts'
import { createStore } from '../../../engine/store.ts'
import type { Draft } from '../draft/draft.ts'
import { TraceRun } from './trace-run.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

async function storeWith(count: number): Promise<Store> {
  const store = createStore({ systemProjections: false })
  stores.push(store)
  await store.append(
    's',
    Array.from({ length: count }, (_, n) => ({ type: 'T', data: { n, text: 'x'.repeat(200) } })),
  )
  return store
}

const draft = (query: string): Draft => ({ name: 'd', query, mode: 'continuous', emit: true })
const last = draft("fromStream('s').when({ $init: () => ({}), T: (state, event) => { state.last = event.data.text + event.data.n } })")

const runWith = (most?: number) => new TraceRun(() => undefined, most)

test('gathers every step, until it is stopped', async () => {
  const store = await storeWith(600)
  const run = runWith()
  await run.start(store, last)
  expect(run.state).toEqual({ kind: 'done' })
  expect(run.traced?.history.rows).toHaveLength(600)
  const stopping = new TraceRun(() => {
    if (stopping.traced?.history.rows.length) stopping.stop()
  })
  await stopping.start(store, last)
  expect(stopping.state).toEqual({ kind: 'cancelled' })
  expect(stopping.traced?.history.rows.length).toBeLessThan(600)
})

test('does not wait for the end of another projection that takes long', async () => {
  const store = await storeWith(600)
  const slow = "fromStream('s').when({ T: () => { const end = Date.now() + 100; while (Date.now() < end); } })"
  await store.project('slow', slow)
  const run = runWith()
  await run.start(store, last)
  expect(run.state).toEqual({ kind: 'done' })
  expect(run.traced?.history.rows).toHaveLength(600)
  expect(await store.unsettled()).toEqual(['slow'])
})

test('is outdated by another event, and by another content of the same length', async () => {
  const store = await storeWith(1)
  const before = await store.snapshot()
  await store.append('s', { type: 'T', data: { n: 2 } })
  const run = runWith()
  await run.start(store, last)
  expect(await run.isOutdated(store, await store.inspect())).toBe(false)
  await store.restore(before)
  await store.append('s', { type: 'T', data: { n: 3 } })
  expect(await run.isOutdated(store, await store.inspect())).toBe(true)
  await run.start(store, last)
  await store.append('s', { type: 'T', data: { n: 4 } })
  expect(await run.isOutdated(store, await store.inspect())).toBe(true)
})

test('runs the query again for texts that were forgotten, unless the store has become another', async () => {
  const store = await storeWith(600)
  const run = runWith(10_000)
  await run.start(store, last)
  const { history } = run.traced!
  expect(history.step(5)).toBeUndefined()
  expect(await run.recall(store, 5)).toBe(true)
  expect(JSON.parse(history.step(5)!.state.after)).toEqual({ last: `${'x'.repeat(200)}5` })
  await store.clear()
  await store.append('other', { type: 'T', data: { n: 0, text: '' } })
  expect(await run.recall(store, 300)).toBe(false)
})

test('keeps the steps and names the mistake where the next query cannot be opened', async () => {
  const store = await storeWith(3)
  const run = runWith()
  await run.start(store, last)
  await run.start(store, draft('fromAll().when({'))
  expect(run.fault).toMatchObject({ kind: 'syntax', line: 1 })
  expect(run.traced?.history.rows).toHaveLength(3)
  await run.start(store, last)
  expect(run.fault).toBeUndefined()
})

test('a store that closes under it is a failure that can be told', async () => {
  const store = await storeWith(3)
  await store.close()
  const run = runWith()
  await run.start(store, last)
  expect(run.state).toMatchObject({ kind: 'failed', trouble: { what: expect.any(String) as string } })
})

test('lets a transient query write as little as a run of it would', async () => {
  const store = await storeWith(1)
  const run = runWith()
  const emitting = draft("fromStream('s').when({ T() { emit('out', 'B', {}) } })")
  await run.start(store, emitting)
  expect(run.traced?.history.fault).toBeUndefined()
  await run.start(store, { ...emitting, mode: 'transient' })
  expect(run.traced?.history.fault).toBe(0)
})
