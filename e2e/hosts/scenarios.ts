// Ten conversations with a store that every host has to carry without changing a word.

import type { FaultRule } from '../../src/index.ts'

export interface Sent {
  readonly method?: string
  /** Below the base URL. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** `user:password`. */
  readonly auth?: string
  /** Letters stand for bytes: U+0000 to U+00FF. */
  readonly body?: string
}

export type Step =
  | Sent
  /** Waits until every projection has seen every event. */
  | 'settle'
  /** From here on the store has this fault. */
  | { readonly fault: FaultRule }
  /** Sent together; the first waits for the second. */
  | { readonly together: readonly [waiting: Sent, next: Sent] }

export interface HostScenario {
  readonly name: string
  readonly steps: readonly Step[]
}

const admin = 'admin:changeit'
const feed = { Accept: 'application/vnd.eventstore.atom+json' }
const json = { Accept: 'application/json' }
const batch = { 'Content-Type': 'application/vnd.eventstore.events+json' }

/** Event ids that differ in their last digits. */
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const events = (...types: readonly string[]): string =>
  JSON.stringify(types.map((eventType, index) => ({ eventId: id(index + 1), eventType, data: { index }, metadata: { by: 'kim' } })))

const append = (stream: string, body: string, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  path: `/streams/${stream}`,
  headers: { ...batch, ...headers },
  body,
})

const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, index) => index))

const count = "fromStream('orders').when({ $init: () => ({ n: 0 }), $any: (s) => ({ n: s.n + 1 }) }).outputState()"

