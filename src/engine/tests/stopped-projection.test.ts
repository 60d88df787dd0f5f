import { afterEach, expect, test } from 'vitest'
import { isStoreError } from '../../base/errors.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const headers = { authorization: `Basic ${btoa('admin:changeit')}` }

/** A store whose projection counts the events of a stream, with helpers for the test. */
async function counting() {
  const store = createStore()
  stores.push(store)
  const send = (method: string, path: string, type?: string, body?: string) =>
    store.fetch(new Request(`http://es.test${path}`, { method, headers: { ...headers, ...(type && { 'content-type': type }) }, body }))
  const append = () =>
    send(
      'POST',
      '/streams/orders',
      'application/vnd.eventstore.events+json',
      JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'Placed', data: {} }]),
    )
  const query = "fromStream('orders').when({ $init: () => ({ n: 0 }), Placed: (s) => ({ n: s.n + 1 }) })"
  await send('POST', '/projections/continuous?name=count', 'application/json', query)
  const state = async () => await (await send('GET', '/projection/count/state')).text()
  const statistics = async () => (await (await send('GET', '/projection/count')).json()) as { status: string; stateReason: string }
  return { store, send, append, state, statistics }
}

test('a projection is stopped as a fault would stop it, and is brought back by enabling it', async () => {
  const { store, send, append, state, statistics } = await counting()
  await append()
  await store.settled()
  expect(await store.faults.stopProjection('count', 'Out of paper.')).toBe(true)
  expect(await statistics()).toMatchObject({ status: expect.stringMatching(/^Faulted/), stateReason: 'Out of paper.' })
  await append()
  await store.settled()
  expect(await state()).toBe('{"n":1}')
  await send('POST', '/projection/count/command/enable')
  await store.settled()
  expect([await state(), (await statistics()).status]).toEqual(['{"n":2}', 'Running'])
})

test('a projection that is enabled again repeats no result that its events leave as it was', async () => {
  const { store, send, append } = await counting()
  const query = `fromStream('orders').when({ $init: () => ({ n: 0 }), Placed: (s) => ({ n: s.n + 1 }) })
    .transformBy((s) => ({ n: Math.min(s.n, 1) })).outputState()`
  await send('POST', '/projections/continuous?name=capped&emit=yes', 'application/json', query)
  await append()
  await store.settled()
  for (const command of ['disable', 'enable']) {
    await send('POST', `/projection/capped/command/${command}`)
    await store.settled()
  }
  await append()
  await store.settled()
  expect(await store.state('capped')).toEqual({ n: 2 })
  expect((await store.read('$projections-capped-result')).map(({ data }) => data)).toEqual([{ n: 1 }])
})

test('a rule stops it with the n-th request; an idle projection cannot be stopped', async () => {
  const { store, append, state } = await counting()
  store.faults.add({ kind: 'stopped-projection', projection: 'count', method: 'POST', path: '/streams/orders', nth: 2 })
  for (let request = 0; request < 3; request++) {
    expect((await append()).status).toBe(201)
    await store.settled()
  }
  expect(await state()).toBe('{"n":1}')
  expect(await store.faults.stopProjection('count')).toBe(false)
  expect(await store.faults.stopProjection('nobody')).toBe(false)
})

test('a caller that waits for projections hears of a fault on request, with its place', async () => {
  const { store, append } = await counting()
  await store.settled({ failOnFault: true })
  await store.project('broken', "fromStream('orders').when({\n  Placed: () => { throw new Error('no stock') }\n})")
  const settled = store.settled({ failOnFault: true })
  await append()
  const error: unknown = await settled.catch((caught: unknown) => caught)
  expect(isStoreError(error, 'projection-faulted') && error.message).toMatch(
    /^The projection "broken" is faulted: [^]*no stock[^]* \(line 2, column \d+ of the query\)/,
  )
  await store.settled()
  await expect(store.settled({ failOnFault: true }), 'of a fault that was there before').rejects.toThrow('no stock')
})

const loop = "fromAll().when({ Echo: () => { emit('echoes', 'Echo', {}) } })"

test('the waiting ends with its signal, and the projections that are behind have names', { timeout: 30_000 }, async () => {
  const store = createStore({ systemProjections: false })
  await store.append('orders', { type: 'Echo' })
  await store.project('loop', loop)
  await store.project('counts', 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n += 1 } })')
  const late = new AbortController()
  const waiting = store.settled({ signal: late.signal })
  const reason = new Error('long enough')
  late.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(store.settled({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(await store.unsettled()).toContain('loop')
  await store.direct(new Request('http://store/projection/loop/command/disable', { method: 'POST' }))
  await store.settled({ signal: new AbortController().signal })
  expect(await store.unsettled()).toEqual([])
  await store.close()
})
