import { expect, test } from 'vitest'
import type { Release } from '../base/release/facts.ts'
import { defaultSettings } from '../base/settings.ts'
import { allowedMethods, chooseRoute, createRouter } from './pipeline/request/router.ts'
import { routeTable } from './routes.ts'
import { servicesWithDefaults } from './services.fixture.ts'

const services = servicesWithDefaults()
const routes = routeTable(services)
const router = createRouter(routes)

/** The specifications' routes (server-http §4 to §10, streams-http §3, projections-http §1), sorted. */
const specified = `
DELETE /admin/scavenge/{}
DELETE /projection/{}
DELETE /streams/{}
DELETE /streams/{}/
DELETE /subscriptions/{}/{}
DELETE /users/{}
GET /
GET /admin/login
GET /admin/scavenge/current
GET /admin/scavenge/last
GET /gossip
GET /info
GET /info/options
GET /metrics
GET /ping
GET /projection/{}
GET /projection/{}/config
GET /projection/{}/query
GET /projection/{}/result
GET /projection/{}/state
GET /projection/{}/statistics
GET /projections
GET /projections/all-non-transient
GET /projections/any
GET /projections/continuous
GET /projections/onetime
GET /projections/transient
GET /stats
GET /stats/replication
GET /stats/tcp
GET /stats/{*}
GET /streams/$all
GET /streams/$all/
GET /streams/$all/filtered
GET /streams/$all/filtered/{}/backward/{}
GET /streams/$all/filtered/{}/forward/{}
GET /streams/$all/filtered/{}/{}
GET /streams/$all/{}/backward/{}
GET /streams/$all/{}/forward/{}
GET /streams/$all/{}/{}
GET /streams/$scavenges
GET /streams/$scavenges/{}/{}/{}
GET /streams/{}
GET /streams/{}/
GET /streams/{}/metadata
GET /streams/{}/metadata/
GET /streams/{}/metadata/{}
GET /streams/{}/metadata/{}/backward/{}
GET /streams/{}/metadata/{}/forward/{}
GET /streams/{}/metadata/{}/{}
GET /streams/{}/{}
GET /streams/{}/{}/backward/{}
GET /streams/{}/{}/forward/{}
GET /streams/{}/{}/{}
GET /subscriptions
GET /subscriptions/viewparkedmessages/{}/{}/{}/backward/{}
GET /subscriptions/viewparkedmessages/{}/{}/{}/forward/{}
GET /subscriptions/{}
GET /subscriptions/{}/{}
GET /subscriptions/{}/{}
GET /subscriptions/{}/{}/info
GET /subscriptions/{}/{}/{}
GET /sys/subsystems
GET /users
GET /users/
GET /users/$current
GET /users/{}
GET /web
GET /web/{*}
POST /admin/mergeindexes
POST /admin/node/priority/{}
POST /admin/node/resign
POST /admin/reloadconfig
POST /admin/scavenge
POST /admin/shutdown
POST /projection/{}/command/abort
POST /projection/{}/command/disable
POST /projection/{}/command/enable
POST /projection/{}/command/reset
POST /projections/continuous
POST /projections/onetime
POST /projections/read-events
POST /projections/restart
POST /projections/transient
POST /streams/{}
POST /streams/{}/
POST /streams/{}/incoming/{}
POST /streams/{}/metadata
POST /streams/{}/metadata/
POST /subscriptions/restart
POST /subscriptions/{}/{}
POST /subscriptions/{}/{}/ack
POST /subscriptions/{}/{}/ack/{}
POST /subscriptions/{}/{}/nack
POST /subscriptions/{}/{}/nack/{}
POST /subscriptions/{}/{}/replayParked
POST /users
POST /users/
POST /users/{}/command/change-password
POST /users/{}/command/disable
POST /users/{}/command/enable
POST /users/{}/command/reset-password
PUT /projection/{}/config
PUT /projection/{}/query
PUT /subscriptions/{}/{}
PUT /users/{}
`

