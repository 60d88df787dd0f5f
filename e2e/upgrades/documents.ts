// Documents that people keep in files and links: a scenario with every member, and the view of a store filled from it.

import type { Scenario } from '../../src/engine/scenario/scenario.ts'
import type { Store } from '../../src/engine/store.ts'
import type { Shared } from '../../src/playground/panels/share/share-link.ts'

/** A fixture: documents as a version wrote them, and what that version showed of a store made from each. */
export interface Documents {
  readonly scenario: Scenario
  /** As `JSON.stringify(await store.snapshot())` gives it. */
  readonly snapshot: string
  /** As `rillbox export` prints it. */
  readonly exported: string
  readonly seen: unknown
  /** The fragment of the playground's link, and what it stands for. */
  readonly link: { readonly fragment: string; readonly shared: Shared }
}

const counting = `fromCategory('order').foreachStream().when({
  $init: () => ({ n: 0 }),
  placed: (state, event) => { emit('placements', 'counted', { total: event.data.total }); return { n: state.n + 1 } },
})`

/** For new fixtures only: the tests read the scenario of each fixture. */
export const fullScenario: Scenario = {
  version: 1,
  title: 'Orders – “Bestellungen”',
  description: 'Every member of a scenario.',
  clock: '2026-01-01T09:00:00Z',
  users: [
    { login: 'kim', password: 'secret', fullName: 'Kim K.', groups: ['clerks'] },
    { login: 'lee', password: 'secret', disabled: true },
  ],
  streams: { 'order-1': { $maxCount: 100, $acl: { $r: ['clerks', '$admins'] }, note: 'kept' } },
  events: [
    {
      stream: 'order-1',
      type: 'placed',
      data: { total: 12.5, item: 'Käse 🧀' },
      metadata: { by: 'ann' },
      id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21',
    },
    { stream: 'order-2', type: 'placed', data: { total: 3 }, at: '2026-01-01T09:30:00.500Z', id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c22' },
    { stream: 'order-2', type: 'noted', data: 'a text', isJson: false, id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c23' },
    { stream: 'links', type: '$>', data: '0@order-1', id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c24' },
  ],
  projections: [
    { name: 'count', query: counting, mode: 'continuous', emit: true, checkpoints: true, track: true },
    { name: 'once', query: 'fromAll().when({ placed: (s) => ({ total: 1 }) })', mode: 'one-time' },
    { name: 'asleep', query: 'fromAll().when({})', enabled: false },
  ],
  lesson: [
    {
      text: 'Place an order.',
      send: {
        method: 'POST',
        path: '/streams/order-3',
        headers: { 'content-type': 'application/json', 'ES-EventType': 'placed' },
        body: { total: 1 },
      },
      expect: [{ status: 201 }, { stream: 'order-3', events: [{ number: 0, type: 'placed', data: { total: 1 } }] }],
    },
    { text: 'Look.', expect: [{ projection: 'count', partition: 'order-3', state: { n: 1 } }] },
  ],
  next: { title: 'Another', src: 'another.json' },
}

const address = 'http://127.0.0.1:2113'
const get = async (store: Store, path: string, headers: Record<string, string>): Promise<readonly [number, string]> => {
  const response = await store.fetch(new Request(address + path, { headers }))
  return [response.status, await response.text()]
}
const basic = (login: string, password: string): string => `Basic ${btoa(`${login}:${password}`)}`
const admin = basic('admin', 'changeit')

/** The view that readers have of a store that holds the scenario, once projections are at rest. */
export async function lookAt(store: Store): Promise<unknown> {
  await store.settled()
  const names = ['order-1', 'order-2', 'links', 'placements']
  const json = { accept: 'application/json' }
  const seen = {
    events: await Promise.all(names.map((name) => store.read(name))),
    states: await Promise.all([store.state('count', 'order-1'), store.state('count', 'order-2'), store.state('once')]),
    metadata: await get(store, '/streams/order-1/metadata', { ...json, authorization: admin }),
    rights: await Promise.all(
      [basic('kim', 'secret'), basic('lee', 'secret'), basic('kim', 'wrong')].map(
        async (authorization) => (await get(store, '/streams/order-1/0', { ...json, authorization }))[0],
      ),
    ),
    asleep: JSON.parse((await get(store, '/projection/asleep', { ...json, authorization: admin }))[1]).status,
  }
  return JSON.parse(JSON.stringify(seen))
}
