import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Environment } from '../base/environment.ts'
import { platformEnvironment } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import { defaultSettings } from '../base/settings.ts'
import { StoreError } from '../base/errors.ts'
import { createStore } from '../engine/store.ts'
import type { RouteAccess, Exchange, Reply, Route } from './exchange.ts'
import { createNodeState } from './node/state.ts'
import { noReply } from './pipeline/replies.ts'
import { routeTable } from './routes.ts'
import type { ServerOptions } from './server.ts'
import { createServer } from './server.ts'
import { servicesWithDefaults } from './services.fixture.ts'

const origin = 'http://node.test:2113'
const admin = `Basic ${btoa('admin:changeit')}`

interface Given {
  routes?: readonly Route[]
  settings?: Partial<Settings>
  basePath?: string
  reported?: unknown[]
  verify?: ServerOptions['users']['verify']
}

const knowsAdmin: ServerOptions['users']['verify'] = async (login, password) =>
  login === 'admin' && password === 'changeit' ? { name: login, groups: ['$admins'] } : undefined

function serverWith({ routes = [], settings = {}, basePath = '', reported = [], verify = knowsAdmin }: Given) {
  const environment: Environment = { ...platformEnvironment(), report: (error) => reported.push(error) }
  const node = createNodeState(environment)
  const serve = createServer({
    routes,
    users: { verify },
    streams: { allows: async (user, _right, stream) => user !== undefined || !stream.startsWith('$') },
    node,
    settings: { ...defaultSettings, ...settings },
    environment,
    basePath,
  })
  return { node, fetch: (path: string, init: RequestInit = {}) => serve(new Request(origin + path, init)) }
}

const ok: Reply = { status: 200, type: 'text/plain; charset=utf-8', body: 'done' }

const route = (method: Route['method'], path: string, more: Partial<Route> = {}): Route => ({
  method,
  path,
  access: 'anyone',
  writes: ['application/json'],
  handle: async () => ok,
  ...more,
})

const closed = (access: RouteAccess) => route('GET', '/closed', { access })

test('a reply carries the CORS block, the date and the length of its body', async () => {
  const response = await serverWith({ routes: [route('GET', '/ping')] }).fetch('/ping')
  expect(response.status).toBe(200)
  expect(response.statusText).toBe('OK')
  expect(await response.text()).toBe('done')
  const headers = Object.fromEntries(response.headers)
  expect(headers).toMatchObject({
    'access-control-allow-methods': 'GET, OPTIONS',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Location, ES-Position, ES-CurrentVersion',
    'content-length': '4',
    'content-type': 'text/plain; charset=utf-8',
  })
  expect(headers['date']).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
})

test.each([
  ['OPTIONS', 200, 'OK', 'GET, OPTIONS'],
  ['HEAD', 405, 'Method Not Allowed', 'GET, OPTIONS'],
  ['PATCH', 405, 'Method Not Allowed', 'GET, OPTIONS'],
  ['BREW', 405, 'Method Not Allowed', 'GET, OPTIONS'],
])('%s on a path with GET alone is %d', async (method, status, reason, methods) => {
  const response = await serverWith({ routes: [route('GET', '/ping')] }).fetch('/ping', { method })
  expect([response.status, response.statusText]).toEqual([status, reason])
  expect(response.headers.get('Access-Control-Allow-Methods')).toBe(methods)
  expect(response.headers.get('Content-Type')).toBeNull()
  expect(response.headers.get('Allow')).toBeNull()
  expect(response.body).toBeNull()
})

test.each(['GET', 'OPTIONS', 'PUT'])('%s on an unknown path is 404 without methods', async (method) => {
  const response = await serverWith({ routes: [route('GET', '/ping')] }).fetch('/nowhere', { method })
  expect([response.status, response.statusText]).toEqual([404, 'Not Found'])
  expect(response.headers.get('Access-Control-Allow-Methods')).toBeNull()
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(response.headers.get('Content-Type')).toBeNull()
})

