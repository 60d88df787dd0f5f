// Rules for every response, in Node as in a browser: both build it from headers that a page could not set on a request.

import { expect, test } from 'vitest'
import { factsOf } from '../../../base/release/releases.ts'
import { toResponse } from '../../../base/answer.ts'
import type { Reply } from '../../exchange.ts'
import * as replies from './replies.ts'
import { toAnswer } from './reply.ts'

const now = Date.UTC(2026, 0, 31, 10, 20, 30)

const respond = (reply: Reply, methods: string | undefined = 'GET, OPTIONS') =>
  toResponse(toAnswer(reply, { methods, now, facts: factsOf('26.1').http }))

const longList =
  'Content-Type, X-Requested-With, X-Forwarded-Host, X-Forwarded-Prefix, X-PINGOTHER, Authorization, Kurrent-LongPoll, ' +
  'Kurrent-ExpectedVersion, Kurrent-EventId, Kurrent-EventType, Kurrent-RequireLeader, Kurrent-HardDelete, Kurrent-ResolveLinkTos, ' +
  'ES-LongPoll, ES-ExpectedVersion, ES-EventId, ES-EventType, ES-RequireMaster, ES-RequireLeader, ES-HardDelete, ES-ResolveLinkTos'
const shortList = 'Content-Type, X-Requested-With, X-PINGOTHER'
const date = 'Sat, 31 Jan 2026 10:20:30 GMT'
/** With the server's comma at the end; the blank behind it is lost where headers are read. */
const exposed = 'Location, Kurrent-Position, Kurrent-CurrentVersion, ES-Position, ES-CurrentVersion,'

export function replyContract(): void {
  test('a plain reply has the CORS block, a date and a length, and nothing else', () => {
    const response = respond({ status: 200 })
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-headers': longList,
      'access-control-allow-methods': 'GET, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
      'content-length': '0',
      date,
    })
  })

  test('the stream that does not exist', () => {
    const response = respond(replies.streamNotFound)
    expect([response.status, response.statusText, response.body]).toEqual([404, 'Not Found', null])
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-headers': shortList,
      'access-control-allow-methods': 'DELETE, GET, POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
      'content-length': '0',
      'content-type': '',
      date,
      'keep-alive': 'timeout=15,max=100',
    })
  })

  test('the body that does not fit its content type', () => {
    const response = respond(replies.bodyInvalid, 'POST, DELETE, GET, OPTIONS')
    expect([response.status, response.statusText, response.body]).toEqual([400, 'Write request body invalid', null])
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-headers': shortList,
      'access-control-allow-methods': 'DELETE, GET, POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
      connection: 'close',
      'content-length': '0',
      'content-type': 'text/plain',
      date,
    })
  })

  test('the credentials that are refused', () => {
    const response = respond(replies.credentialsRefused({ challenge: 'Basic', realm: 'my realm' }), undefined)
    expect([response.status, response.statusText, response.body]).toEqual([401, 'Unauthorized', null])
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-headers': shortList,
      'access-control-allow-methods': '',
      'access-control-allow-origin': '*',
      'content-length': '0',
      date,
      'keep-alive': 'timeout=15,max=100',
      'www-authenticate': 'Basic realm="my realm"',
    })
  })

  test('the credentials that are refused, in the words of release 23.10', () => {
    const response = respond(replies.credentialsRefused({ challenge: 'X-Basic', realm: 'ESDB' }), undefined)
    expect([response.status, response.statusText, response.body]).toEqual([401, 'Unauthorized', null])
    expect(Object.fromEntries(response.headers)).toEqual({ 'content-length': '0', date, 'www-authenticate': 'X-Basic realm="ESDB"' })
  })

  test.each([204, 304, 404, 405, 406, 415, 500])('an empty %d gets no type from the platform', (status) => {
    const response = respond({ status, body: '' })
    expect(response.body).toBeNull()
    expect(response.headers.get('Content-Type')).toBeNull()
    expect(response.headers.get('Content-Length')).toBe(status === 204 ? null : '0')
  })

  test('a body without a type gets none from the platform', async () => {
    const response = respond({ status: 200, body: 'grüße' })
    expect(response.headers.get('Content-Type')).toBeNull()
    expect(response.headers.get('Content-Length')).toBe('7')
    expect(await response.text()).toBe('grüße')
  })

  test('characters that cannot stand in a header or a status line are replaced', () => {
    const response = respond({ status: 500, reason: 'Größe €\n', headers: { Location: 'http://a/€' } })
    expect(response.statusText).toBe('Größe ??')
    expect(response.headers.get('Location')).toBe('http://a/?')
  })

  test('a reply may go without CORS or without methods', () => {
    expect(respond({ status: 200, cors: 'none' }).headers.get('Access-Control-Allow-Origin')).toBeNull()
    const response = respond({ status: 406, cors: 'no-methods' })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Methods')).toBeNull()
  })
}
