import { afterEach, expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

/** No page of another origin may send it. */
const put = () => new Request('http://es.test/ping', { method: 'PUT', headers: { Origin: 'http://app.test' } })
const ping = () => new Request('http://es.test/ping', { headers: { Origin: 'http://app.test' } })

test('direct requests leave no trace, meet no fault and need no CORS', async () => {
  const store = createStore({ requestLog: 10, strictCors: true })
  stores.push(store)
  store.faults.offline = true
  expect((await store.fetch(ping())).type).toBe('error')
  expect((await store.direct(ping())).status).toBe(200)
  store.faults.offline = false
  expect((await store.fetch(put())).type).toBe('error')
  expect((await store.direct(put())).status).toBe(405)
  expect(store.requests.entries.map(({ outcome }) => outcome.kind)).toEqual(['dropped', 'dropped'])
})

test.each(['http://es.test/ping', new URL('http://es.test/ping'), undefined])('says that it takes requests, and not %s', async (given) => {
  const store = createStore({ requestLog: 1 })
  for (const ask of [store.fetch, store.direct]) await expect(ask(given as unknown as Request)).rejects.toThrow('A store takes a Request')
  await store.close()
})
