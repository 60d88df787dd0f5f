import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../base/platform/environment.ts'
import { platformEnvironment } from '../base/platform/environment.ts'
import type { Release } from '../base/release/facts.ts'
import type { Settings } from '../base/settings.ts'
import { defaultSettings } from '../base/settings.ts'
import { StoreError } from '../base/errors.ts'
import type { RouteAccess, Exchange, Reply, Route } from './exchange.ts'
import { createNodeState } from '../node/state.ts'
import { noReply } from './pipeline/reply/replies.ts'
import type { ServerOptions } from './server.ts'
import { respondWith } from '../base/answer.ts'
import { createServer } from './server.ts'

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
  const respond = respondWith(
    createServer({
      routes,
      users: { verify },
      streams: { allows: async (user, _right, stream) => user !== undefined || !stream.startsWith('$') },
      node,
      settings: { ...defaultSettings, ...settings },
      environment,
      basePath,
    }),
  )
  return { node, fetch: (path: string, init: RequestInit = {}) => respond(new Request(origin + path, init)) }
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
    'access-control-expose-headers': 'Location, Kurrent-Position, Kurrent-CurrentVersion, ES-Position, ES-CurrentVersion,',
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

test.each<[Release, string, Record<string, string>, string | null]>([
  ['26.1', 'GET', {}, null],
  ['26.1', 'OPTIONS', {}, null],
  ['26.1', 'PUT', { Origin: 'http://page.test' }, '*'],
  ['23.10', 'GET', {}, '*'],
  ['23.10', 'PUT', { Origin: 'http://page.test' }, '*'],
])('in release %s, %s on an unknown path with %j is 404 without methods', async (release, method, headers, allowed) => {
  const { fetch } = serverWith({ routes: [route('GET', '/ping')], settings: { release } })
  const response = await fetch('/nowhere', { method, headers })
  expect([response.status, response.statusText]).toEqual([404, 'Not Found'])
  expect(response.headers.get('Access-Control-Allow-Methods')).toBeNull()
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe(allowed)
  expect(response.headers.get('Content-Type')).toBeNull()
})

describe('a preflight', () => {
  const asked = { Origin: 'http://page.test', 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'a, b' }

  test.each(['/ping', '/nowhere'])('on %s allows GET only, and the headers that it asks for', async (path) => {
    const response = await serverWith({ routes: [route('PUT', '/ping')] }).fetch(path, { method: 'OPTIONS', headers: asked })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-headers': 'a,b',
      'access-control-allow-methods': 'OPTIONS,GET',
      'access-control-allow-origin': '*',
      date: expect.any(String),
    })
  })

  test('needs no credentials, and is none without the method or the origin', async () => {
    const { fetch } = serverWith({ routes: [route('PUT', '/ping')] })
    const { Origin, ...others } = asked
    const wrong = { Authorization: `Basic ${btoa('admin:wrong')}` }
    expect((await fetch('/ping', { method: 'OPTIONS', headers: { ...asked, ...wrong } })).status).toBe(204)
    expect((await fetch('/ping', { method: 'OPTIONS', headers: { Origin } })).status).toBe(200)
    expect((await fetch('/nowhere', { method: 'OPTIONS', headers: others })).status).toBe(404)
  })

  test("in release 23.10 allows the route's own methods, and unknown paths nothing", async () => {
    const { fetch } = serverWith({ routes: [route('PUT', '/ping')], settings: { release: '23.10' } })
    const response = await fetch('/ping', { method: 'OPTIONS', headers: asked })
    expect([response.status, response.headers.get('Access-Control-Allow-Methods')]).toEqual([200, 'PUT, OPTIONS'])
    expect((await fetch('/nowhere', { method: 'OPTIONS', headers: asked })).status).toBe(404)
  })
})

test('credentials that are refused win over everything', async () => {
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
  expect((await fetch('/health/live', { headers })).status).toBe(401)
  expect((await serverWith({ settings: { release: '23.10' } }).fetch('/health/live', { headers })).status).toBe(204)
})

test('a path with a null character is refused before anything else', async () => {
  const { fetch } = serverWith({ routes: [route('GET', '/ping/{name}')] })
  for (const path of ['/ping/a%00', '/health/live%00', '/nowhere%00']) {
    const response = await fetch(path, { headers: { Authorization: `Basic ${btoa('admin:wrong')}` } })
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([400, null])
  }
  expect((await fetch('/ping/a%2500')).status).toBe(200)
})

test('credentials that cannot be decoded count as none; in release 23.10 they are 500 without CORS', async () => {
  const given = { routes: [route('GET', '/ping')] }
  const headers = { Authorization: 'Basic' }
  expect((await serverWith(given).fetch('/ping', { headers })).status).toBe(200)
  const response = await serverWith({ ...given, settings: { release: '23.10' } }).fetch('/ping', { headers })
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

test('requests to a closed storage or from a client that gave up go unanswered', async () => {
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

test('any request gets one of the documented answers', async () => {
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
