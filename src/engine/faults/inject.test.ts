import { describe, expect, test } from 'vitest'
import { isStoreError } from '../../base/errors.ts'
import { answerWith } from '../../base/answer.fixture.ts'
import { toResponse } from '../../base/answer.ts'
import type { FaultRule } from './faults.ts'
import { injectFaults } from './inject.ts'

const environment = {
  after: (milliseconds: number, callback: () => void) => {
    waits.push(milliseconds)
    queueMicrotask(callback)
    return () => undefined
  },
  now: () => 0,
  uuid: () => 'id',
}
let waits: number[] = []
let stopped: (readonly [name: string, reason: string])[] = []

const build = (seed = 1, closed = new AbortController().signal) => {
  waits = []
  stopped = []
  const seen: Request[] = []
  const answer = (request: Request) => {
    seen.push(request)
    return Promise.resolve(answerWith('from the store'))
  }
  const stopProjection = (name: string, reason: string) => {
    stopped.push([name, reason])
    return Promise.resolve(true)
  }
  const injected = injectFaults(answer, { seed, environment, basePath: '/_store', stopProjection, closed })
  return { seen, ...injected, fetch: async (request: Request) => toResponse(await injected.answer(request)) }
}
const get = (path: string, init?: RequestInit) => new Request(`http://es.test/_store${path}`, init)

test('without a rule every request reaches the store', async () => {
  expect(await build().answer(get('/streams/a'))).toEqual(answerWith('from the store'))
})

test('an exact path leaves its neighbours alone', async () => {
  const { faults, fetch } = build()
  faults.add({ kind: 'status', status: 503, path: '/streams/order-1', exact: true })
  const statuses = await Promise.all(
    ['/streams/order-10', '/streams/order-1/metadata', '/streams/order-1?embed=body'].map(async (path) => (await fetch(get(path))).status),
  )
  expect(statuses).toEqual([200, 200, 503])
})

test('a status answers in place of the store, for the method and path of the rule', async () => {
  const { faults, answer, fetch, seen } = build()
  faults.add({ kind: 'status', status: 503, reason: 'Server Is Too Busy', method: 'post', path: '/streams/*-1' })
  const refused = await answer(get('/streams/order-1', { method: 'POST', body: '[]' }))
  expect(refused).toMatchObject({ status: 503, statusText: 'Server Is Too Busy', fault: 'status' })
  expect((await fetch(get('/streams/order-1'))).status).toBe(200)
  expect((await fetch(get('/streams/order-2', { method: 'POST', body: '[]' }))).status).toBe(200)
  expect(seen).toHaveLength(2)
})

test('a rule can be about the n-th request only, and can end after some', async () => {
  const { faults, fetch } = build()
  const statuses = async (rule: FaultRule) => {
    faults.clear()
    faults.add(rule)
    const all: number[] = []
    for (let request = 0; request < 4; request++) all.push((await fetch(get('/ping'))).status)
    return all
  }
  expect(await statuses({ kind: 'status', status: 500, nth: 3 })).toEqual([200, 200, 500, 200])
  expect(await statuses({ kind: 'status', status: 500, times: 2 })).toEqual([500, 500, 200, 200])
})

test('a probability repeats with the seed', async () => {
  const run = async (seed: number) => {
    const { faults, fetch } = build(seed)
    faults.add({ kind: 'status', status: 500, probability: 0.5 })
    const all: number[] = []
    for (let request = 0; request < 40; request++) all.push((await fetch(get('/ping'))).status)
    return all
  }
  const first = await run(3)
  expect(await run(3)).toEqual(first)
  expect(await run(4)).not.toEqual(first)
  expect(new Set(first)).toEqual(new Set([200, 500]))
})

test('latency waits on the environment, then the store answers', async () => {
  const { faults, fetch } = build()
  faults.add({ kind: 'latency', milliseconds: [100, 200] })
  expect((await fetch(get('/ping'))).status).toBe(200)
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThanOrEqual(100)
  expect(waits[0]).toBeLessThan(200)
})

test('a connection is dropped before the store sees the request, or after it has acted', async () => {
  const { faults, fetch, seen } = build()
  const remove = faults.add({ kind: 'dropped' })
  expect((await fetch(get('/ping'))).type).toBe('error')
  expect(seen).toHaveLength(0)
  remove()
  faults.add({ kind: 'dropped', when: 'answered' })
  expect((await fetch(get('/ping'))).type).toBe('error')
  expect(seen).toHaveLength(1)
})

test('offline drops everything until it ends', async () => {
  const { faults, fetch } = build()
  faults.offline = true
  expect((await fetch(get('/ping'))).type).toBe('error')
  faults.offline = false
  expect((await fetch(get('/ping'))).status).toBe(200)
})

test('a lost race lets another writer append first, with the rights of the caller', async () => {
  const { faults, fetch, seen } = build()
  faults.add({ kind: 'lost-race', eventType: 'PriceChanged', data: { to: 5 }, method: 'POST', times: 1 })
  const headers = { Authorization: 'Basic YQ==', 'ES-ExpectedVersion': '3' }
  await fetch(get('/streams/order-1', { method: 'POST', body: '[]', headers }))
  expect(seen.map((request) => request.headers.get('ES-ExpectedVersion'))).toEqual([null, '3'])
  expect(seen[0]!.headers.get('Authorization')).toBe('Basic YQ==')
  expect(await seen[0]!.json()).toEqual([{ eventId: 'id', eventType: 'PriceChanged', data: { to: 5 } }])
})

