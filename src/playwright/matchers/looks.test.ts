import { afterEach, expect, it } from 'vitest'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import { lookForState } from './to-have-projection-state.ts'
import { lookForRequests } from './to-have-received.ts'
import { lookForStream } from './to-have-stream.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const open = (baseUrl?: string): Store & { baseUrl?: string } => {
  const store = createStore({ requestLog: 10, systemProjections: false, ...(baseUrl !== undefined && { baseUrl }) })
  stores.push(store)
  return store as Store & { baseUrl?: string }
}

const differ = String

it.each(['50%25-off', 'a/b', '..', 'c%41'])('find streams and projections of any name: %s', async (name) => {
  const store = open()
  await store.append(name, { type: 't' })
  await store.project(name, 'fromAll().when({ $init: () => ({ n: 0 }), t: (s) => { s.n++ } })')
  await store.settled()
  expect((await lookForStream(store, name, differ)).pass).toBe(true)
  expect((await lookForState(store, { name, state: { n: 1 }, partition: undefined }, differ)).pass).toBe(true)
})

it('says why nothing was handled', async () => {
  const store = open()
  await store.append('order-1', { type: 'OrderPlaced', data: { total: 1 } })
  await store.project('totals', 'fromAll().when({ OrderPlacd: (s, e) => e.data })')
  await store.settled()
  const look = await lookForState(store, { name: 'totals', state: { total: 1 }, partition: undefined }, differ)
  expect(await look.explain()).toMatch(
    /1 event read, 0 handled\.[^]*1 of types without a handler: OrderPlaced[^]*Did you mean OrderPlaced\?/,
  )
})

it.each(['http://es.test', 'http://es.test/', 'http://es.test/store/', '/_store'])('ask below any base URL: %s', async (baseUrl) => {
  const store = open(baseUrl)
  await store.append('a', { type: 't' })
  expect((await lookForStream(store, 'a', differ)).pass).toBe(true)
  await store.fetch(new Request(`${new URL(baseUrl, 'http://page.test').href.replace(/\/$/, '')}/streams/a`))
  expect((await lookForRequests(store, { path: '/streams/a' }, differ)).pass).toBe(true)
})

it('take a regular expression with any flags', async () => {
  const store = open()
  for (let times = 0; times < 3; times++) await store.fetch(new Request('http://es.test/streams/a'))
  expect((await lookForRequests(store, { path: /streams\/a/g, times: 3 }, differ)).pass).toBe(true)
})