export const scenarios: readonly HostScenario[] = [
  {
    name: 'append and read',
    steps: [
      append('orders', events('Placed', 'Paid')),
      { path: '/streams/orders?embed=body', headers: feed },
      { path: '/streams/orders/1', headers: json },
      { path: '/streams/orders/0/forward/1', headers: { Accept: 'application/atom+xml' } },
      { method: 'HEAD', path: '/streams/orders', headers: feed },
      { path: '/streams/orders', headers: { ...feed, 'If-None-Match': '"1;-2060438500"' } },
    ],
  },
  {
    name: 'expected versions and repeated writes',
    steps: [
      append('orders', events('Placed'), { 'ES-ExpectedVersion': '-1' }),
      append('orders', JSON.stringify([{ eventId: id(9), eventType: 'Late', data: {} }]), { 'ES-ExpectedVersion': '-1' }),
      append('orders', events('Placed'), { 'ES-ExpectedVersion': '-1' }),
      append('orders', 'no json'),
    ],
  },
  {
    name: 'bytes',
    steps: [
      {
        method: 'POST',
        path: '/streams/bytes',
        headers: { 'Content-Type': 'application/octet-stream', 'ES-EventType': 'Bytes', 'ES-EventId': id(1) },
        body: everyByte,
      },
      { path: '/streams/bytes/0', headers: { Accept: 'application/octet-stream' } },
      { path: '/streams/bytes/0', headers: json },
    ],
  },
  {
    name: 'names with escapes',
    steps: [
      append('a%2Fb', events('Slashed')),
      append('caf%C3%A9%20%C3%BC', events('Accented')),
      { path: '/streams/a%2Fb', headers: feed },
      { path: '/streams/a/b', headers: feed },
      { path: '/streams/caf%C3%A9%20%C3%BC', headers: feed },
      // The log from its start: its end depends on the progress of the system projections.
      { path: `/streams/%24all/${'0'.repeat(32)}/forward/2`, headers: feed, auth: admin },
    ],
  },
  {
    name: 'redirects',
    steps: [
      {
        method: 'POST',
        path: '/streams/orders',
        headers: { 'Content-Type': 'application/json', 'ES-EventType': 'Placed' },
        body: '{"total":1}',
      },
      { path: '/streams/orders/', headers: feed },
      { path: '/streams/orders/0', headers: json },
    ],
  },
  {
    name: 'access rights',
    steps: [
      { path: '/users', headers: json },
      { path: '/users', headers: json, auth: 'admin:wrong' },
      { path: '/users', headers: json, auth: admin },
      {
        method: 'POST',
        path: '/streams/orders/metadata',
        headers: { ...batch },
        auth: admin,
        body: JSON.stringify([{ eventId: id(1), eventType: '$metadata', data: { $acl: { $r: 'kim' } } }]),
      },
      append('orders', events('Placed')),
      { path: '/streams/orders', headers: feed },
      { path: '/streams/orders', headers: feed, auth: admin },
    ],
  },
  {
    name: 'projections',
    steps: [
      {
        method: 'POST',
        path: '/projections/continuous?name=count&emit=yes',
        headers: { 'Content-Type': 'application/json' },
        auth: admin,
        body: count,
      },
      append('orders', events('Placed', 'Paid', 'Shipped')),
      'settle',
      { path: '/projection/count/state', auth: admin },
      { path: '/projection/count/result', auth: admin },
      { path: '/streams/%24projections-count-result?embed=body', headers: feed, auth: admin },
      { method: 'POST', path: '/projection/count/command/disable', auth: admin, body: '' },
      { path: '/projection/count/query?config=true', headers: json, auth: admin },
      { method: 'DELETE', path: '/projection/count?deleteCheckpointStream=yes', auth: admin },
      { path: '/projection/count/state', auth: admin },
    ],
  },
  {
    name: 'persistent subscriptions',
    steps: [
      append('orders', events('Placed', 'Paid')),
      {
        method: 'PUT',
        path: '/subscriptions/orders/billing',
        headers: { 'Content-Type': 'application/json' },
        auth: admin,
        body: '{"resolveLinktos":false,"startFrom":0}',
      },
      { method: 'PUT', path: '/subscriptions/orders/billing', headers: { 'Content-Type': 'application/json' }, auth: admin, body: '{}' },
      {
        path: '/subscriptions/orders/billing/1?embed=body',
        headers: { Accept: 'application/vnd.eventstore.competingatom+json' },
        auth: admin,
      },
      { method: 'POST', path: `/subscriptions/orders/billing/ack/${id(1)}`, auth: admin, body: '' },
      { path: '/subscriptions/orders/billing/5', headers: { Accept: 'application/vnd.eventstore.competingatom+json' }, auth: admin },
      { method: 'DELETE', path: '/subscriptions/orders/billing', auth: admin },
    ],
  },
  {
    name: 'deletion and refusals',
    steps: [
      append('orders', events('Placed')),
      { method: 'DELETE', path: '/streams/orders' },
      { path: '/streams/orders', headers: feed },
      append('orders', JSON.stringify([{ eventId: id(9), eventType: 'Again', data: {} }])),
      { method: 'DELETE', path: '/streams/orders', headers: { 'ES-HardDelete': 'true' } },
      { path: '/streams/orders', headers: feed },
      append('orders', events('Never')),
      { path: '/nowhere' },
      { method: 'PUT', path: '/streams/orders', body: '' },
      { path: '/streams/orders/0', headers: { Accept: 'image/png' } },
      { path: '/info', headers: json },
    ],
  },
  {
    name: 'waiting and dropped connections',
    steps: [
      append('orders', events('Placed')),
      {
        together: [
          { path: '/streams/orders/1/forward/20', headers: { ...feed, 'ES-LongPoll': '20' } },
          append('orders', JSON.stringify([{ eventId: id(9), eventType: 'Paid', data: {} }])),
        ],
      },
      { fault: { kind: 'dropped', method: 'POST', times: 1 } },
      append('orders', events('Lost')),
      { fault: { kind: 'status', status: 503, reason: 'Out Of Order', body: 'come back', times: 1 } },
      { path: '/streams/orders', headers: feed },
      { path: '/streams/orders/0', headers: json },
    ],
  },
]