test('credentials that are refused win over everything but health', async () => {
  const { fetch } = serverWith({ routes: [route('GET', '/ping')] })
  const headers = { Authorization: `Basic ${btoa('admin:wrong')}` }
  for (const [path, method] of [
    ['/ping', 'GET'],
    ['/nowhere', 'GET'],
    ['/ping', 'OPTIONS'],
    ['/ping', 'HEAD'],
  ] as const) {
    const response = await fetch(path, { method, headers })
    expect(response.status).toBe(401)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-headers': 'Content-Type, X-Requested-With, X-PINGOTHER',
      'access-control-allow-methods': '',
      'access-control-allow-origin': '*',
      'content-length': '0',
      date: expect.any(String),
      'keep-alive': 'timeout=15,max=100',
      'www-authenticate': 'Basic realm="ESDB"',
    })
  }
  expect((await fetch('/health/live', { headers })).status).toBe(204)
})

test('credentials that cannot be decoded are 500 without CORS', async () => {
  const response = await serverWith({}).fetch('/ping', { headers: { Authorization: 'Basic' } })
  expect(response.status).toBe(500)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('while security is off no credentials are wrong', async () => {
  const seen: Exchange[] = []
  const routes = [
    route('GET', '/closed', {
      access: 'admin',
      handle: async (exchange) => {
        seen.push(exchange)
        return ok
      },
    }),
  ]
  const { fetch } = serverWith({ routes, settings: { security: 'insecure' } })
  expect((await fetch('/closed', { headers: { Authorization: 'Basic ???' } })).status).toBe(200)
  expect(seen[0]?.user?.name).toBe('system')
})

test.each<[RouteAccess, string | undefined, number]>([
  ['authenticated', undefined, 401],
  ['authenticated', admin, 200],
  ['admin', undefined, 401],
  ['admin', admin, 200],
  ['admin-or-ops', admin, 200],
  ['statistics', undefined, 200],
  [{ right: 'read', stream: '$all' }, undefined, 401],
  [{ right: 'read', stream: '$all' }, admin, 200],
  [{ right: 'read', stream: 'orders' }, undefined, 200],
  [{ right: 'read', stream: 'orders', authenticated: true }, undefined, 401],
  ['oneself', admin, 401],
])('access %o with credentials %s is %d', async (access, authorization, status) => {
  const headers: Record<string, string> = authorization ? { Authorization: authorization } : {}
  const response = await serverWith({ routes: [closed(access)] }).fetch('/closed', { headers })
  expect(response.status).toBe(status)
  expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, OPTIONS')
  expect(response.headers.get('WWW-Authenticate')).toBeNull()
})

test('type, format and rights are checked in this order', async () => {
  const routes = [route('POST', '/closed', { access: 'admin', reads: ['application/json'], writes: ['application/json'] })]
  const { fetch } = serverWith({ routes })
  const post = (path: string, headers: Record<string, string>) => fetch(path, { method: 'POST', headers })
  expect((await post('/closed?format=yaml', { 'Content-Type': 'text/html' })).status).toBe(415)
  expect((await post('/closed?format=yaml', { 'Content-Type': 'application/json' })).status).toBe(500)
  expect((await post('/closed', { 'Content-Type': 'application/json', Accept: 'text/html' })).status).toBe(406)
  expect((await post('/closed', { 'Content-Type': 'application/json' })).status).toBe(401)
})

test('headers that make no address end every request but one whose credentials are refused', async () => {
  const { fetch } = serverWith({ routes: [route('GET', '/ping')] })
  const headers = { 'X-Forwarded-Host': 'a.example, b.example' }
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    expect((await fetch('/ping', { method, headers })).status).toBe(500)
    expect((await fetch('/nowhere', { method, headers })).status).toBe(500)
  }
  expect((await fetch('/ping', { headers: { ...headers, Authorization: `Basic ${btoa('nobody:wrong')}` } })).status).toBe(401)
})

test('gRPC is not answered, wherever it goes', async () => {
  const response = await serverWith({ routes: [route('GET', '/ping')] }).fetch('/ping', {
    headers: { 'Content-Type': 'application/grpc+proto' },
  })
  expect(response.status).toBe(404)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('a handler that throws is an empty 500, and is reported', async () => {
  const reported: unknown[] = []
  const bug = new Error('a bug')
  const routes = [route('GET', '/ping', { handle: () => Promise.reject(bug) })]
  const response = await serverWith({ routes, reported }).fetch('/ping')
  expect([response.status, response.statusText, await response.text()]).toEqual([500, 'Internal Server Error', ''])
  expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, OPTIONS')
  expect(reported).toEqual([bug])
})

test('a storage that fails while credentials are looked up is an empty 500, and is reported', async () => {
  const reported: unknown[] = []
  const full = new StoreError('storage-full', 'No room.', { hint: 'Make some.' })
  const routes = [route('GET', '/ping')]
  const response = await serverWith({ routes, reported, verify: () => Promise.reject(full) }).fetch('/ping', {
    headers: { Authorization: admin },
  })
  expect([response.status, await response.text()]).toEqual([500, ''])
  expect(reported).toEqual([full])
})

test('a closed storage and a client that gave up are nobody to answer', async () => {
  const closed = new StoreError('storage-closed', 'The storage is closed.', { hint: 'Open it again.' })
  const { fetch } = serverWith({ routes: [route('GET', '/ping', { handle: () => Promise.reject(closed) })] })
  await expect(fetch('/ping')).rejects.toBe(closed)

  const gone = new Error('gone')
  const givenUp = new AbortController()
  const reported: unknown[] = []
  const handle = async () => {
    givenUp.abort(gone)
    throw gone
  }
  const other = serverWith({ routes: [route('GET', '/ping', { handle })], reported })
  await expect(other.fetch('/ping', { signal: givenUp.signal })).rejects.toBe(gone)
  expect(reported).toEqual([])
})

test('a request that is never answered is 408', async () => {
  const response = await serverWith({ routes: [route('GET', '/ping', { handle: async () => noReply })] }).fetch('/ping')
  expect([response.status, response.statusText]).toEqual([408, 'Server was unable to handle request in time'])
})

test('only paths below the base path are routed', async () => {
  const { fetch } = serverWith({ routes: [route('GET', '/ping'), route('GET', '/')], basePath: '/_store' })
  expect((await fetch('/_store/ping')).status).toBe(200)
  expect((await fetch('/_store')).status).toBe(200)
  expect((await fetch('/_store/')).status).toBe(200)
  expect((await fetch('/_store/health/live')).status).toBe(204)
  expect((await fetch('/ping')).status).toBe(404)
  expect((await fetch('/_storeping')).status).toBe(404)
  expect((await fetch('/health/live')).status).toBe(404)
})

test('a node that shuts down says so, then refuses connections', async () => {
  const { fetch, node } = serverWith({ routes: [route('GET', '/ping')] })
  node.stop()
  expect((await fetch('/ping')).status).toBe(200)
  expect((await fetch('/health/live')).status).toBe(503)
})

test('any request whatever gets one of the documented answers', async () => {
  const reported: unknown[] = []
  const { fetch } = serverWith({
    reported,
    routes: [
      route('GET', '/', { writes: 'any' }),
      route('GET', '/things/{name}'),
      route('POST', '/things/{name}', { reads: ['application/json'] }),
      route('GET', '/files/{*path}', { writes: 'any' }),
    ],
  })
  const word = fc.oneof(fc.constantFrom('', 'things', 'files', '%', '%zz', '%FF', '%2F', '%252F', '..', '$all'), fc.string())
  const header = fc.oneof(
    fc.constantFrom('', '*/*', 'application/json', 'a', ';;', 'application/json;charset=', 'Basic', 'Basic :', admin, ';q='),
    fc.string({ unit: fc.constantFrom('a', '/', ';', ',', '=', '*', '"', ' ', ':'), maxLength: 12 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'X'),
      fc.array(word, { maxLength: 4 }),
      word,
      fc.dictionary(fc.constantFrom('Accept', 'Content-Type', 'Authorization', 'X-Forwarded-Host', 'X-Forwarded-Proto'), header),
      async (method, segments, search, headers) => {
        const response = await fetch(`/${segments.join('/')}?${search}`, { method, headers })
        expect([200, 401, 404, 405, 406, 415, 500]).toContain(response.status)
      },
    ),
    { numRuns: 500 },
  )
  expect(reported).toEqual([])
})

/** What a variable of a path, a header or a parameter may say, from sensible to absurd. */
const word = fc.oneof(
  fc.constantFrom('', 's', '$all', '$$s', 'head', '0', '5', '-1', '20', 'metadata', 'true', 'x', '%', '%zz', '%2F', '%00', '%FF', 'null'),
  fc.constantFrom('9223372036854775807', '0'.repeat(32), 'f'.repeat(32), 'b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11', '1@s', 'ä', 'fromAll()'),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
)

const mediaType = fc.constantFrom(
  '*/*',
  'application/json',
  'text/xml',
  'text/plain',
  'text/html',
  'application/octet-stream',
  'application/atom+xml',
  'application/vnd.eventstore.atom+json',
  'application/vnd.eventstore.events+json',
  'application/vnd.eventstore.events+xml',
  'application/vnd.eventstore.competingatom+json',
  'application/vnd.eventstore.competingatom+xml',
)

const requestHeaders = fc.record(
  {
    Accept: mediaType,
    'Content-Type': mediaType,
    'ES-ExpectedVersion': fc.constantFrom('-4', '-3', '-2', '-1', '0', '7', 'x'),
    'ES-EventId': fc.constantFrom('b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11', '0', 'x'),
    'ES-EventType': fc.constantFrom('T', '$>', '$metadata', ' '),
    'ES-HardDelete': fc.constantFrom('true', 'false', 'x'),
    'ES-ResolveLinkTos': fc.constantFrom('true', 'x'),
    'ES-RequireLeader': fc.constantFrom('True', 'x'),
    'ES-LongPoll': fc.constantFrom('0', 'x'),
    'If-None-Match': fc.constantFrom('0;1', '"0;1391431453"', 'x'),
    'X-Forwarded-Prefix': fc.constantFrom('p', 'a b', 'ü'),
  },
  { requiredKeys: [] },
)

const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '[]',
    'null',
    '<a/>',
    '<a><b/></a>',
    '"',
    '{"$maxCount":1}',
    '{"$tb":-1}',
    '[{"eventId":1}]',
    '{"startFrom":"x"}',
  ),
  fc.constant('[{"eventId":"b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11","eventType":"T","data":"1@s"}]'),
  fc.constant('{"loginName":"ada","password":"x","newPassword":"y","currentPassword":"x","groups":["a"]}'),
  fc.constantFrom('fromAll().when({ $any: (s, e) => ({}) })', 'fromStream("s")', 'fromAll().when('),
  fc.json({ maxDepth: 2 }),
)

const parameter = fc.tuple(
  fc.constantFrom('embed', 'name', 'partition', 'enabled', 'emit', 'ids', 'action', 'stopAt', 'context', 'type', 'data', 'config', 'group'),
  word,
)

test('no request whatever is a bug of a handler', { timeout: 60_000 }, async () => {
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  const store = createStore({ environment: { report, log: () => undefined } })
  const routes = routeTable(servicesWithDefaults()).filter(({ path }) => path !== '/admin/shutdown')
  const request = fc.record({
    route: fc.constantFrom(...routes),
    words: fc.array(word, { minLength: 6, maxLength: 6 }),
    parameters: fc.array(parameter, { maxLength: 3 }),
    headers: requestHeaders,
    body,
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ route, words, parameters, headers, body }) => {
      let next = 0
      const path = route.path.replace(/\{\*?\w+\}/g, () => words[next++] || 's')
      const search = parameters.map(([name, value]) => `${name}=${value}`).join('&')
      const init: RequestInit = { method: route.method, headers: { ...headers, Authorization: admin } }
      if (route.method === 'POST' || route.method === 'PUT') init.body = body
      const response = await store.fetch(new Request(`${origin}${path}?${search}`, init))
      await response.arrayBuffer()
      expect(reported).toEqual([])
    }),
    { numRuns: 1500 },
  )
  await store.close()
})
