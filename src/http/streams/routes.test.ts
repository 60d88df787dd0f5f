import { afterEach, describe, expect, it, test } from 'vitest'
import { StoreError } from '../../base/errors.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import * as media from './media-types.ts'
import { asAdmin, guid, linked, origin, storeWith } from '../store.fixture.ts'
import type { Call } from '../store.fixture.ts'

/** Aspects that the recordings of the server do not compare: CORS, lengths, seed errors, addresses, bytes. */
const shortList = 'Content-Type, X-Requested-With, X-PINGOTHER'
const seedMethods = 'DELETE, GET, POST, OPTIONS'

let given = storeWith()
afterEach(async () => {
  const [bug] = given.reported
  await given.store.close()
  if (bug) throw bug
  given = storeWith()
})

const listed = (body: BodyInit, headers: Record<string, string> = {}): Call => ({
  method: 'POST',
  headers: { 'Content-Type': media.eventsJson, ...headers },
  body,
})
const bare = (type: string, body: BodyInit, headers: Record<string, string> = {}): Call => ({
  method: 'POST',
  headers: { 'Content-Type': type, 'ES-EventType': 'T', 'ES-EventId': guid(1), ...headers },
  body,
})

/** Headers that tests look at; null stands for one that is not there. */
const headerNames = [
  'Access-Control-Allow-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Origin',
  'Allow',
  'Cache-Control',
  'Connection',
  'Content-Length',
  'Content-Type',
  'Keep-Alive',
  'Location',
  'WWW-Authenticate',
]

const answerOf = async (response: Response) => ({
  line: `${response.status} ${response.statusText}`,
  headers: Object.fromEntries(headerNames.map((name) => [name, response.headers.get(name)])),
  body: await response.text(),
})

describe('answers whose headers the seed fixes (streams-http §2.2)', () => {
  it('no such stream', async () => {
    expect(await answerOf(await given.get('/streams/nope', media.json))).toMatchObject({
      line: '404 Not Found',
      headers: {
        'Content-Type': '',
        'Content-Length': '0',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': shortList,
        'Access-Control-Allow-Methods': seedMethods,
        'Keep-Alive': 'timeout=15,max=100',
      },
      body: '',
    })
  })

  test.each<[string, string, Call, string]>([
    [
      '/streams/x',
      'JSON as XML, without any header',
      { method: 'POST', headers: { 'Content-Type': media.textXml }, body: '[{}]' },
      seedMethods,
    ],
    ['/streams/x', 'an object as a list', listed('{}'), seedMethods],
    ['/streams/x', 'broken JSON', bare(media.json, '{"a":'), seedMethods],
    ['/streams/x', 'broken XML', bare(media.xml, '<a>'), seedMethods],
    [`/streams/x/incoming/${guid(2)}`, 'broken JSON under an id', bare(media.json, '{'), 'GET, POST, OPTIONS'],
    [
      '/streams/x/metadata',
      'broken metadata',
      { ...bare(media.json, '{'), headers: { 'Content-Type': media.json, 'ES-EventId': guid(3) } },
      'GET, POST, GET, OPTIONS',
    ],
  ])('%s: %s', async (path, _, call, methods) => {
    expect(await answerOf(await given.call(path, call))).toMatchObject({
      line: '400 Write request body invalid',
      headers: {
        'Content-Type': 'text/plain',
        'Content-Length': '0',
        Connection: 'close',
        'Access-Control-Allow-Headers': shortList,
        'Access-Control-Allow-Methods': methods,
      },
      body: '',
    })
    expect((await given.get('/streams/x', media.json)).status).toBe(404)
  })
})

