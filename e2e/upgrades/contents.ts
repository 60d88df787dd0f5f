// Fills a store with every kind of content that storages keep in a form of their own, and asks for it again.

/** The part of a store that all versions have. */
export interface AnyStore {
  fetch(request: Request): Promise<Response>
  settled(): Promise<unknown>
  close(): Promise<unknown>
}

const base = 'http://127.0.0.1:2113'
const authorization = `Basic ${btoa('admin:changeit')}`

/** Streams that a projection writes together; more than a record has in its index. */
export const customers = Array.from({ length: 66 }, (_, index) => `customer-${index}`)

/** Rounds in which all customers order: more places in records of many streams than a head keeps. */
export const rounds = 18

/** @param seed distinguishes ids of different appends. */
const idOf = (seed: number): string => `${seed.toString(16).padStart(8, '0')}-0000-4000-8000-00000000000a`

interface Sent {
  readonly eventId: string
  readonly eventType: string
  readonly data: unknown
  readonly metadata?: unknown
}

export const sent = (first: number, count: number, data: (index: number) => unknown): Sent[] =>
  Array.from({ length: count }, (_, index) => ({ eventId: idOf(first + index), eventType: `Type${index % 3}`, data: data(index) }))

/** @returns the answer's text. @throws Error if the answer is no success. */
export async function ask(
  store: AnyStore,
  method: string,
  path: string,
  body?: BodyInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const init = { method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) }
  const response = await store.fetch(new Request(base + path, init))
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text
}

export const append = (
  store: AnyStore,
  stream: string,
  events: readonly Sent[],
  headers: Readonly<Record<string, string>> = {},
): Promise<string> =>
  ask(store, 'POST', `/streams/${stream}`, JSON.stringify(events), {
    'content-type': 'application/vnd.eventstore.events+json',
    ...headers,
  })

export const copying = `fromStream('orders').partitionBy(e => e.data.customer).when({
  $init: () => ({ count: 0, last: null }),
  $any: (s, e) => {
    s.count++
    s.last = e.data.round
    linkTo('of-' + e.data.customer, e)
    if (e.data.round === 3 && e.data.customer === 'customer-0')
      for (let copy = 0; copy < 100; copy++) emit('copies', 'Copied', { copy })
    return s
  },
})`

const counting = `fromAll().when({ $init: () => ({ count: 0 }), Type1: (s) => { s.count++; return s } })`

/** One order of every customer. @param round distinguishes the rounds. */
export const orders = (round: number): Sent[] =>
  sent(0x10_0000 + round * 0x100, customers.length, (index) => ({ customer: customers[index], round }))

/** Fills an empty store, through requests only. */
export async function fill(store: AnyStore): Promise<void> {
  const json = { 'content-type': 'application/json' }
  await append(
    store,
    'single',
    sent(1, 1, () => ({ text: 'ä \u{1f600} "quoted" \\ 1.50' })),
  )
  await append(store, 'single', [{ ...sent(2, 1, () => ({ b: 1, a: [1, 2.5, null] }))[0]!, metadata: { user: 'someone' } }])
  await ask(store, 'POST', '/streams/bytes', Uint8Array.from([0, 1, 254, 255]), {
    'content-type': 'application/octet-stream',
    'es-eventid': idOf(3),
    'es-eventtype': 'Bytes',
  })
  await append(
    store,
    'bulk',
    sent(0x1000, 600, (index) => ({ index })),
  )
  // More heads than share a page.
  for (let index = 0; index < 200; index++)
    await append(
      store,
      `tiny-${index}`,
      sent(0x20_0000 + index, 1, () => 'tiny'),
    )
  await append(
    store,
    'short',
    sent(0x2000, 20, (index) => ({ index })),
  )
  await append(store, 'short/metadata', [
    { eventId: idOf(4), eventType: '$user-updated', data: { $maxCount: 3, $acl: { $r: ['$all'] }, own: 'kept' } },
  ])
  await append(
    store,
    'deleted',
    sent(0x3000, 3, (index) => ({ index })),
  )
  await ask(store, 'DELETE', '/streams/deleted')
  await append(
    store,
    'again',
    sent(0x3100, 3, (index) => ({ index })),
  )
  await ask(store, 'DELETE', '/streams/again')
  await append(
    store,
    'again',
    sent(0x3200, 2, (index) => ({ index })),
  )
  await append(
    store,
    'gone',
    sent(0x3300, 3, (index) => ({ index })),
  )
  await ask(store, 'DELETE', '/streams/gone', undefined, { 'es-harddelete': 'true' })
  const user = { loginName: 'ouro', fullName: 'Ouro', groups: ['ops'], password: 'secret' }
  await ask(store, 'POST', '/users/', JSON.stringify(user), json)
  await ask(store, 'PUT', '/subscriptions/single/group', JSON.stringify({ startFrom: 0 }), json)
  await ask(store, 'POST', '/projections/continuous?name=copying&emit=yes&enabled=yes', copying, json)
  await ask(store, 'POST', '/projections/continuous?name=counting&enabled=yes', counting, json)
  for (let round = 0; round < rounds; round++) {
    await append(store, 'orders', orders(round))
    await store.settled()
    // A checkpoint of all partitions, which are written together.
    if (round % 6 === 5) await restart(store, 'copying')
  }
  await ask(store, 'POST', '/admin/scavenge')
  await scavenged(store)
  await store.settled()
  // A run without a checkpoint begins again, and no longer meets what was scavenged.
  await restart(store, 'counting')
}

