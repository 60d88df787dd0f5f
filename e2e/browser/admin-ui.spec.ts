// The requests of the official administration pages, polling included, get answers with everything those pages read.

import { expect, test } from '@playwright/test'
import { exchanges, lastOf, poll, read, readState, send, signIn } from './admin-ui.ts'
import { append, openPage, startStore, storeAddress } from '../harness.ts'

test.beforeEach(async ({ page }) => {
  await openPage(page, 'admin-ui.html')
  // The pages are those of the older server.
  await startStore(page, { release: '23.10' })
  await page.evaluate((base) => void window.openAdminUi(base), storeAddress)
})

test('signing in: the node introduces itself to every caller, and refuses a wrong password', async ({ page }) => {
  expect(await read(page, '/info')).toMatchObject({
    esVersion: '23.10.6.0',
    features: { projections: true, userManagement: true, atomPub: true },
    authentication: { type: 'internal' },
  })
  expect((await signIn(page, 'wrong')).status).toBe(401)
  expect((await signIn(page)).status).toBe(200)
  const options = await read<{ name: string; value: string }[]>(page, '/info/options')
  expect(options.find(({ name }) => name === 'ClusterSize')).toMatchObject({ value: '1' })
})

test('dashboard: queues with figures, no connections', async ({ page }) => {
  await signIn(page)
  const polled = await poll(page, 'dashboard', 2)
  const { es } = lastOf(polled, '/stats') as { es: { queue: Record<string, Record<string, unknown>> } }
  for (const queue of Object.values(es.queue))
    expect(queue).toMatchObject({
      queueName: expect.any(String),
      groupName: expect.any(String),
      avgItemsPerSecond: expect.any(Number),
      avgProcessingTime: expect.any(Number),
      totalItemsProcessed: expect.any(Number),
      length: expect.any(Number),
      lengthCurrentTryPeak: expect.any(Number),
      inProgressMessage: expect.any(String),
      lastProcessedMessage: expect.any(String),
    })
  expect(lastOf(polled, '/stats/tcp')).toEqual([])
})

test('projections: created, edited, configured while stopped, deleted', async ({ page }) => {
  await signIn(page)
  await append(page, 'orders-1', 'Placed')
  const source = (step: number) =>
    `fromStream('orders-1').when({ $init: () => ({ n: 0 }), $any: (s) => { s.n += ${step}; return s } }).outputState()`
  const switches = 'emit=yes&checkpoints=yes&enabled=yes&trackemittedstreams=yes'
  const created = await send(page, { method: 'POST', path: `/projections/continuous?name=totals&${switches}`, body: source(1) })
  expect(created.status).toBe(201)
  await expect.poll(async () => (await send(page, { path: '/projection/totals/result' })).body).toBe('{"n":1}')

  const configuration = await read<Record<string, unknown>>(page, '/projection/totals/config')
  // Text fields give texts.
  const changed = { method: 'PUT', path: '/projection/totals/config', type: 'application/json' } as const
  const body = { ...configuration, checkpointAfterMs: '500' }
  expect((await send(page, { ...changed, body })).status).toBe(500)
  expect((await send(page, { method: 'POST', path: '/projection/totals/command/disable' })).status).toBe(200)
  expect((await send(page, { ...changed, body })).status).toBe(200)
  expect(await read(page, '/projection/totals/config')).toMatchObject({ checkpointAfterMs: 500 })

  expect((await send(page, { method: 'PUT', path: '/projection/totals/query?emit=yes', body: source(2) })).status).toBe(200)
  expect(await read(page, '/projection/totals/query?config=yes')).toMatchObject({ query: source(2), emitEnabled: true })
  expect((await send(page, { method: 'POST', path: '/projection/totals/command/reset' })).status).toBe(200)
  expect((await send(page, { method: 'POST', path: '/projection/totals/command/disable' })).status).toBe(200)
  const streams = 'deleteCheckpointStream=yes&deleteStateStream=yes&deleteEmittedStreams=yes'
  expect((await send(page, { method: 'DELETE', path: `/projection/totals?${streams}` })).status).toBe(200)
})