/** Routes that only some releases have. */
test.each<[Release, string, boolean]>([
  ['23.10', '/histogram/{name}', true],
  ['26.1', '/histogram/{name}', false],
  ['23.10', '/admin/scavenge/last', false],
  ['26.1', '/web/{*path}', true],
  ['26.2', '/web/{*path}', false],
  ['26.1', '/projections', true],
  ['26.2', '/projections', false],
  ['26.1', '/license', false],
  ['26.2', '/license', true],
  ['26.1', '/subscriptions/{stream}/{group}/truncateParked', false],
  ['26.2', '/subscriptions/{stream}/{group}/truncateParked', true],
])('in release %s, is there %s: %s', (release, path, isThere) => {
  const table = routeTable({ ...services, settings: { ...defaultSettings, release } })
  expect(table.some((route) => route.path === path)).toBe(isThere)
})

const nameless = (path: string): string => path.replace(/\{(\*?)\w+\}/g, '{$1}')

test('the table holds exactly the routes of the specifications', () => {
  const found = routes.map(({ method, path }) => `${method} ${nameless(path)}`)
  expect(found.toSorted()).toEqual(specified.trim().split('\n').toSorted())
})

test('while security is off there are no accounts', () => {
  const open = routeTable({ ...services, settings: { ...defaultSettings, security: 'insecure' } })
  expect(open.filter(({ path }) => path.startsWith('/users'))).toEqual([])
  expect(open).toHaveLength(routes.filter(({ path }) => !path.startsWith('/users')).length)
})

const methodsOf = (path: string): string | undefined => {
  const matches = router.match(path)
  return matches.length === 0 ? undefined : allowedMethods(matches)
}

const guid = 'b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11'
const position = '0'.repeat(32)

