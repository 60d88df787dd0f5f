// Generates requests, valid and broken, to every route and to none; the same seed gives the same ones.

import type { Route } from '../../src/http/exchange.ts'
import { routeTable } from '../../src/http/routes.ts'
import { servicesWithDefaults } from '../../src/http/services.fixture.ts'
import type { Choices } from './random.ts'

export interface GeneratedRequest {
  readonly method: string
  /** With its query, as it goes into the URL. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** All routes but the one that ends the node. */
export const soakedRoutes = (): readonly Route[] => routeTable(servicesWithDefaults()).filter(({ path }) => path !== '/admin/shutdown')

export function generateRequest(random: Choices, routes: readonly Route[]): GeneratedRequest {
  const route = random.pick(routes)
  const method = random.chance(0.9) ? route.method : random.pick(methods)
  const path = random.chance(0.93) ? pathOf(random, route) : brokenPath(random)
  const parameters = Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, () => `${random.pick(parameterNames)}=${word(random)}`)
  const search = parameters.length === 0 ? '' : `?${parameters.join(random.pick(['&', '&', '&', ';', '&&']))}`
  const headers = headersOf(random, route)
  if (method === 'GET' || method === 'HEAD') return { method, path: path + search, headers }
  return { method, path: path + search, headers, body: bodyOf(random) }
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'get', 'PROPFIND', 'X']

const parameterNames =
  'embed format name partition enabled emit checkpoints trackemittedstreams type ids action stopAt context data group config mode deleteStateStream deleteCheckpointStream deleteEmittedStreams startFromChunk threads since fromPosition __proto__ constructor exclude-system-events'.split(
    ' ',
  )

/** Path segments and values, from sensible to absurd. */
function word(random: Choices): string {
  const choice = random.below(20)
  if (choice < 13) return random.pick(sensible)
  if (choice < 17) return random.pick(absurd)
  if (choice < 19) return encodeURIComponent(text(random, 12).toWellFormed())
  return Array.from({ length: 1 + random.below(4) }, () => `%${random.below(256).toString(16).padStart(2, '0')}`).join('')
}

const sensible =
  's order-1 order-2 $all $ce-order $$s $streams $users admin ops p1 p2 $by_category g1 0 1 5 20 head metadata forward backward true false result state continuous onetime transient body rich tryharder json xml atom fromAll() 1@s b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11'.split(
    ' ',
  )

const absurd = [
  '',
  '%',
  '%zz',
  '%2F',
  '%252F',
  '%25252F',
  '%00',
  '%FF',
  '%ED%A0%80',
  '%0d%0aX:1',
  '..',
  '.',
  '%2e%2e',
  '...',
  '-1',
  '-0',
  '1e9',
  '0x10',
  ' 5',
  '+5',
  '5.0',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(400),
  '0'.repeat(32),
  'x'.repeat(3000),
  'ä',
  '\u{1f600}',
  '<b>',
  '"',
  "'",
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '[]',
  '{}',
  '*',
  '(a+)+$',
  '[',
  '@',
  '0@',
  '@s',
  '$$$$s',
  '$',
  '$$',
  '-',
  ';',
  '%26%3D',
]