describe('methods of a path (streams-http §3.1)', () => {
  test.each([
    ['/streams/foo', 'POST, DELETE, GET, OPTIONS'],
    ['/streams/foo/', 'POST, DELETE, GET, OPTIONS'],
    ['/streams/foo/5', 'GET, OPTIONS'],
    ['/streams/foo/5/10', 'GET, OPTIONS'],
    ['/streams/foo/5/backward/10', 'GET, OPTIONS'],
    [`/streams/foo/incoming/${guid(1)}`, 'GET, POST, OPTIONS'],
    ['/streams/foo/metadata', 'GET, POST, GET, OPTIONS'],
    ['/streams/foo/metadata/', 'POST, GET, OPTIONS'],
    ['/streams/foo/metadata/5', 'GET, GET, OPTIONS'],
    ['/streams/foo/metadata/5/10', 'GET, OPTIONS'],
    ['/streams/foo/metadata/backward/10', 'GET, GET, OPTIONS'],
    ['/streams/$all', 'POST, DELETE, GET, GET, OPTIONS'],
    ['/streams/$all/', 'POST, DELETE, GET, GET, OPTIONS'],
    ['/streams/$all/head/10', 'GET, GET, OPTIONS'],
    ['/streams/$all/filtered', 'GET, GET, OPTIONS'],
    ['/streams/$all/filtered/head/backward/10', 'GET, OPTIONS'],
    ['/streams/$all/5', 'GET, OPTIONS'],
    ['/streams/$all/metadata/5', 'GET, GET, GET, OPTIONS'],
  ])('%s', async (path, methods) => {
    expect(await answerOf(await given.call(path, { method: 'OPTIONS' }))).toMatchObject({
      line: '200 OK',
      headers: { 'Access-Control-Allow-Methods': methods, 'Content-Type': null, Allow: null },
      body: '',
    })
    expect((await given.call(path, { method: 'PUT' })).headers.get('Access-Control-Allow-Methods')).toBe(methods)
  })

  test.each([
    '/streams',
    '/streams/',
    '/Streams/x',
    '/streams/x/1/',
    '/streams//5',
    '/streams/x/5/sideways/10',
    '/streams/x/filtered/0/forward/5',
  ])('%s is no path', async (path) => {
    expect(await answerOf(await given.call(path))).toMatchObject({
      line: '404 Not Found',
      headers: { 'Access-Control-Allow-Methods': null, 'Content-Type': null },
      body: '',
    })
  })
})

describe('redirects', () => {
  test.each([
    ['/streams/s25/', 'GET', `${origin}/streams/s25`],
    ['/streams/a%20b%2Fc%25%24/', 'DELETE', `${origin}/streams/a b%2Fc%25$`],
    ['/streams/s/?embed=body', 'GET', `${origin}/streams/s/?embed=bod`],
    ['/streams/$all/', 'GET', `${origin}/streams/$all`],
    ['/streams/%C3%A4/', 'GET', null],
  ])('%s %s', async (path, method, location) => {
    expect(await answerOf(await given.call(path, { method, headers: { Accept: media.json } }))).toMatchObject({
      line: '307 Temporary Redirect',
      headers: {
        Location: location,
        'Content-Type': '; charset=utf-8',
        'Content-Length': '17',
        'Cache-Control': location && 'max-age=31536000, public',
      },
      body: 'Moved Permanently',
    })
  })

  it('lead an event without an id to where it gets one', async () => {
    const withoutId = bare(media.json, '{"a":1}', { 'ES-EventId': '' })
    const response = await given.call('/streams/a%20%41', withoutId)
    expect(response.headers.get('Location')).toMatch(/^http:\/\/es\.test:2113\/streams\/a A\/incoming\/[0-9a-f-]{36}$/)
    const path = response.headers.get('Location')!.slice(origin.length)
    expect((await given.call(path, withoutId)).headers.get('Location')).toBe(`${origin}/streams/a%20A/0`)
    expect((await given.call(path, withoutId)).headers.get('Location')).toBe(`${origin}/streams/a%20A/0`)
    expect((await given.call('/streams/s?x=1', withoutId)).headers.get('Location')).toMatch(/\/streams\/incoming\/[0-9a-f-]{36}$/)
  })
})