test.each([
  ['/', 'GET, OPTIONS'],
  ['/web', 'GET, OPTIONS'],
  ['/web/', 'GET, OPTIONS'],
  ['/web/index.html', 'GET, OPTIONS'],
  ['/web/views/deep/page.html', 'GET, OPTIONS'],
  ['/ping', 'GET, OPTIONS'],
  ['/info', 'GET, OPTIONS'],
  ['/info/options', 'GET, OPTIONS'],
  ['/gossip', 'GET, OPTIONS'],
  ['/sys/subsystems', 'GET, OPTIONS'],
  ['/metrics', 'GET, OPTIONS'],
  ['/stats', 'GET, OPTIONS'],
  ['/stats/', 'GET, OPTIONS'],
  ['/stats/es/queue', 'GET, OPTIONS'],
  ['/stats/tcp', 'GET, GET, OPTIONS'],
  ['/stats/tcp/', 'GET, OPTIONS'],
  ['/stats/replication', 'GET, GET, OPTIONS'],
  ['/admin/scavenge', 'POST, OPTIONS'],
  ['/admin/shutdown', 'POST, OPTIONS'],
  ['/admin/reloadconfig', 'POST, OPTIONS'],
  ['/admin/mergeindexes', 'POST, OPTIONS'],
  ['/admin/node/priority/0', 'POST, OPTIONS'],
  ['/admin/node/resign', 'POST, OPTIONS'],
  ['/admin/scavenge/current', 'DELETE, GET, OPTIONS'],
  [`/admin/scavenge/${guid}`, 'DELETE, OPTIONS'],
  ['/admin/login', 'GET, OPTIONS'],
  ['/users', 'GET, POST, OPTIONS'],
  ['/users/', 'GET, POST, OPTIONS'],
  ['/users/ada', 'GET, PUT, DELETE, OPTIONS'],
  ['/users/$current', 'GET, PUT, DELETE, GET, OPTIONS'],
  ['/users/%24current', 'GET, PUT, DELETE, GET, OPTIONS'],
  ['/users/ada/command/enable', 'POST, OPTIONS'],
  ['/users/ada/command/reset-password', 'POST, OPTIONS'],
  ['/subscriptions', 'GET, OPTIONS'],
  ['/subscriptions/s', 'GET, OPTIONS'],
  ['/subscriptions/s/g/1', 'GET, OPTIONS'],
  ['/subscriptions/viewparkedmessages/s/g/head/backward/20', 'GET, OPTIONS'],
  ['/subscriptions/restart', 'GET, POST, OPTIONS'],
  ['/subscriptions/s/g', 'PUT, POST, DELETE, GET, GET, OPTIONS'],
  ['/subscriptions/s/g/info', 'GET, GET, OPTIONS'],
  ['/subscriptions/s/g/ack', 'GET, POST, OPTIONS'],
  ['/subscriptions/s/g/nack', 'GET, POST, OPTIONS'],
  ['/subscriptions/s/g/replayParked', 'GET, POST, OPTIONS'],
  [`/subscriptions/s/g/ack/${guid}`, 'POST, OPTIONS'],
  [`/subscriptions/s/g/nack/${guid}`, 'POST, OPTIONS'],
  ['/streams/foo', 'POST, DELETE, GET, OPTIONS'],
  ['/streams/foo/', 'POST, DELETE, GET, OPTIONS'],
  ['/streams/foo/5', 'GET, OPTIONS'],
  ['/streams/foo/5/10', 'GET, OPTIONS'],
  ['/streams/foo/5/backward/10', 'GET, OPTIONS'],
  ['/streams/foo/5/forward/10', 'GET, OPTIONS'],
  [`/streams/foo/incoming/${guid}`, 'GET, POST, OPTIONS'],
  ['/streams/foo/incoming', 'GET, OPTIONS'],
  ['/streams/foo/metadata', 'GET, POST, GET, OPTIONS'],
  ['/streams/foo/metadata/', 'POST, GET, OPTIONS'],
  ['/streams/foo/metadata/5', 'GET, GET, OPTIONS'],
  ['/streams/foo/metadata/5/10', 'GET, OPTIONS'],
  ['/streams/foo/metadata/5/backward/10', 'GET, OPTIONS'],
  ['/streams/foo/metadata/5/forward/10', 'GET, OPTIONS'],
  ['/streams/foo/metadata/backward/10', 'GET, GET, OPTIONS'],
  ['/streams/$all', 'POST, DELETE, GET, GET, OPTIONS'],
  ['/streams/%2524all', 'POST, DELETE, GET, GET, OPTIONS'],
  ['/streams/$all/', 'POST, DELETE, GET, GET, OPTIONS'],
  ['/streams/$all/head/10', 'GET, GET, OPTIONS'],
  ['/streams/$all/head/backward/10', 'GET, GET, OPTIONS'],
  [`/streams/$all/${position}/forward/10`, 'GET, GET, OPTIONS'],
  ['/streams/$all/filtered', 'GET, GET, OPTIONS'],
  [`/streams/$all/filtered/${position}/10`, 'GET, OPTIONS'],
  [`/streams/$all/filtered/${position}/backward/10`, 'GET, OPTIONS'],
  [`/streams/$all/filtered/${position}/forward/10`, 'GET, OPTIONS'],
  ['/streams/$all/5', 'GET, OPTIONS'],
  ['/streams/$all/head', 'GET, OPTIONS'],
  ['/streams/$all/metadata', 'GET, POST, GET, OPTIONS'],
  ['/streams/$all/metadata/5', 'GET, GET, GET, OPTIONS'],
  ['/streams/$all/metadata/5/10', 'GET, OPTIONS'],
  ['/streams/$all/metadata/head/backward/5', 'GET, OPTIONS'],
  ['/streams/$scavenges', 'POST, DELETE, GET, GET, OPTIONS'],
  ['/projections', 'GET, OPTIONS'],
  ['/projections/any', 'GET, OPTIONS'],
  ['/projections/all-non-transient', 'GET, OPTIONS'],
  ['/projection/p/statistics', 'GET, OPTIONS'],
  ['/projection/p/state', 'GET, OPTIONS'],
  ['/projection/p/result', 'GET, OPTIONS'],
  ['/projections/transient', 'GET, POST, OPTIONS'],
  ['/projections/onetime', 'GET, POST, OPTIONS'],
  ['/projections/continuous', 'GET, POST, OPTIONS'],
  ['/projection/p', 'GET, DELETE, OPTIONS'],
  ['/projection/p/query', 'GET, PUT, OPTIONS'],
  ['/projection/p/config', 'GET, PUT, OPTIONS'],
  ['/projection/p/command/enable', 'POST, OPTIONS'],
  ['/projections/restart', 'POST, OPTIONS'],
  ['/projections/read-events', 'POST, OPTIONS'],
])('%s allows %s', (path, methods) => {
  expect(methodsOf(path)).toBe(methods)
})

