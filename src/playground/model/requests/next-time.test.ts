import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { sentRequest } from './next-time.ts'
import { failNext, nextRule, outcomeOf, outcomesFor, ruledPath, sendAgain, waitingFaults } from './next-time.ts'

const base = 'http://app.test/_store'
const post = { method: 'POST', url: `${base}/streams/cart-1?embed=body` }

it('names the path as fault rules read it', () => {
  expect(ruledPath(post.url, base)).toBe('/streams/cart-1')
  expect(ruledPath('http://localhost:2113/streams/caf%C3%A9', 'http://localhost:2113')).toBe('/streams/caf%C3%A9')
})

it('offers a lost race to writes of streams only', () => {
  expect(outcomesFor(post, base)).toContain('lost-race')
  expect(outcomesFor({ ...post, method: 'GET' }, base)).not.toContain('lost-race')
  expect(outcomesFor({ method: 'POST', url: `${base}/projection/totals/command/reset` }, base)).not.toContain('lost-race')
})

it.each(['status', 'delay', 'lost-answer', 'unsent', 'lost-race'] as const)('a rule for %s tells what it does', (outcome) => {
  const rule = nextRule(post, outcome, 503, base)
  expect(rule).toMatchObject({ method: 'POST', path: '/streams/cart-1', exact: true, times: 1 })
  expect(outcomeOf(rule)).toBe(outcome)
})

it('fails one request of the very path, and is gone then', async () => {
  const store = createStore({ requestLog: 10 })
  const read = async (stream: string) => {
    const headers = { Accept: 'application/json' }
    return (await store.fetch(new Request(`http://localhost:2113/streams/${stream}`, { headers }))).status
  }
  await read('a')
  const [first] = store.requests.entries
  let met = 0
  failNext(store, nextRule(first!, 'status', 429, 'http://localhost:2113'), () => met++)
  expect(await read('a-1')).toBe(404)
  expect([waitingFaults(store.faults).length, met]).toEqual([1, 0])
  expect(await sendAgain(store, sentRequest(first!))).toContain('429')
  expect([store.faults.rules.length, waitingFaults(store.faults).length, met]).toEqual([0, 0, 1])
  expect(await sendAgain(store, sentRequest(first!))).toBe('404 Not Found')
  await store.close()
})

it('sends the same event again, as a retry of it', async () => {
  const store = createStore({ requestLog: 10 })
  const headers = { 'Content-Type': 'application/json', 'ES-EventType': 'Noted', 'ES-EventId': '00000000-0000-4000-8000-000000000001' }
  await store.fetch(new Request('http://localhost:2113/streams/notes', { method: 'POST', headers, body: '{"a":1}' }))
  expect(await sendAgain(store, sentRequest(store.requests.entries[0]!))).toBe('201 Created')
  expect(await store.read('notes')).toHaveLength(1)
  await store.close()
})