test('debugger: events from the position of the projection, a few at a time', async ({ page }) => {
  await signIn(page)
  for (let index = 0; index < 12; index++) await append(page, 'orders', 'Placed', { index })
  const source = "fromStream('orders').when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++; return s } })"
  await send(page, { method: 'POST', path: '/projections/continuous?name=steps&enabled=yes&checkpoints=yes', body: source })
  await expect.poll(() => readState(page, '/projection/steps')).toEqual({ n: 12 })
  for (const name of ['disable', 'reset', 'disable']) await send(page, { method: 'POST', path: `/projection/steps/command/${name}` })

  const { definition } = await read<{ definition: unknown }>(page, '/projection/steps/query?config=yes')
  const state = await send(page, { path: '/projection/steps/state' })
  let position: unknown = JSON.parse(state.position!)
  const numbers: number[] = []
  for (let asked = 0; asked < 3; asked++) {
    const answer = await send(page, {
      method: 'POST',
      path: '/projections/read-events',
      body: { query: definition, position, maxEvents: 10 },
    })
    const { events } = JSON.parse(answer.body!) as { events: { eventNumber?: number; readerPosition: unknown }[] }
    // A number that is 0 is left out.
    numbers.push(...events.map(({ eventNumber = 0 }) => eventNumber))
    position = events.at(-1)?.readerPosition ?? position
  }
  expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('projections: the list, and one of them with all its polled figures', async ({ page }) => {
  await signIn(page)
  const { projections } = lastOf(await poll(page, 'projections', 1), '/projections/all-non-transient') as {
    projections: { name: string; statusUrl: string }[]
  }
  expect(projections.map(({ name }) => name)).toContain('$by_category')
  expect(lastOf(await poll(page, 'queries', 1), '/projections/any')).toMatchObject({ projections: expect.any(Array) })
  for (const { statusUrl } of projections) expect((await send(page, { path: statusUrl.slice(storeAddress.length) })).status).toBe(200)

  const one = await poll(page, 'projection', 2)
  expect(one.filter(({ status }) => status !== 200)).toEqual([])
  const { projections: details } = lastOf(one, '/projection/$by_category/statistics') as { projections: unknown[] }
  expect(details).toMatchObject([{ name: '$by_category', status: expect.any(String), stateReason: expect.any(String) }])
})

test('users: created, listed with their groups, disabled', async ({ page }) => {
  await signIn(page)
  const created = { loginName: 'ann', fullName: 'Ann', password: 'secret', groups: [] }
  expect((await send(page, { method: 'POST', path: '/users/', body: created })).status).toBe(201)
  const { data } = lastOf(await poll(page, 'users', 2), '/users/') as { data: { loginName: string; groups: string[]; disabled: boolean }[] }
  expect(data.map(({ loginName, groups }) => [loginName, groups])).toEqual([
    ['admin', ['$admins']],
    ['ann', []],
    ['ops', ['$ops']],
  ])
  expect((await send(page, { method: 'POST', path: '/users/ann/command/disable' })).status).toBe(200)
  expect(await read(page, '/users/ann')).toMatchObject({ data: { disabled: true } })
  expect((await send(page, { method: 'POST', path: '/users/ann/command/enable' })).status).toBe(200)
  expect((await send(page, { method: 'PUT', path: '/users/ann', body: { fullName: 'Anne', groups: ['$ops'] } })).status).toBe(200)
  const reset = { method: 'POST', path: '/users/ann/command/reset-password', body: { newPassword: 'new' } }
  expect((await send(page, reset)).status).toBe(200)
  expect(await read(page, '/users/ann')).toMatchObject({ data: { fullName: 'Anne', groups: ['$ops'], disabled: false } })
  expect((await send(page, { method: 'DELETE', path: '/users/ann' })).status).toBe(200)
  expect((await send(page, { path: '/users/ann' })).status).toBe(404)
})

test('streams: recent changes, one event with its neighbours, access rights', async ({ page }) => {
  await signIn(page)
  await append(page, 'orders', 'Placed', { total: 5 })
  const changed = await read<{ entries: { streamId: string }[] }>(page, '/streams/$all/head/100?embed=rich')
  expect(changed.entries.map(({ streamId }) => streamId)).toContain('orders')

  const atom = 'application/vnd.eventstore.atom+json'
  const event = { eventNumber: 0, positionEventNumber: 0, positionStreamId: 'orders', data: '{\n  "total": 5\n}' }
  expect(await read(page, '/streams/orders/0?embed=tryharder', atom)).toMatchObject(event)
  expect((await send(page, { path: '/streams/orders/1?embed=tryharder', accept: atom })).status).toBe(404)

  expect(await read(page, '/streams/%24%24orders/head')).toEqual({})
  const list = { $acl: { $r: '$all', $w: 'admin' } }
  // Without an id: the browser itself follows to where the event gets one.
  const metadata = { method: 'POST', path: '/streams/$$orders', type: 'application/json', eventType: '$metadata' }
  const written = await send(page, { ...metadata, body: list })
  expect(written.status).toBe(201)
  expect(await read(page, '/streams/%24%24orders/head')).toEqual(list)
  expect((await append(page, 'orders', 'Placed')).status).toBe(401)
  expect(await read(page, '/streams/orders/metadata?embed=tryharder', atom)).toMatchObject({ streamId: '$$orders', eventType: '$metadata' })
})

test('streams: an event from the form, pages by their links, deleted', async ({ page }) => {
  await signIn(page)
  expect((await send(page, { path: '/streams/orders' })).status).toBe(404)
  const id = (index: number) => `310423${index + 10}-2315-2315-2315-179531042315`
  for (let index = 0; index < 45; index++) {
    const body = [{ eventId: id(index), eventType: 'Placed', data: { index }, metadata: {} }]
    const added = await send(page, { method: 'POST', path: '/streams/orders', type: 'application/vnd.eventstore.events+json', body })
    expect(added.status).toBe(201)
  }
  interface Feed {
    readonly entries: readonly { readonly positionEventNumber: number }[]
    readonly links: readonly { readonly relation: string; readonly uri: string }[]
  }
  const open = (path: string) => read<Feed>(page, `${path}?embed=tryharder`)
  const follow = ({ links }: Feed, name: string) => open(links.find(({ relation }) => relation === name)!.uri.slice(storeAddress.length))
  const ends = ({ entries }: Feed) => [entries[0]!.positionEventNumber, entries.at(-1)!.positionEventNumber]
  const newest = await open('/streams/orders')
  const older = await follow(newest, 'next')
  const oldest = await follow(older, 'last')
  expect([newest, older, oldest, await follow(oldest, 'previous'), await follow(oldest, 'first')].map(ends)).toEqual([
    [44, 25],
    [24, 5],
    [19, 0],
    [39, 20],
    [44, 25],
  ])
  expect((await send(page, { method: 'DELETE', path: '/streams/orders' })).status).toBe(204)
  expect((await send(page, { path: '/streams/orders/44?embed=tryharder' })).status).toBe(404)
})

test('the page of a quiet stream has one request waiting, and sees new events', async ({ page }) => {
  await signIn(page)
  await append(page, 'quiet', 'First')
  await page.evaluate(() => void window.adminUi.openStream('quiet'))
  const asked = async () => (await exchanges(page)).filter(({ path }) => path.startsWith('/streams/quiet'))
  await expect.poll(async () => (await asked()).length).toBe(2)
  // As long as nothing happens the server holds the second request: the page has nothing to ask.
  await page.waitForTimeout(2000)
  expect((await asked()).map(({ path, ended }) => [path, ended !== undefined])).toEqual([
    ['/streams/quiet?embed=tryharder', true],
    ['/streams/quiet/1/forward/20', false],
  ])

  await append(page, 'quiet', 'Second')
  await expect.poll(async () => (await asked()).length).toBe(4)
  const [, waited, again, waiting] = await asked()
  expect(waited).toMatchObject({ status: 200 })
  expect((JSON.parse(again!.body!) as { entries: unknown[] }).entries).toHaveLength(2)
  expect(waiting!.path).toBe('/streams/quiet/2/forward/20')
  await page.evaluate(() => window.adminUi.close())
})

test('subscriptions: created with all fields of the form, listed, details, parked messages', async ({ page }) => {
  await signIn(page)
  await append(page, 'orders', 'Placed')
  const form = {
    checkpoints: 1000,
    resolveLinktos: false,
    startFrom: 0,
    messageTimeoutMilliseconds: 10_000,
    extraStatistics: false,
    maxRetryCount: 10,
    liveBufferSize: 500,
    bufferSize: 500,
    readBatchSize: 20,
    checkPointAfterMilliseconds: 1000,
    minCheckPointCount: 10,
    maxCheckPointCount: 500,
    maxSubscriberCount: 10,
    namedConsumerStrategy: 'Pinned',
  }
  const type = 'application/json'
  const group = '/subscriptions/orders/mailers'
  expect((await send(page, { method: 'PUT', path: group, type, body: form })).status).toBe(201)
  const [listed] = lastOf(await poll(page, 'subscriptions', 2), '/subscriptions') as Record<string, unknown>[]
  expect(listed).toMatchObject({ eventStreamId: 'orders', groupName: 'mailers', status: 'Live', connectionCount: 0 })
  const { checkpoints: _, ...configured } = form
  expect(await read(page, `${group}/info`)).toMatchObject({ config: configured })
  // The form for changes gives back its input, and knows no checkpoints.
  const edited = { ...configured, startFrom: '0', maxRetryCount: 5 }
  expect((await send(page, { method: 'POST', path: group, type, body: edited })).status).toBe(200)
  expect(await read(page, `${group}/info`)).toMatchObject({ config: { ...configured, maxRetryCount: 5 } })

  const accept = 'application/vnd.eventstore.competingatom+json'
  const parked = '/subscriptions/viewparkedmessages/orders/mailers/head/backward/20?embed=tryharder'
  const coming = (from: number) => `/subscriptions/viewparkedmessages/orders/mailers/${from}/forward/20?embed=tryharder`
  expect((await send(page, { path: parked, accept })).status).toBe(404)
  const { entries } = await read<{ entries: { links: { relation: string; uri: string }[] }[] }>(page, `${group}/1`, accept)
  const nack = entries[0]!.links.find(({ relation }) => relation === 'nack')!.uri.slice(storeAddress.length)
  expect((await send(page, { method: 'POST', path: `${nack}?action=park` })).status).toBe(202)
  const entry = { positionEventNumber: 0, streamId: 'orders', eventNumber: 0 }
  expect(await read(page, parked, accept)).toMatchObject({ entries: [entry] })
  expect(await read(page, coming(0), accept)).toMatchObject({ entries: [entry] })
  expect(await read(page, coming(1), accept)).toMatchObject({ entries: [] })
  expect((await send(page, { method: 'POST', path: `${group}/replayParked`, type, body: {} })).status).toBe(200)
  await expect.poll(() => read(page, parked, accept)).toMatchObject({ entries: [] })
  expect((await send(page, { method: 'DELETE', path: group })).status).toBe(200)
})

test('administration: enabled features; no scavenge before the first, then its log, newest first', async ({ page }) => {
  await signIn(page)
  expect(await read(page, '/sys/subsystems')).toEqual(['Projections'])
  const [nothing] = await poll(page, 'admin', 1)
  expect(nothing!.status).toBe(404)
  const { body } = await send(page, { method: 'POST', path: '/admin/scavenge' })
  const { scavengeId } = JSON.parse(body!) as { scavengeId: string }

  interface Log {
    readonly entries: readonly { readonly eventType: string; readonly data: string }[]
  }
  const log = async () => (await read<Log>(page, `/streams/$scavenges/${scavengeId}/head/20?embed=tryharder`)).entries
  await expect.poll(async () => (await log()).map(({ eventType }) => eventType)).toEqual(['$scavengeCompleted', '$scavengeStarted'])
  expect(JSON.parse((await log())[0]!.data)).toMatchObject({ scavengeId, result: 'Success', error: null })
  const runs = lastOf(await poll(page, 'admin', 1), '/streams/$scavenges?embed=tryharder') as Log
  expect(JSON.parse(runs.entries[0]!.data)).toMatchObject({ scavengeId })
})

test('query: created, run, watched until it has caught up, stopped', async ({ page }) => {
  await signIn(page)
  for (let index = 0; index < 3; index++) await append(page, 'orders', 'Placed')
  const source = "fromStream('orders').when({ $init: () => ({ n: 0 }), Placed: (s) => { s.n++; return s } })"
  const created = await send(page, { method: 'POST', path: '/projections/transient?emit=no&checkpoints=no&enabled=no', body: source })
  expect(created.status).toBe(201)
  const query = `/projection/${(JSON.parse(created.body!) as { name: string }).name}`
  expect((await send(page, { method: 'PUT', path: `${query}/query?emit=no`, body: source })).status).toBe(200)
  expect((await send(page, { method: 'POST', path: `${query}/command/enable` })).status).toBe(200)
  await expect.poll(() => readState(page, query)).toEqual({ n: 3 })
  // The page itself polls until it reads this.
  await expect.poll(() => read(page, `${query}/statistics`)).toMatchObject({ projections: [{ progress: 100 }] })
  expect((await send(page, { method: 'POST', path: `${query}/command/disable` })).status).toBe(200)
})
