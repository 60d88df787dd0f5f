// The requests of the official administration pages, polling included, get what those pages read from the answers.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { append, openPage, startStore, storeAddress } from './harness.ts'
import type { AdminExchange, AdminRequest, PolledPage } from './pages/admin-ui.ts'

test.beforeEach(async ({ page }) => {
  await openPage(page, 'admin-ui.html')
  await startStore(page)
  await page.evaluate((base) => void window.openAdminUi(base), storeAddress)
})

const signIn = (page: Page, password = 'changeit'): Promise<AdminExchange> =>
  page.evaluate((given) => window.adminUi.signIn('admin', given), password)

const send = (page: Page, request: AdminRequest): Promise<AdminExchange> => page.evaluate((given) => window.adminUi.send(given), request)

const exchanges = (page: Page): Promise<AdminExchange[]> => page.evaluate(() => window.adminUi.exchanges)

async function read<T>(page: Page, path: string, accept?: string): Promise<T> {
  const { status, body } = await send(page, { path, ...(accept && { accept }) })
  expect(status, path).toBe(200)
  return JSON.parse(body!) as T
}

/** Opens a page that polls, and waits until it has asked each of its questions so often. */
async function poll(page: Page, name: PolledPage, times: number): Promise<AdminExchange[]> {
  const before = (await exchanges(page)).length
  await page.evaluate((opened) => window.adminUi.open(opened), name)
  const polled = async () => (await exchanges(page)).slice(before).filter(({ ended }) => ended !== undefined)
  const paths = new Set((await exchanges(page)).slice(before).map(({ path }) => path))
  await expect.poll(async () => (await polled()).length).toBeGreaterThanOrEqual(times * paths.size)
  await page.evaluate(() => window.adminUi.close())
  return polled()
}

const lastOf = (polled: readonly AdminExchange[], path: string): unknown =>
  JSON.parse(polled.findLast((exchange) => exchange.path === path)!.body!)

test('signing in: the node tells who it is to everybody, and refuses a wrong password', async ({ page }) => {
  expect(await read(page, '/info')).toMatchObject({
    esVersion: '23.10.6.0',
    features: { projections: true, userManagement: true, atomPub: true },
    authentication: { type: 'internal' },
  })
  expect((await signIn(page, 'wrong')).status).toBe(401)
  expect((await signIn(page)).status).toBe(200)
  const options = await read<{ name: string; value: string }[]>(page, '/info/options')
  expect(options.find(({ name }) => name === 'ClusterSize')).toMatchObject({ value: '1' })
  expect(await read(page, '/sys/subsystems')).toEqual(['Projections'])
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

test('projections: the list, and one of them with everything that is polled of it', async ({ page }) => {
  await signIn(page)
  const { projections } = lastOf(await poll(page, 'projections', 1), '/projections/all-non-transient') as {
    projections: { name: string; statusUrl: string }[]
  }
  expect(projections.map(({ name }) => name)).toContain('$by_category')
  for (const { statusUrl } of projections) expect((await send(page, { path: statusUrl.slice(storeAddress.length) })).status).toBe(200)

  await page.evaluate((base) => void window.openAdminUi(base), storeAddress)
  await signIn(page)
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
})

test('streams: what changed lately, one event with its neighbours, access rights', async ({ page }) => {
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
  const written = await send(page, { method: 'POST', path: '/streams/$$orders', type: 'application/json', body: list })
  expect(written.status).toBe(201)
  expect(await read(page, '/streams/%24%24orders/head')).toEqual(list)
  expect((await append(page, 'orders', 'Placed')).status).toBe(401)
})

test('the page of a quiet stream has one request waiting, and sees what is written', async ({ page }) => {
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
  expect((await send(page, { method: 'PUT', path: '/subscriptions/orders/mailers', body: form })).status).toBe(201)
  const [group] = lastOf(await poll(page, 'subscriptions', 2), '/subscriptions') as Record<string, unknown>[]
  expect(group).toMatchObject({ eventStreamId: 'orders', groupName: 'mailers', status: 'Live', connectionCount: 0 })
  const { checkpoints: _, ...configured } = form
  expect(await read(page, '/subscriptions/orders/mailers/info')).toMatchObject({ config: configured })

  const accept = 'application/vnd.eventstore.competingatom+json'
  const parked = '/subscriptions/viewparkedmessages/orders/mailers/head/backward/20?embed=tryharder'
  expect((await send(page, { path: parked, accept })).status).toBe(404)
  const { entries } = await read<{ entries: { links: { relation: string; uri: string }[] }[] }>(
    page,
    '/subscriptions/orders/mailers/1',
    accept,
  )
  const nack = entries[0]!.links.find(({ relation }) => relation === 'nack')!.uri.slice(storeAddress.length)
  expect((await send(page, { method: 'POST', path: `${nack}?action=park` })).status).toBe(202)
  expect(await read(page, parked, accept)).toMatchObject({ entries: [{ positionEventNumber: 0, streamId: 'orders', eventNumber: 0 }] })
})

test('scavenges: nothing before the first, then its log, newest first', async ({ page }) => {
  await signIn(page)
  const [nothing] = await poll(page, 'scavenges', 1)
  expect(nothing!.status).toBe(404)
  const { body } = await send(page, { method: 'POST', path: '/admin/scavenge' })
  const { scavengeId } = JSON.parse(body!) as { scavengeId: string }

  interface Log {
    readonly entries: readonly { readonly eventType: string; readonly data: string }[]
  }
  const log = async () => (await read<Log>(page, `/streams/$scavenges/${scavengeId}/head/20?embed=tryharder`)).entries
  await expect.poll(async () => (await log()).map(({ eventType }) => eventType)).toEqual(['$scavengeCompleted', '$scavengeStarted'])
  expect(JSON.parse((await log())[0]!.data)).toMatchObject({ scavengeId, result: 'Success', error: null })
  const runs = await read<Log>(page, '/streams/$scavenges?embed=tryharder')
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
  await expect.poll(() => read(page, `${query}/state`)).toEqual({ n: 3 })
  expect(await read(page, `${query}/statistics`)).toMatchObject({ projections: [{ progress: 100 }] })
  expect((await send(page, { method: 'POST', path: `${query}/command/disable` })).status).toBe(200)
})
