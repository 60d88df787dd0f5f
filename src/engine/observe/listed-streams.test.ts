import { afterEach, expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const opened = (): Store => {
  const store = createStore()
  stores.push(store)
  return store
}
const ask = (store: Store, method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  store.direct(new Request(`http://store${path}`, { method, headers, body }))
const users = async (store: Store) => (await store.streams()).filter(({ name }) => !name.startsWith('$'))

test('streams are listed by name, with the events that readers find', async () => {
  const store = opened()
  await store.append('b', [{ type: 'T' }, { type: 'T' }, { type: 'T' }])
  await store.append('a', { type: 'T' })
  await store.seed({ version: 1, streams: { capped: { $maxCount: 2 }, cut: { $tb: 2 }, bare: { any: 1 } } })
  await store.append('capped', [{ type: 'T' }, { type: 'T' }, { type: 'T' }])
  await store.append('cut', [{ type: 'T' }, { type: 'T' }, { type: 'T' }])
  expect(await users(store)).toEqual([
    { name: 'a', events: 1, last: 0, deleted: 'no' },
    { name: 'b', events: 3, last: 2, deleted: 'no' },
    { name: 'bare', events: 0, last: -1, deleted: 'no' },
    { name: 'capped', events: 2, last: 2, deleted: 'no' },
    { name: 'cut', events: 1, last: 2, deleted: 'no' },
  ])
  expect((await store.streams()).map(({ name }) => name)).toEqual(expect.arrayContaining(['$$cut', '$users']))
})

test('deleted ones stay on the list, and say how they were deleted', async () => {
  const store = opened()
  await store.append('soft', [{ type: 'T' }, { type: 'T' }])
  await store.append('hard', { type: 'T' })
  await ask(store, 'DELETE', '/streams/soft')
  await ask(store, 'DELETE', '/streams/hard', { 'ES-HardDelete': 'true' })
  expect(await users(store)).toEqual([
    { name: 'hard', events: 0, last: -1, deleted: 'hard' },
    { name: 'soft', events: 0, last: 1, deleted: 'soft' },
  ])
  await store.append('soft', { type: 'T' })
  expect((await users(store)).at(-1)).toEqual({ name: 'soft', events: 1, last: 2, deleted: 'no' })
})
