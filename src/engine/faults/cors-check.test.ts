import { expect, test } from 'vitest'
import { answerWith } from '../../base/answer.fixture.ts'
import type { Answered } from '../../base/answer.ts'
import { headerOf } from '../../base/answer.ts'
import { checkCors } from './cors-check.ts'

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, DELETE, OPTIONS',
  'access-control-allow-headers': 'Content-Type, ES-EventType',
  'access-control-expose-headers': 'Location',
}
const build = (headers: Record<string, string>, pageOrigin: string | undefined = 'http://app.test') => {
  const seen: Request[] = []
  const answer = (request: Request) => {
    seen.push(request)
    return Promise.resolve(
      answerWith('body', {
        headers: { ...headers, etag: '"1"', location: '/a', 'cache-control': 'max-age=0', 'content-type': 'text/plain' },
      }),
    )
  }
  const told: string[] = []
  return { seen, told, ask: checkCors(answer, { pageOrigin, product: 'KurrentDB 26.1', tell: (refusal) => told.push(refusal) }) }
}
const to = (init?: RequestInit) => new Request('http://es.test/streams/a', init)

test('hides the headers that the answer does not expose', async () => {
  const { ask, seen } = build(cors)
  const answer = (await ask(to())) as Answered
  expect(seen).toHaveLength(1)
  const kept = answer.headers.map(([name]) => name).filter((name) => !name.startsWith('access-control-'))
  expect(kept).toEqual(['cache-control', 'content-type', 'location'])
  expect(new TextDecoder().decode(answer.body)).toBe('body')
})

test('asks first where the method or a header is not simple', async () => {
  const { ask, seen } = build(cors)
  expect(await ask(to({ method: 'DELETE' }))).toMatchObject({ status: 200 })
  expect(seen.map(({ method }) => method)).toEqual(['OPTIONS', 'DELETE'])
  expect(seen[0]!.headers.get('Access-Control-Request-Method')).toBe('DELETE')
  await ask(to({ method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json', 'ES-EventType': 'T' } }))
  expect(seen[2]!.headers.get('Access-Control-Request-Headers')).toBe('content-type,es-eventtype')
})

test('a simple post needs no preflight', async () => {
  const { ask, seen } = build(cors)
  await ask(to({ method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain;charset=utf-8' } }))
  expect(seen.map(({ method }) => method)).toEqual(['POST'])
})

test.each([
  [
    'a method that is not allowed',
    to({ method: 'PUT', body: 'x', headers: { 'Content-Type': 'text/plain' } }),
    'Strict CORS refused PUT http://es.test/streams/a from a page on http://app.test: ' +
      'the method PUT is not in Access-Control-Allow-Methods (GET, DELETE, OPTIONS). The store answers as KurrentDB 26.1.',
  ],
  [
    'a header that is not allowed',
    to({ headers: { 'If-None-Match': '"1"' } }),
    'the header if-none-match is not in Access-Control-Allow-Headers (Content-Type, ES-EventType).',
  ],
  ['several headers', to({ headers: { 'X-One': '1', 'X-Two': '2' } }), 'the headers x-one, x-two are not in Access-Control-Allow-Headers'],
  [
    'credentials, which a wildcard does not cover',
    to({ credentials: 'include' }),
    'the answer allows the origin *; a request with credentials needs its own origin named.',
  ],
])('%s is a network error with a reason, and the store never sees the request', async (_name, request, reason) => {
  const { ask, seen, told } = build(cors)
  const refusal = expect.stringContaining(reason) as string
  expect(await ask(request)).toEqual({ kind: 'dropped', refusal })
  expect(told).toEqual([refusal])
  expect(seen.filter(({ method }) => method === 'PUT')).toEqual([])
})

test.each([
  [{}, 'the answer has no Access-Control-Allow-Origin.'],
  [{ 'access-control-allow-origin': 'http://other.test' }, 'the answer allows only the origin http://other.test.'],
])('an answer that the page may not read is a network error with a reason: %j', async (headers, reason) => {
  expect(await build(headers).ask(to())).toEqual({ kind: 'dropped', refusal: expect.stringContaining(reason) as string })
})

test('a preflight without the CORS block is named as such', async () => {
  const refusal = expect.stringContaining('the answer to its preflight has no Access-Control-Allow-Origin.') as string
  expect(await build({}).ask(to({ method: 'DELETE' }))).toMatchObject({ refusal })
})

test('requests of the same origin pass unchanged', async () => {
  const { ask, seen } = build({}, 'http://es.test')
  const answer = (await ask(to({ method: 'PUT', body: 'x' }))) as Answered
  expect([headerOf(answer, 'etag'), seen.length]).toEqual(['"1"', 1])
})
