import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Listening, Store } from './server.ts'
import { listen, serve as serveOptions } from './server.ts'

const open: Listening[] = []
afterEach(() => Promise.all(open.splice(0).map((listening) => listening.close())))

const serve = async (fetch: (request: Request) => Promise<Response>) => {
  const listening = await listen({ fetch, close: () => Promise.resolve() }, { port: 0 })
  open.push(listening)
  return listening
}

/** What a socket that sends this text gets back, until it is closed. */
const exchange = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('latin1')
    socket.on('data', (data) => (answer += String(data)))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

test('passes method, raw path, headers and body on, and the answer back', async () => {
  let seen: { method: string; url: string; type: string | null; body: string } | undefined
  const { url } = await serve(async (request) => {
    seen = { method: request.method, url: request.url, type: request.headers.get('Content-Type'), body: await request.text() }
    return new Response('answer', { status: 201, headers: { Location: '/a' } })
  })
  const response = await fetch(`${url}/streams/a%2Fb?x=%20`, { method: 'POST', body: 'text', headers: { 'Content-Type': 'text/plain' } })
  expect(seen).toEqual({ method: 'POST', url: `${url}/streams/a%2Fb?x=%20`, type: 'text/plain', body: 'text' })
  expect([response.status, response.headers.get('Location'), await response.text()]).toEqual([201, '/a', 'answer'])
})

test("sends the store's own reason phrase and date", async () => {
  const headers = { Date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'Content-Length': '0' }
  const { port } = await serve(() =>
    Promise.resolve(new Response(null, { status: 400, statusText: 'Wrong expected EventNumber', headers })),
  )
  const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: es.test\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 Wrong expected EventNumber\r\n/)
  expect(answer.match(/date: .*/gi)).toEqual(['date: Thu, 01 Jan 1970 00:00:00 GMT'])
})

test('keeps an idle connection for longer than answers promise', async () => {
  const { url } = await serve(() => Promise.resolve(new Response('pong')))
  expect((await fetch(url)).headers.get('Keep-Alive')).toBe('timeout=130')
})

test('takes the origin of links from the Host header', async () => {
  const { port } = await serve((request) => Promise.resolve(new Response(request.url)))
  expect(await exchange(port, 'GET /info HTTP/1.1\r\nHost: es.test:99\r\nConnection: close\r\n\r\n')).toContain('http://es.test:99/info')
})

test('challenges a refused login so that no browser covers the page that asked', async () => {
  const challenge = 'Basic realm="ESDB"'
  const { url } = await serve(() => Promise.resolve(new Response(null, { status: 401, headers: { 'WWW-Authenticate': challenge } })))
  const challengeOf = async (headers: Record<string, string>) => (await fetch(url, { headers })).headers.get('WWW-Authenticate')
  expect(await challengeOf({})).toBe(challenge)
  expect(await challengeOf({ 'Sec-Fetch-Dest': 'document' })).toBe(challenge)
  expect(await challengeOf({ 'Sec-Fetch-Dest': 'empty' })).toBe('X-Basic realm="ESDB"')
})

test('answers a method that requests cannot have', async () => {
  const { port } = await serve((request) => Promise.resolve(new Response(null, { status: request.method === 'PATCH' ? 405 : 200 })))
  expect(await exchange(port, 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /)
})

test('waits for a body that is announced with Expect: 100-continue', async () => {
  const { port } = await serve(async (request) => new Response(await request.text()))
  const answer = exchange(port, 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi')
  expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue[^]*HTTP\/1\.1 200 OK[^]*hi$/)
})

test('drops the connection where the store answers with a network error', async () => {
  const { url } = await serve(() => Promise.resolve(Response.error()))
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('tells the store that the client gave up', async () => {
  const arrived = Promise.withResolvers<Request>()
  const { url } = await serve((request) => {
    arrived.resolve(request)
    return new Promise(() => undefined)
  })
  const client = new AbortController()
  const given = fetch(url, { signal: client.signal }).catch(() => 'given up')
  const { signal } = await arrived.promise
  const noticed = new Promise((resolve) => signal.addEventListener('abort', resolve))
  client.abort()
  expect(await given).toBe('given up')
  await noticed
  expect(signal.aborted).toBe(true)
})

test('a port in use is the error of the platform', async () => {
  const { port } = await serve(() => Promise.resolve(new Response()))
  await expect(listen({ fetch: () => Promise.resolve(new Response()), close: () => Promise.resolve() }, { port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

describe('a served store', () => {
  const serveStore = async () => {
    const listening = await serveOptions({ port: 0 })
    open.push(listening)
    return listening
  }
  const post = (url: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${url}/streams/s`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', 'ES-EventType': 't', 'ES-EventId': crypto.randomUUID() },
      body,
    })

  test('answers HEAD, which no route has, without a body, and the next request on the same connection', async () => {
    const { port } = await serveStore()
    const head = 'HEAD /streams/s HTTP/1.1\r\nHost: a\r\n\r\n'
    const answer = await exchange(port, `${head}GET /ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 [^]*\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*Ping request successfully handled/)
  })

  test('takes large bodies, and refuses larger ones itself', async () => {
    const { url } = await serveStore()
    expect((await post(url, new Uint8Array(4_000_000).fill(0xff))).status).toBe(201)
    expect((await post(url, new Uint8Array(31_000_000))).status).toBe(413)
    const stored = await fetch(`${url}/streams/s/0`, { headers: { Accept: 'application/octet-stream' } })
    expect((await stored.arrayBuffer()).byteLength).toBe(4_000_000)
  })

  test('says what it refuses in words of its own, and lets nobody keep a page', async () => {
    const { url } = await serveStore()
    await post(url, 'one')
    const refused = await fetch(`${url}/streams/s`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'ES-EventType': 't', 'ES-EventId': crypto.randomUUID(), 'ES-ExpectedVersion': '7' },
      body: '{}',
    })
    expect([refused.status, refused.statusText]).toEqual([400, 'Wrong expected EventNumber'])
    const page = await fetch(`${url}/streams/s/0/forward/1`, { headers: { Accept: 'application/vnd.eventstore.atom+json' } })
    expect(page.headers.get('Cache-Control')).toBe('max-age=0, no-cache, must-revalidate')
  })

  test('closes its store where the port is taken', async () => {
    const { port } = await serveStore()
    let seeded: Pick<Store, 'read'> | undefined
    const second = serveOptions({ port, prepare: async (store) => void (seeded = store) })
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await expect(seeded!.read('s')).rejects.toMatchObject({ code: 'storage-closed' })
  })
})