test.each([
  '/streams',
  '/streams/',
  '/streams/foo/5/',
  '/streams//5',
  '/Streams/foo',
  '/streams/foo/5/sideways/10',
  '/streams/foo/filtered/0/forward/5',
  '/streams/$all/filtered/',
  '/streams/$all/head/backward/5/',
  '/PING',
  '/ping/',
  '/info/',
  '/info//options',
  '/stats//es',
  '/subscriptions//g/info',
  '/users/ada/',
  '/users/$current/',
  '/histogram',
  '/admin',
  '/admin/node',
  '/projection',
  '/projection/p/',
  '/projection/p/debug',
])('%s is no path', (path) => {
  expect(methodsOf(path)).toBeUndefined()
})

const choice = (method: string, path: string): string | undefined => {
  const found = chooseRoute(router.match(path), method)
  return found && nameless(found.route.path)
}

test.each([
  ['GET', '/streams/foo/metadata/backward/10', '/streams/{}/metadata/{}/{}'],
  ['GET', `/streams/foo/incoming/${guid}`, '/streams/{}/{}/{}'],
  ['POST', `/streams/foo/incoming/${guid}`, '/streams/{}/incoming/{}'],
  ['GET', '/streams/foo/', '/streams/{}/'],
  ['GET', '/streams/$all', '/streams/$all'],
  ['POST', '/streams/$all', '/streams/{}'],
  ['GET', '/streams/$all/', '/streams/$all/'],
  ['GET', '/streams/$all/5', '/streams/{}/{}'],
  ['GET', '/streams/$all/metadata', '/streams/{}/metadata'],
  ['GET', '/streams/$all/metadata/5', '/streams/$all/{}/{}'],
  ['GET', '/streams/$all/metadata/5/10', '/streams/{}/metadata/{}/{}'],
  ['GET', '/streams/$all/metadata/forward/1', '/streams/$all/{}/forward/{}'],
  ['GET', '/streams/$all/head/backward', '/streams/$all/{}/{}'],
  ['GET', '/streams/$all/filtered/5', '/streams/$all/{}/{}'],
  ['GET', '/streams/$scavenges/head/backward/20', '/streams/$scavenges/{}/{}/{}'],
  ['GET', '/users/$current', '/users/$current'],
  ['GET', '/users/$CURRENT', '/users/{}'],
  ['DELETE', '/users/$current', '/users/{}'],
  ['GET', '/subscriptions/restart', '/subscriptions/{}'],
  ['GET', '/subscriptions/s/g/info', '/subscriptions/{}/{}/info'],
  ['GET', '/subscriptions/s/g/Info', '/subscriptions/{}/{}/{}'],
  ['GET', '/subscriptions/s/g/ack', '/subscriptions/{}/{}/{}'],
  ['POST', '/subscriptions/s/g/replayparked', undefined],
  ['GET', `/subscriptions/s/g/ack/${guid}`, undefined],
  ['GET', '/stats/tcp', '/stats/tcp'],
  ['GET', '/stats/tcp/', '/stats/{*}'],
  ['GET', '/stats/TCP', '/stats/{*}'],
])('%s %s is answered by %s', (method, path, template) => {
  expect(choice(method, path)).toBe(template)
})

test('a slash that is escaped does not end a segment, and variables are decoded twice', () => {
  const matches = router.match('/subscriptions/a%2Fb/g%2520h')
  expect(chooseRoute(matches, 'PUT')?.params).toEqual({ stream: 'a/b', group: 'g h' })
})

test('a greedy tail keeps the rest of the path', () => {
  expect(chooseRoute(router.match('/stats/es/queue/worker%20%231'), 'GET')?.params).toEqual({ path: 'es/queue/worker #1' })
  expect(chooseRoute(router.match('/stats/'), 'GET')?.params).toEqual({ path: '' })
})
