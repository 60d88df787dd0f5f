// A run with everything that writes: queries of every kind and mode, system projections, a fault, a subscription, and time that passes.

import type { Storage } from '../../storage/storage.ts'
import { repeatableEnvironment } from '../clock/repeatable-environment.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { createStore } from '../store.ts'

const scenario: Scenario = {
  version: 1,
  users: [{ login: 'kim', password: 'secret', groups: ['clerks'] }],
  events: Array.from({ length: 80 }, (_, n) => ({ stream: `cart-${n % 7}`, type: n % 2 === 0 ? 'Added' : 'Removed', data: { n } })),
  projections: [
    {
      name: 'sums',
      query: `fromCategory('cart').foreachStream()
        .when({ $init: () => ({ n: 0 }), Added: (s, e) => { s.n += e.data.n; return s } }).outputState()`,
    },
    {
      name: 'emitter',
      track: true,
      query: `fromAll().when({ Added: (s, e) => { emit('out-' + e.data.n % 5, 'Out', { r: Math.random(), at: Date.now() }); linkTo('links', e) } })`,
    },
    {
      name: 'of-outputs',
      query: `fromCategory('out').partitionBy((e) => String(e.data.r).slice(0, 3))
        .when({ $init: () => ({ n: 0 }), Out: (s) => { s.n++; return s } }).transformBy((s) => ({ twice: s.n * 2 })).outputState()`,
    },
    { name: 'once', mode: 'one-time', query: 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++; return s } })' },
    { name: 'passing', mode: 'transient', query: 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++; return s } })' },
    { name: 'failing', query: "fromAll().when({ Removed: (s, e) => { if (e.data.n > 50) throw new Error('no stock') } })" },
  ],
}

/** @returns the snapshot at the end, as text. Nothing waits for projections between the requests. */
export async function repeatableRun(storage?: Storage): Promise<string> {
  const environment = repeatableEnvironment({ seed: 7 })
  const store = createStore({ environment, ...(storage && { storage }) })
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<void> => {
    await (await store.direct(new Request(`http://store${path}`, { method, headers, body }))).arrayBuffer()
  }
  await store.seed(scenario)
  for (let n = 0; n < 10; n++) {
    await store.append(`cart-${n % 3}`, [
      { type: 'Added', data: { n } },
      { type: 'Removed', data: { n } },
    ])
    environment.advance(100)
  }
  await send('PUT', '/subscriptions/cart-1/clerks', { 'content-type': 'application/json' }, '{"startFrom":0,"resolveLinktos":true}')
  await send('GET', '/subscriptions/cart-1/clerks/5', { accept: 'application/vnd.eventstore.competingatom+json' })
  await send('POST', '/projection/sums/command/reset')
  await store.append(
    'cart-many',
    Array.from({ length: 100 }, (_, n) => ({ type: 'Added', data: { n } })),
  )
  environment.advance(60_000)
  const snapshot = await store.snapshot()
  await store.close()
  return JSON.stringify(snapshot)
}

/** Where two texts differ, with some context, as a diff of megabytes would tell nothing; undefined if they are equal. */
export function differenceOf(one: string, other: string): string | undefined {
  if (one === other) return undefined
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return `${one.slice(Math.max(0, at - 300), at + 100)} … ${other.slice(Math.max(0, at - 300), at + 100)}`
}