describe('addresses', () => {
  it('honour forwarded addresses', async () => {
    await given.fill('s', 3)
    const feed = await given.feed('/streams/s', {
      'X-Forwarded-Prefix': 'p',
      'X-Forwarded-Host': 'a.example:8080',
      'X-Forwarded-Proto': 'https',
    })
    for (const { uri } of feed.links) expect(uri).toMatch(/^https:\/\/a\.example:8080\/p\/streams\/s/)
    for (const { id } of feed.entries) expect(id).toMatch(/^https:\/\/a\.example:8080\/p\/streams\/s\/\d$/)
  })

  it('hold the base path of the store', async () => {
    given = storeWith({ baseUrl: '/_store' })
    expect((await given.fill('s', 1)).status).toBe(404)
    const location = (await given.post('/_store/streams/s', [{}])).headers.get('Location')
    expect(location).toBe(`${origin}/_store/streams/s/0`)
    expect(linked(await given.feed('/_store/streams/s'), 'metadata')).toBe('/_store/streams/s/metadata')
    const description = await given.get('/_store/streams/s', '*/*')
    expect(description.status).toBe(406)
    expect(await description.json()).toMatchObject({ _links: { self: { href: '/_store/streams/s' }, streamSubscription: null } })
    expect((await given.get('/_store/streams/s/', media.json)).headers.get('Location')).toBe(`${origin}/_store/streams/s`)
  })

  it('are kept of names with slashes', async () => {
    expect((await given.post('/streams/a%2Fb%20c', [{}])).headers.get('Location')).toBe(`${origin}/streams/a%2Fb%20c/0`)
    expect((await given.feed('/streams/a%2Fb%20c')).entries[0]?.title).toBe('0@a/b c')
  })
})

describe('bodies', () => {
  it('of bytes come back as they were', async () => {
    const bytes = new Uint8Array([0, 255, 16, 195])
    await given.call('/streams/x', bare(media.bytes, bytes))
    const response = await given.get('/streams/x/0', media.bytes)
    expect(response.headers.get('Content-Type')).toBe(media.bytes)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
  })

  it('over the limit of one event are refused whole', async () => {
    const response = await given.post('/streams/x', [{ data: { a: 1 } }, { data: { a: 'x'.repeat(4_200_000) } }])
    expect(await answerOf(response)).toMatchObject({
      line: '413 Too large events received. Limit is 4194304 bytes.',
      headers: { 'Content-Type': null, 'Access-Control-Allow-Methods': 'POST, DELETE, GET, OPTIONS' },
      body: '',
    })
    expect((await given.get('/streams/x')).status).toBe(404)
  })

  it('with an expected version of -3 are answered and dropped', async () => {
    const response = await given.post('/streams/x', [{}], { 'ES-ExpectedVersion': '-3' })
    expect(await answerOf(response)).toMatchObject({
      line: '200 OK',
      headers: { 'Content-Type': null, 'Access-Control-Allow-Origin': null, Location: null },
      body: '',
    })
    expect((await given.call('/streams/x', { method: 'DELETE', headers: { 'ES-ExpectedVersion': '-3' } })).status).toBe(500)
    expect((await given.get('/streams/x')).status).toBe(404)
  })
})

describe('numbers of 64 bits', () => {
  it('keep their digits', async () => {
    await given.fill('s', 3)
    await given.call('/streams/s', { method: 'DELETE' })
    expect(await (await given.get('/streams/s/metadata', media.json)).text()).toBe('{\n  "$tb": 9223372036854775807\n}')
    await given.fill('h', 1)
    await given.call('/streams/h', { method: 'DELETE', headers: { 'ES-HardDelete': 'true' } })
    const all = await given.feed('/streams/$all/head/backward/1?embed=rich', asAdmin)
    expect(all.entries[0]).toMatchObject({ title: '9223372036854775807@h', summary: '$streamDeleted' })
    const text = await (await given.get('/streams/$all/head/backward/1?embed=rich', media.json, asAdmin)).text()
    expect(text).toContain('"eventNumber": 9223372036854775807,')
    const tag = { 'If-None-Match': '"9223372036854775807;-2060438500"' }
    expect((await given.get('/streams/h', media.atomJson, tag)).status).toBe(304)
  })
})