/** Stops a projection, which writes a checkpoint, and starts it again. */
async function restart(store: AnyStore, name: string): Promise<void> {
  await ask(store, 'POST', `/projection/${name}/command/disable`)
  await until(async () => (JSON.parse(await ask(store, 'GET', `/projection/${name}`)) as { status: string }).status.startsWith('Stopped'))
  await ask(store, 'POST', `/projection/${name}/command/enable`)
  await store.settled()
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('It did not happen.')
}

/** Waits for the end of a scavenge, which is logged as well as its start. */
const scavenged = (store: AnyStore): Promise<void> =>
  until(async () => {
    const text = await ask(store, 'GET', '/streams/%24scavenges', undefined, { accept: 'application/json' }).catch(() => '{"entries":[]}')
    return (JSON.parse(text) as { entries: unknown[] }).entries.length === 2
  })

const atom = { accept: 'application/vnd.eventstore.atom+json' }

/** The clients' view of the contents: members that no version answers differently. */
export interface Seen {
  /** By path; entries of a page from the oldest to the newest. */
  readonly pages: Readonly<Record<string, readonly unknown[]>>
  /** By path: bodies of other answers. */
  readonly texts: Readonly<Record<string, unknown>>
}

const pagePaths = [
  '/streams/single',
  '/streams/bytes',
  '/streams/bulk',
  '/streams/short',
  '/streams/again',
  '/streams/orders',
  '/streams/copies',
  ...[0, 33, 65].map((index) => `/streams/of-customer-${index}`),
]

const textPaths = [
  '/streams/short/metadata',
  '/projection/copying/state?partition=customer-0',
  '/projection/copying/state?partition=customer-65',
  '/projection/copying/state?partition=customer-33',
  '/projection/counting/state',
  '/users/ouro',
]

export async function look(store: AnyStore): Promise<Seen> {
  const seen = { pages: {} as Record<string, unknown[]>, texts: {} as Record<string, unknown> }
  for (const path of pagePaths) seen.pages[path] = await readAll(store, path)
  for (const path of textPaths)
    seen.texts[path] = withoutTimes(JSON.parse(await ask(store, 'GET', path, undefined, { accept: 'application/json' })))
  return seen
}

/** Members that tell what readers need to know of an event. */
const kept = [
  'eventId',
  'eventType',
  'eventNumber',
  'streamId',
  'data',
  'metaData',
  'isJson',
  'updated',
  'positionStreamId',
  'positionEventNumber',
]

async function readAll(store: AnyStore, path: string): Promise<unknown[]> {
  const all: unknown[] = []
  for (let from = 0; ; from += 1000) {
    const page = `${path}/${from}/forward/1000?embed=body`
    const { entries } = JSON.parse(await ask(store, 'GET', page, undefined, atom)) as { entries: Record<string, unknown>[] }
    all.push(...entries.toReversed().map((entry) => Object.fromEntries(kept.map((name) => [name, entry[name]]))))
    if (entries.length === 0) return all
  }
}

/** The time of a user's last change has another spelling in each version. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, member: unknown) => (name === 'dateLastUpdated' ? undefined : member))
