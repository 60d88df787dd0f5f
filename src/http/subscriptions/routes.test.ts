import { beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'

const origin = 'http://node.test:2113'
const competingJson = 'application/vnd.eventstore.competingatom+json'
const competingXml = 'application/vnd.eventstore.competingatom+xml'

let store: Store
const clock = { now: 10_000 }

beforeEach(() => {
  clock.now = 10_000
  store = createStore({ security: 'insecure', systemProjections: false, environment: { now: () => clock.now } })
})

const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> =>
  store.fetch(new Request(origin + path, { method, headers, ...(body !== undefined && { body }) }))

const json = { 'Content-Type': 'application/json' }
const append = (stream: string, events: object[]) =>
  send('POST', `/streams/${stream}`, { 'Content-Type': 'application/vnd.eventstore.events+json' }, JSON.stringify(events))
const item = (n: number) => ({ eventId: `00000000-0000-4000-8000-00000000000${n}`, eventType: 'item', data: { n } })
const put = (path: string, configuration: object = {}) => send('PUT', path, json, JSON.stringify(configuration))
const take = async (path: string) => await (await send('GET', path, { Accept: competingJson })).json()

test.each([
  ['/subscriptions', 'GET, OPTIONS'],
  ['/subscriptions/s', 'GET, OPTIONS'],
  ['/subscriptions/restart', 'GET, POST, OPTIONS'],
  ['/subscriptions/s/g', 'PUT, POST, DELETE, GET, GET, OPTIONS'],
  ['/subscriptions/s/g/5', 'GET, OPTIONS'],
  ['/subscriptions/s/g/info', 'GET, GET, OPTIONS'],
  ['/subscriptions/s/g/ack', 'GET, POST, OPTIONS'],
  ['/subscriptions/s/g/nack', 'GET, POST, OPTIONS'],
  ['/subscriptions/s/g/replayParked', 'GET, POST, OPTIONS'],
  ['/subscriptions/s/g/ack/1', 'POST, OPTIONS'],
  ['/subscriptions/s/g/nack/1', 'POST, OPTIONS'],
  ['/subscriptions/viewparkedmessages/s/g/head/backward/5', 'GET, OPTIONS'],
  ['/subscriptions/viewparkedmessages/s/g/0/forward/5', 'GET, OPTIONS'],
])('%s allows %s', async (path, methods) => {
  expect((await send('OPTIONS', path)).headers.get('Access-Control-Allow-Methods')).toBe(methods)
})

describe('names', () => {
  test('are escaped in links, and only where a URL needs it in the location', async () => {
    const created = await put('/subscriptions/a%20b:%40%24/g%2Fh%3F')
    expect(created.headers.get('Location')).toBe(`${origin}/subscriptions/a%20b:@$/g/h%3F`)
    const url = `${origin}/subscriptions/a%20b%3A%40%24/g%2Fh%3F`
    expect(await take('/subscriptions/a%20b:%40%24/g%2Fh%3F')).toMatchObject({ id: url, title: `Messages for 'a b:@$/g/h?'` })
    const [summary] = await (await send('GET', '/subscriptions/a%20b:%40%24')).json()
    expect(summary).toMatchObject({
      eventStreamId: 'a b:@$',
      groupName: 'g/h?',
      getMessagesUri: `${url}/1`,
      parkedMessageUri: `${origin}/streams/%24persistentsubscription-a%20b%3A%40%24::g%2Fh%3F-parked`,
    })
  })
})

describe('a feed', () => {
  beforeEach(async () => {
    await append('s', [item(0), item(1)])
    await put('/subscriptions/s/g')
  })

  test('in XML has the retries of each message', async () => {
    const body = await (await send('GET', '/subscriptions/s/g/1', { Accept: competingXml })).text()
    const url = `${origin}/subscriptions/s/g`
    const id = '00000000-0000-4000-8000-000000000000'
    expect(body).toBe(
      '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">' +
        `<title>Messages for 's/g'</title><id>${url}</id><updated>1970-01-01T00:00:10Z</updated><author><name>Kurrent</name></author>` +
        `<link href="${url}/ack?ids=${id}" rel="ackAll" /><link href="${url}/nack?ids=${id}" rel="nackAll" />` +
        `<link href="${url}/1" rel="previous" /><link href="${url}" rel="self" />` +
        `<entry><title>0@s</title><id>${origin}/streams/s/0</id><updated>1970-01-01T00:00:10Z</updated><author><name>Kurrent</name></author>` +
        `<summary>item</summary><retryCount>0</retryCount><link href="${origin}/streams/s/0" rel="edit" />` +
        `<link href="${origin}/streams/s/0" rel="alternate" /><link href="${url}/ack/${id}" rel="ack" /><link href="${url}/nack/${id}" rel="nack" />` +
        '</entry></feed>',
    )
  })

  test('has the content of events, but not behind links', async () => {
    const feed = await take('/subscriptions/s/g/1?embed=content')
    expect(feed.entries).toMatchObject([{ title: '0@s', content: { eventStreamId: 's', eventNumber: 0, eventId: item(0).eventId } }])
    const xml = await (
      await send('GET', '/subscriptions/s/g/1?embed=content', { Accept: 'application/vnd.eventstore.competingatom+xml' })
    ).text()
    expect(xml).toMatch(/rel="nack" \/><content type="application\/xml"><eventStreamId xmlns="">s<\/eventStreamId>/)
    await append('links', [{ ...item(5), eventType: '$>', data: '0@s' }])
    await put('/subscriptions/links/g', { resolveLinktos: true })
    expect((await take('/subscriptions/links/g/1?embed=content')).entries).toMatchObject([{ title: '0@s', content: null }])
  })

  test('tells no time where the first message is a link that leads nowhere', async () => {
    await append('links', [
      { ...item(5), eventType: '$>', data: '9@nowhere' },
      { ...item(6), eventType: '$>', data: '0@s' },
    ])
    await put('/subscriptions/links/g', { resolveLinktos: true })
    expect(await take('/subscriptions/links/g/2?embed=rich')).toMatchObject({
      updated: '0001-01-01T00:00:00Z',
      entries: [{ eventId: item(0).eventId, title: '0@s', summary: '$>', positionStreamId: 'links' }, { title: '9@nowhere' }],
    })
  })

  test('shows the events read ahead of a stream that is deleted for good, and the deletion', async () => {
    await send('DELETE', '/streams/s', { 'ES-HardDelete': 'true' })
    const feed = await take('/subscriptions/s/g/5?embed=rich')
    expect(feed.entries.map(({ title, summary }: { title: string; summary: string }) => [title, summary])).toEqual([
      ['9223372036854775807@s', '$streamDeleted'],
      ['1@s', 'item'],
      ['0@s', 'item'],
    ])
    const info = await (await send('GET', '/subscriptions/s/g/info')).text()
    expect(info).toContain('"lastKnownEventNumber": 9223372036854775807,')
  })
})

describe('settling', () => {
  beforeEach(async () => {
    await append('s', [item(0), item(1)])
    await put('/subscriptions/s/g')
    await take('/subscriptions/s/g/2')
  })

  const outstanding = async () => (await (await send('GET', '/subscriptions/s/g/info')).json()).outstandingMessagesCount

  test.each([
    ['ack/x', 400],
    ['ack?ids=', 400],
    [`ack?ids=${item(0).eventId},`, 400],
    [`nack?ids=${item(0).eventId},x&action=park`, 400],
    ['ack', 500],
    ['nack?action=park', 500],
  ])('%s does nothing', async (path, status) => {
    const reply = await send('POST', `/subscriptions/s/g/${path}`)
    expect([reply.status, await reply.text()]).toEqual([status, ''])
    expect(await outstanding()).toBe(2)
  })

  test('understands ids in every spelling', async () => {
    const reply = await send('POST', `/subscriptions/s/g/ack?ids={${item(0).eventId}},00000000000040008000000000000001`)
    expect([reply.status, reply.statusText, reply.headers.get('Content-Type')]).toEqual([202, 'Accepted', null])
    expect(await outstanding()).toBe(0)
  })

  test('accepts a missing group', async () => {
    const reply = await send('POST', `/subscriptions/nowhere/nobody/nack/${item(0).eventId}?action=PARK`)
    expect(reply.status).toBe(202)
    expect((await send('GET', '/streams/$persistentsubscription-nowhere::nobody-parked/0')).status).toBe(404)
  })
})

describe('parked messages', () => {
  const parked = '/streams/%24persistentsubscription-s::g-parked'

  beforeEach(async () => {
    await append('s', [item(0)])
    await put('/subscriptions/s/g', { maxRetryCount: 0, messageTimeoutMilliseconds: 1_000 })
    await take('/subscriptions/s/g')
    clock.now += 3_000
  })

  test.each([
    ['the stream', parked],
    ['one event', `${parked}/0`],
    ['everything', '/streams/$all'],
    ['the view', '/subscriptions/viewparkedmessages/s/g/head/backward/20'],
  ])('of a message that timed out show with the next read of %s', async (_name, path) => {
    const accept = path.includes('view') ? competingJson : 'application/vnd.eventstore.atom+json'
    const reply = await send('GET', path, { Accept: accept })
    expect(reply.status).toBe(200)
    expect(await reply.text()).toContain('0@s')
  })

  test('are viewed in XML as well', async () => {
    const reply = await send('GET', '/subscriptions/viewparkedmessages/s/g/0/forward/20')
    expect(reply.headers.get('Content-Type')).toBe(`${competingXml}; charset=utf-8`)
    expect(await reply.text()).toMatch(/^<\?xml .*<entry><title>0@s<\/title>/)
  })
})

describe('an unreadable configuration', () => {
  beforeEach(async () => {
    await put('/subscriptions/s/g')
    await append('$persistentSubscriptionConfig', [{ ...item(1), data: 'nonsense' }])
    await send('POST', '/subscriptions/restart')
  })

  test('stops the subsystem', async () => {
    expect((await send('GET', '/subscriptions/s/g')).status).toBe(408)
    expect((await put('/subscriptions/s/h')).status).toBe(408)
    expect((await put('/subscriptions/$all/h')).status).toBe(400)
    const list = await send('GET', '/subscriptions')
    expect([list.status, await list.text()]).toEqual([503, '[]'])
    const info = await send('GET', '/subscriptions/s/g/info')
    expect([info.status, await info.text()]).toEqual([503, ''])
    const restart = await send('POST', '/subscriptions/restart')
    expect([restart.status, restart.headers.get('Content-Type')]).toEqual([400, 'text/plain'])
  })
})

test('the stored configuration names the user who changed it', async () => {
  const stored = (of: Store) =>
    of.fetch(
      new Request(`${origin}/streams/$persistentSubscriptionConfig/head`, {
        headers: { Accept: 'application/json', Authorization: `Basic ${btoa('admin:changeit')}` },
      }),
    )
  await put('/subscriptions/s/g')
  expect(await (await stored(store)).json()).toMatchObject({ version: '2', updatedBy: 'system', entries: [{ stream: 's', group: 'g' }] })
  const secure = createStore({ systemProjections: false })
  const headers = { ...json, Authorization: `Basic ${btoa('ops:changeit')}` }
  await secure.fetch(new Request(`${origin}/subscriptions/s/g`, { method: 'PUT', headers, body: '{}' }))
  expect(await (await stored(secure)).json()).toMatchObject({ updatedBy: 'ops' })
})

test('a checkpoint time of 0 shows as the server shows its longest time', async () => {
  await put('/subscriptions/s/g', { checkPointAfterMilliseconds: 0 })
  const { config } = await (await send('GET', '/subscriptions/s/g/info')).json()
  expect(config.checkPointAfterMilliseconds).toBe(-2147483648)
})
