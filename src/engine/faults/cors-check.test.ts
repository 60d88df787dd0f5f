import { expect, test } from 'vitest'
import { checkCors, corsRefusal } from './cors-check.ts'

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, ES-EventType',
  'Access-Control-Expose-Headers': 'Location',
}
const build = (headers: Record<string, string>, pageOrigin: string | undefined = 'http://app.test') => {
  const seen: Request[] = []
  const answer = (request: Request) => {
    seen.push(request)
    return Promise.resolve(new Response('body', { headers: { ...headers, ETag: '"1"', Location: '/a', 'Cache-Control': 'max-age=0' } }))
  }
  const told: string[] = []
  return { seen, told, fetch: checkCors(answer, { pageOrigin, product: 'KurrentDB 26.1', tell: (refusal) => told.push(refusal) }) }
}
const to = (init?: RequestInit) => new Request('http://es.test/streams/a', init)

test('hides the headers that the answer does not expose', async () => {
  const { fetch, seen } = build(cors)
  const response = await fetch(to())
  expect(seen).toHaveLength(1)
  const kept = [...response.headers.keys()].filter((name) => !name.startsWith('access-control-'))
  expect(kept.toSorted()).toEqual(['cache-control', 'content-type', 'location'])
  expect(await response.text()).toBe('body')
})

test('asks first where the method or a header is not simple', async () => {
  const { fetch, seen } = build(cors)
  expect((await fetch(to({ method: 'DELETE' }))).status).toBe(200)
  expect(seen.map(({ method }) => method)).toEqual(['OPTIONS', 'DELETE'])
  expect(seen[0]!.headers.get('Access-Control-Request-Method')).toBe('DELETE')
  await fetch(to({ method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json', 'ES-EventType': 'T' } }))
  expect(seen[2]!.headers.get('Access-Control-Request-Headers')).toBe('content-type,es-eventtype')
})

test('a simple post needs no preflight', async () => {
  const { fetch, seen } = build(cors)
  await fetch(to({ method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain;charset=utf-8' } }))
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
  const { fetch, seen, told } = build(cors)
  const response = await fetch(request)
  expect(response.type).toBe('error')
  expect(corsRefusal(response)).toContain(reason)
  expect(told).toEqual([corsRefusal(response)])
  expect(seen.filter(({ method }) => method === 'PUT')).toEqual([])
})

test.each([
  [{}, 'the answer has no Access-Control-Allow-Origin.'],
  [{ 'Access-Control-Allow-Origin': 'http://other.test' }, 'the answer allows only the origin http://other.test.'],
])('an answer that the page may not read is a network error with a reason: %j', async (headers, reason) => {
  const response = await build(headers).fetch(to())
  expect([response.type, corsRefusal(response)]).toEqual(['error', expect.stringContaining(reason)])
})

test('a preflight without the CORS block is named as such', async () => {
  const response = await build({}).fetch(to({ method: 'DELETE' }))
  expect(corsRefusal(response)).toContain('the answer to its preflight has no Access-Control-Allow-Origin.')
})

test('requests of the same origin pass unchanged', async () => {
  const { fetch, seen } = build({}, 'http://es.test')
  const response = await fetch(to({ method: 'PUT', body: 'x' }))
  expect([response.headers.get('ETag'), seen.length]).toEqual(['"1"', 1])
})