describe('rights', () => {
  it('strict stores refuse strangers everywhere but redirects', async () => {
    given = storeWith({ allowAnonymous: false })
    expect((await given.fill('s', 1)).status).toBe(401)
    expect(await answerOf(await given.get('/streams/s'))).toMatchObject({
      line: '401 Unauthorized',
      headers: { 'WWW-Authenticate': null, 'Access-Control-Allow-Methods': 'POST, DELETE, GET, OPTIONS' },
      body: '',
    })
    expect((await given.get('/streams/s/')).status).toBe(307)
    expect((await given.post('/streams/s', [{}], asAdmin)).status).toBe(201)
  })

  it('insecure stores let every caller write to a stream called $all', async () => {
    given = storeWith({ security: 'insecure' })
    expect((await given.post('/streams/%24all', [{}])).headers.get('Location')).toBe(`${origin}/streams/%24all/0`)
    expect((await given.get('/streams/%24all/0', media.json)).status).toBe(200)
    expect((await given.feed('/streams/%24all')).entries[0]?.title).toBe('0@$all')
  })
})

describe('a storage that is full', () => {
  it('is answered as a write that timed out, and reported', async () => {
    const storage = memoryStorage()
    given = storeWith({ storage })
    await given.store.ready()
    const full = new StoreError('storage-full', 'No room is left.', { hint: 'Make some.' })
    storage.write = () => Promise.reject(full)
    expect(await answerOf(await given.post('/streams/s', [{}]))).toMatchObject({
      line: '500 Write timeout',
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: '',
    })
    expect((await given.call('/streams/s', { method: 'DELETE' })).statusText).toBe('Write timeout')
    expect(given.reported.splice(0)).toEqual([full, full])
  })
})

it('never answers ids of earlier events whose first lies more than one behind the last', async () => {
  const [a, b, c] = [1, 2, 3].map((number) => ({ eventId: guid(number), eventType: 'T', data: {} }))
  const statusOf = async (events: unknown) => (await given.call('/streams/s', listed(JSON.stringify(events)))).status
  expect(await statusOf([a, b, c])).toBe(201)
  expect([await statusOf([b, a]), await statusOf([c, b]), await statusOf([c, a, b])]).toEqual([201, 201, 201])
  expect(await statusOf([c, a])).toBe(408)
})

describe('an age that reaches back before the year 1 (streams-http §12.4)', () => {
  const statusOf = async (path: string) => (await given.get(`/streams/s${path}`, media.json)).status

  it('fails reads, unless truncation or the end of the stream decide without it', async () => {
    await given.fill('s', 3)
    await given.post('/streams/s/metadata', [{ eventType: '$metadata', data: { $maxAge: 900_000_000_000, $tb: 1 } }])
    for (const path of ['', '/0', '/3', '/0/forward/1', '/3/forward/5', '/0/backward/1'])
      expect([path, await statusOf(path)]).toEqual([path, { '/0': 404, '/3': 404, '': 500 }[path] ?? 200])
    for (const path of ['/1', '/head', '/0/forward/2', '/2/forward/1', '/1/backward/1', '/9/backward/2'])
      expect([path, await statusOf(path)]).toEqual([path, 500])
  })
})

describe('long polls', () => {
  const poll = { 'ES-LongPoll': '30' }

  it('are answered by the event they wait for', async () => {
    await given.fill('s', 2)
    const waiting = given.feed('/streams/s/2/forward/20', poll)
    await given.post('/streams/s', [{}])
    expect((await waiting).entries.map(({ title }) => title)).toEqual(['2@s'])
  })

  it('of a filtered page that is not modified do not wait', async () => {
    await given.fill('s', 1)
    const headers = { ...asAdmin, ...poll }
    const path = `/streams/$all/filtered/${'0'.repeat(14)}FF${'0'.repeat(14)}FF/forward/5?exclude-system-events=true`
    const tag = (await given.get(path, media.json, asAdmin)).headers.get('ETag')!
    expect((await given.get(path, media.json, { ...headers, 'If-None-Match': tag })).status).toBe(304)
  })

  it('end when their client gives up', async () => {
    const client = new AbortController()
    const waiting = given.call('/streams/s/0/forward/20', { headers: { Accept: media.json, ...poll }, signal: client.signal })
    client.abort()
    await expect(waiting).rejects.toBeDefined()
  })

  it('end when the store is closed', async () => {
    const waiting = given.get('/streams/s/0/forward/20', media.json, poll)
    // Until it waits: a request that comes to the storage after the close is refused.
    await new Promise((resolve) => setImmediate(resolve))
    await given.store.close()
    await expect(waiting.then(({ status }) => status)).resolves.toBe(404)
    given = storeWith()
  })
})