const pathOf = (random: Choices, { path }: Route): string =>
  path.replace(/\{\*?\w+\}/g, () => word(random).replace(/[?#]/g, '') || 's') + (random.chance(0.03) ? '/' : '')

const brokenPath = (random: Choices): string =>
  `/${Array.from({ length: random.below(8) }, () => word(random).replace(/[?#]/g, '')).join(random.pick(['/', '/', '//', '%2f', '\\']))}`

/** Any text: controls, halves of surrogate pairs, marks that change direction. */
const text = (random: Choices, most: number): string =>
  String.fromCharCode(...Array.from({ length: random.below(most) }, () => random.below(random.pick([128, 256, 0x800, 0x10000]))))

const mediaTypes = [
  'application/json',
  'text/xml',
  'application/xml',
  'text/plain',
  'text/html',
  'application/octet-stream',
  'application/atom+xml',
  'application/vnd.eventstore.atom+json',
  'application/vnd.eventstore.events+json',
  'application/vnd.eventstore.events+xml',
  'application/vnd.eventstore.event+json',
  'application/vnd.eventstore.streamdesc+json',
  'application/vnd.eventstore.competingatom+json',
  'application/vnd.eventstore.competingatom+xml',
]

const brokenTypes = [
  '',
  '*/*',
  'a',
  ';;',
  'application/json;charset=',
  'application/json;charset=utf8',
  'application/json; q=',
  ',',
  'application/grpc',
  '*/*;q=0',
]

const mediaType = (random: Choices): string =>
  random.chance(0.85)
    ? random.pick(mediaTypes) + random.pick(['', '', '', ';charset=utf-8', '; charset=UTF-16', ';q=0.5'])
    : random.pick(brokenTypes)

const credentials = ['admin:changeit', 'ops:changeit', 'admin:wrong', 'nobody:x', ':', 'admin', 'a:b:c', '\u00e4:\u00e4'].map(
  (login) => `Basic ${btoa(login)}`,
)

const headerValues: Readonly<Record<string, readonly string[]>> = {
  'ES-ExpectedVersion': ['-4', '-3', '-2', '-1', '0', '1', '7', 'x', '', '9223372036854775807', '1.5'],
  'ES-EventId': ['b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11', '0', 'x', '{b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11}', '0'.repeat(32)],
  'ES-EventType': ['T', '$>', '$metadata', ' ', '$streamDeleted', 'x'.repeat(2000), '__proto__'],
  'ES-HardDelete': ['true', 'false', 'x', 'TRUE'],
  'ES-ResolveLinkTos': ['true', 'false', 'x'],
  'ES-RequireLeader': ['True', 'x'],
  'ES-LongPoll': ['0', 'x', '-1'],
  'ES-TrustedAuth': ['admin; $admins', ';', 'x'],
  'ES-CurrentVersion': ['1'],
  'If-None-Match': ['0;1', '"0;1391431453"', '*', '"', 'x'],
  'X-Forwarded-Prefix': ['p', 'a b', '\u00fc', '/p/', '../..'],
  'X-Forwarded-Host': ['a.test', 'a.test:99', 'a, b', '[::1]:99', 'a b', ''],
  'X-Forwarded-Port': ['80', '99999', '-1', 'x'],
  'X-Forwarded-Proto': ['https', 'javascript', 'a b', 'https, http'],
  Origin: ['http://localhost:3000', 'null', 'x'],
  'Access-Control-Request-Method': ['POST', 'x'],
  'X-HTTP-Method-Override': ['DELETE'],
}

function headersOf(random: Choices, route: Route): Record<string, string> {
  const headers: Record<string, string> = {}
  const answers = Array.isArray(route.writes) ? (route.writes as readonly string[]) : []
  if (random.chance(0.85))
    headers['Authorization'] = random.chance(0.85)
      ? credentials[0]!
      : random.pick([...credentials, 'Basic', 'Basic ???', 'Bearer x', 'basic x'])
  if (random.chance(0.8)) headers['Accept'] = random.chance(0.8) ? random.pick(['*/*', ...answers]) : mediaType(random)
  const fitting = Array.isArray(route.reads) ? (route.reads as readonly string[]) : mediaTypes
  if (random.chance(0.9)) headers['Content-Type'] = random.chance(0.7) ? random.pick(fitting) : mediaType(random)
  // A forwarded address that makes no sense ends the request early.
  for (const name of Object.keys(headerValues))
    if (random.chance(name.startsWith('X-Forwarded') ? 0.008 : 0.05)) headers[name] = random.pick(headerValues[name]!)
  return headers
}

const bodies = [
  '',
  '{}',
  '[]',
  'null',
  'true',
  '0',
  '"',
  '<a/>',
  '<a><b/></a>',
  '<Events><Event><EventId>b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11</EventId><EventType>T</EventType><Data><a/></Data></Event></Events>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '{"$maxCount":1}',
  '{"$maxAge":922337203685}',
  '{"$tb":-1}',
  '{"$tb":3}',
  '{"$acl":{"$r":["admin"],"$w":"$all"}}',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  '[{"eventId":1}]',
  '[{"eventId":"b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b11","eventType":"T","data":"1@s"}]',
  '[{"__proto__":{"eventType":"T"},"eventId":"b0a2e3a6-9d0c-4a3f-8c55-0d6f6d6b3b12","eventType":"__proto__","data":{"__proto__":{"a":1}}}]',
  '{"startFrom":"x"}',
  '{"resolveLinktos":true,"startFrom":0,"minCheckPointCount":1,"maxSubscriberCount":-1}',
  '{"loginName":"ada","password":"x","fullName":"<b>Ada</b>","groups":["a","__proto__"]}',
  '{"newPassword":"y","currentPassword":"x"}',
  '{"maxWriteBatchLength":-1,"checkpointHandledThreshold":1e400}',
  'fromAll().when({ $any: (s, e) => ({ n: 1 }) })',
  "fromStream('s')",
  'fromAll().when(',
  "fromCategory('order').foreachStream().when({ $any: (s, e) => { emit('out', 'T', {}) } })",
  '1e400',
  '\ufeff[]',
]

function bodyOf(random: Choices): string | Uint8Array<ArrayBuffer> {
  const choice = random.below(20)
  if (choice < 8) return random.pick(bodies)
  if (choice < 13) return events(random)
  if (choice < 15) return cut(random, random.pick(bodies))
  if (choice < 16) return random.pick(['[', '{"a":', '<a>', '(']).repeat(random.pick([10, 1000, 20_000]))
  if (choice < 18) return json(random, 4)
  if (choice < 19) return Uint8Array.from({ length: random.below(200) }, () => random.below(256))
  return text(random, 200)
}

const events = (random: Choices): string =>
  JSON.stringify(
    Array.from({ length: 1 + random.below(5) }, () => ({
      eventId: uuid(random),
      eventType: random.pick(['Placed', 'T', '$>', '$metadata', 'x y']),
      data: random.chance(0.8) ? { n: random.below(100), text: text(random, 20) } : '0@s',
      ...(random.chance(0.3) && { metadata: random.pick([{ $correlationId: 'c' }, [], 'm', {}]) }),
    })),
  )

const uuid = (random: Choices): string => {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}

/** A text without one piece, or with one piece twice. */
function cut(random: Choices, whole: string): string {
  const [from, to] = [random.below(whole.length + 1), random.below(whole.length + 1)]
  return whole.slice(0, from) + whole.slice(to)
}

function json(random: Choices, depth: number): string {
  const inner = (): string => json(random, depth - 1)
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return JSON.stringify(text(random, 8))
    case 1:
      return random.pick(['0', '-0', '1.50', '1E5', '12345678901234567890', '1e-400', '01', '.5', 'NaN'])
    case 2:
      return random.pick(['true', 'false', 'null', 'nul'])
    case 3:
      return random.pick(['"\\ud800"', '"\\u0000"', '"\\x"', '"\n"'])
    case 4:
      return random.pick(['{}', '[]', '[,]', '{,}', '{"a":1,"a":2}'])
    case 5:
      return `[${Array.from({ length: random.below(4) }, inner).join(',')}]`
    default:
      return `{${Array.from({ length: random.below(4) }, () => `${JSON.stringify(random.pick(parameterNames))}:${inner()}`).join(',')}}`
  }
}