test('only writes to streams lose races: the event of another writer would be something else elsewhere', async () => {
  const { faults, fetch, seen } = build()
  faults.add({ kind: 'lost-race' })
  await fetch(get('/streams/order-1'))
  await fetch(get('/projections/continuous?name=totals', { method: 'POST', body: '' }))
  await fetch(get('/streams/order-1', { method: 'DELETE' }))
  expect(seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'GET /_store/streams/order-1',
    'POST /_store/projections/continuous',
    'POST /_store/streams/order-1',
    'DELETE /_store/streams/order-1',
  ])
})

test('several rules apply one after another', async () => {
  const { faults, answer } = build()
  faults.add({ kind: 'latency', milliseconds: 50 })
  faults.add({ kind: 'status', status: 500, name: 'down' })
  expect(await answer(get('/ping'))).toMatchObject({ status: 500, fault: 'down' })
  expect(waits).toEqual([50])
})

test('a projection stops with the request that the rule is about, which is answered', async () => {
  const { faults, fetch } = build()
  faults.add({ kind: 'stopped-projection', projection: 'totals', reason: 'because', method: 'POST', path: '/streams/orders', nth: 2 })
  const post = () => fetch(get('/streams/orders', { method: 'POST', body: '[]' }))
  expect(await (await post()).text()).toBe('from the store')
  expect(stopped).toEqual([])
  expect(await (await post()).text()).toBe('from the store')
  expect(stopped).toEqual([['totals', 'because']])
})

describe('a request that is late', () => {
  test('for ever is never answered, and rejects with the reason of its signal', async () => {
    const { faults, fetch, seen } = build()
    faults.add({ kind: 'latency', milliseconds: Number.POSITIVE_INFINITY })
    const client = new AbortController()
    const answered = fetch(get('/ping', { signal: client.signal }))
    const first = await Promise.race([answered.catch(String), new Promise((resolve) => setTimeout(resolve, 50, 'still waiting'))])
    client.abort(new Error('Enough.'))
    await expect(answered).rejects.toThrow('Enough.')
    expect([first, seen, waits]).toEqual(['still waiting', [], []])
  })

  test('rejects with the reason of the closed store, whatever is left of its time', async () => {
    const closing = new AbortController()
    const { faults, fetch } = build(1, closing.signal)
    faults.add({ kind: 'latency', milliseconds: Number.POSITIVE_INFINITY })
    const answered = fetch(get('/ping'))
    closing.abort(new Error('Closed.'))
    await expect(answered).rejects.toThrow('Closed.')
    await expect(fetch(get('/ping'))).rejects.toThrow('Closed.')
  })
})

test.each<[FaultRule | object, string]>([
  [
    { kind: 'latency', milliseconds: Number.NaN },
    'milliseconds: expected milliseconds from 0 (Infinity: no answer), or two finite numbers',
  ],
  [{ kind: 'latency', milliseconds: -1 }, 'found -1'],
  [{ kind: 'latency', milliseconds: [20, 10] }, 'milliseconds: '],
  [{ kind: 'latency', milliseconds: [0, Number.POSITIVE_INFINITY] }, 'milliseconds: '],
  [{ kind: 'latency', latency: 5 }, 'milliseconds: is missing\nlatency: is not known here'],
  [{ kind: 'status', status: 99 }, 'status: expected a status from 200 to 599, found 99'],
  [{ kind: 'status', status: Number.NaN }, 'status: expected a status from 200 to 599, found NaN'],
  [{ kind: 'status', status: 500, reason: 'two\nlines' }, 'reason: expected a text of one line'],
  [{ kind: 'dropped', nth: 0 }, 'nth: expected a whole number from 1, found 0'],
  [{ kind: 'dropped', times: -1 }, 'times: expected a whole number from 0, found -1'],
  [{ kind: 'dropped', probability: 1.5 }, 'probability: expected a number from 0 to 1, found 1.5'],
  [{ kind: 'dropped', probability: Number.NaN }, 'probability: expected a number from 0 to 1, found NaN'],
  [{ kind: 'dropped', times: 5n }, 'times: expected a whole number from 0, found 5'],
  [{ kind: 'lost-race', data: 5n }, 'data: expected what JSON can hold, found 5'],
  [{ kind: 'slow' }, 'kind: expected one of "latency", "status", "dropped", "lost-race", "stopped-projection", found "slow"'],
])('a rule that is not possible is refused by name: %#', (rule, problem) => {
  const { faults } = build()
  const add = () => faults.add(rule as FaultRule)
  expect(add).toThrow(problem)
  expect(add).toThrow(expect.toSatisfy((error) => isStoreError(error, 'invalid-options')))
})

test('the rules in force are listed with the requests that met them, and are taken away from there', async () => {
  const { faults, fetch } = build()
  faults.add({ kind: 'status', status: 503, path: '/streams/a' })
  faults.add({ kind: 'latency', milliseconds: 10 })
  await fetch(get('/streams/a'))
  await fetch(get('/ping'))
  await fetch(get('/ping'))
  expect(faults.rules.map(({ rule, met }) => [rule.kind, met])).toEqual([
    ['status', 1],
    ['latency', 3],
  ])
  faults.rules[0]!.remove()
  expect((await fetch(get('/streams/a'))).status).toBe(200)
  expect(faults.rules).toHaveLength(1)
})

test('being offline is the first of the rules while it lasts, and counts its requests', async () => {
  const { faults, fetch } = build()
  faults.add({ kind: 'status', status: 503 })
  faults.offline = true
  faults.offline = true
  await fetch(get('/ping'))
  expect(faults.rules.map(({ rule, met }) => [rule.name ?? rule.kind, met])).toEqual([
    ['offline', 1],
    ['status', 0],
  ])
  faults.rules[0]!.remove()
  expect(faults.offline).toBe(false)
  expect((await fetch(get('/ping'))).status).toBe(503)
})
