import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Listening, ListenOptions, ServeOptions, Store } from '../server.ts'
import { listen, memoryStorage, serve as serveOptions, sqliteStorage, StoreError } from '../server.ts'
import { temporaryFolder } from '../storage/sqlite/sqlite.fixture.ts'

const open: Listening[] = []
afterEach(() => Promise.all(open.splice(0).map((listening) => listening.close())))

const serve = async (fetch: (request: Request) => Promise<Response>, options: ListenOptions = {}) => {
  const listening = await listen({ fetch, close: () => Promise.resolve() }, { port: 0, ...options })
  open.push(listening)
  return listening
}

/** The answer that a socket gets to this text, until it is closed. */
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
  const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 Wrong expected EventNumber\r\n/)
  expect(answer.match(/date: .*/gi)).toEqual(['date: Thu, 01 Jan 1970 00:00:00 GMT'])
})

test('tells the operator once why the store cannot answer', async () => {
  const warned: string[] = []
  const full = new StoreError('storage-full', 'There is no room left.', { hint: 'Free some.' })
  const { url } = await serve(() => Promise.reject(full), { warn: (line) => warned.push(line) })
  for (let times = 0; times < 2; times++) await expect(fetch(url)).rejects.toThrow('fetch failed')
  expect(warned).toEqual(['A request could not be answered: There is no room left. Free some.'])
})

test('keeps an idle connection for longer than answers promise', async () => {
  const { url } = await serve(() => Promise.resolve(new Response('pong')))
  expect((await fetch(url)).headers.get('Keep-Alive')).toBe('timeout=130')
})

test('takes the origin of links from the Host header', async () => {
  const { port } = await serve((request) => Promise.resolve(new Response(request.url)), { allowHosts: ['es.test'] })
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
  expect(await exchange(port, 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /)
})

test.each(['Expect: 100-continue', 'Expect: other, 100-Continue', 'Expect: 100-continue\r\nExpect: 100-continue'])(
  'asks for a body that is announced with %j',
  async (expectation) => {
    const { port } = await serve(async (request) => new Response(await request.text()))
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\n${expectation}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n`
    expect(await exchange(port, `${head}hi`)).toMatch(/^HTTP\/1\.1 100 Continue[^]*HTTP\/1\.1 200 OK[^]*hi$/)
  },
)

test('sends no client of HTTP/1.0 an answer that it would take for the only one', async () => {
  const { port } = await serve(async (request) => new Response(await request.text()))
  const head = 'POST / HTTP/1.0\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n'
  expect(await exchange(port, `${head}hi`)).toMatch(/^HTTP\/1\.1 200 OK[^]*hi$/)
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

test('a text is no port: the platform would take it for the path of a socket', async () => {
  const options = { port: 'x' } as unknown as ListenOptions
  await expect(serve(() => Promise.resolve(new Response()), options)).rejects.toMatchObject({ code: 'ERR_SOCKET_BAD_PORT' })
})

test('a port in use is the error of the platform', async () => {
  const { port } = await serve(() => Promise.resolve(new Response()))
  await expect(listen({ fetch: () => Promise.resolve(new Response()), close: () => Promise.resolve() }, { port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

describe('a request that makes no sense', () => {
  const host = 'Host: localhost\r\n'
  const end = 'Connection: close\r\n\r\n'
  const chunked = `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n${end}`

  test.each([
    ['no Host', `GET / HTTP/1.1\r\n${end}`, [400]],
    ['an empty Host', `GET / HTTP/1.1\r\nHost:\r\n${end}`, [400]],
    ['a Host with a blank', `GET / HTTP/1.1\r\nHost: a b\r\n${end}`, [400]],
    ['a Host with an impossible port', `GET / HTTP/1.1\r\nHost: localhost:99999\r\n${end}`, [400]],
    ['a Host that is half an address', `GET / HTTP/1.1\r\nHost: [::1\r\n${end}`, [400]],
    ['a Host with a path', `GET / HTTP/1.1\r\nHost: localhost/streams\r\n${end}`, [400]],
    ['a Host with credentials', `GET / HTTP/1.1\r\nHost: admin@localhost\r\n${end}`, [400]],
    ['a Host beyond ASCII', `GET / HTTP/1.1\r\nHost: \u00e9.test\r\n${end}`, [400]],
    ['two Hosts', `GET / HTTP/1.1\r\n${host}Host: evil.example\r\n${end}`, [400]],
    ['the whole server', `OPTIONS * HTTP/1.1\r\n${host}${end}`, [400]],
    ['a tunnel', `CONNECT es.test:443 HTTP/1.1\r\nHost: es.test:443\r\n\r\n`, [400]],
    ['a tunnel to a path', `CONNECT /ping HTTP/1.1\r\n${host}\r\n`, [400]],
    ['a URL with credentials', `GET http://admin:changeit@localhost/ping HTTP/1.1\r\n${host}${end}`, [400]],
    ['a URL of another scheme', `GET ftp://localhost/ping HTTP/1.1\r\n${host}${end}`, [400]],
    ['a URL with an impossible port', `GET http://localhost:99999/ping HTTP/1.1\r\n${host}${end}`, [400]],
    ['a word', `GET ping HTTP/1.1\r\n${host}${end}`, [400]],
    ['a method in small letters', `get / HTTP/1.1\r\n${host}${end}`, [400]],
    ['a null byte in the path', `GET /a\0b HTTP/1.1\r\n${host}${end}`, [400]],
    ['a null byte in a header', `GET / HTTP/1.1\r\n${host}A: a\0b\r\n${end}`, [400]],
    ['a header of 20 kB', `GET / HTTP/1.1\r\n${host}A: ${'a'.repeat(20_000)}\r\n${end}`, [431]],
    ['a URL of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}${end}`, [431]],
    ['a chunk without a size', `${chunked}xyz\r\nabc\r\n0\r\n\r\n`, [400]],
    ['two lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\nContent-Length: 5\r\n${end}abcde`, [400]],
    ['a length beside chunks', `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`, [400]],
    ['a greeting of TLS', '\u0016\u0003\u0001\0\u00a5\u0001\0\0\u00a1', [400]],
    ['a wrong Host behind a good request', `GET / HTTP/1.1\r\n${host}\r\nGET / HTTP/1.1\r\nHost: a b\r\n${end}`, [200, 400]],
  ])('is refused with a status: %s', async (_, text, expected) => {
    const { port } = await serve(() => Promise.resolve(new Response('answer')))
    expect(statuses(await exchange(port, text))).toEqual(expected)
  })

  test('ends nothing: the next one on the same connection is answered', async () => {
    const { port } = await serve(() => Promise.resolve(new Response('answer')))
    const wrong = 'POST / HTTP/1.1\r\nHost: a b\r\nContent-Length: 3\r\n\r\nabc'
    expect(statuses(await exchange(port, `${wrong}GET / HTTP/1.1\r\n${host}${end}`))).toEqual([400, 200])
  })
})

describe('a stranger', () => {
  const ask = async (port: number, headers: Record<string, string>, method = 'GET') => {
    const lines = Object.entries({ Host: `localhost:${port}`, Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    return await exchange(port, `${method} /streams/s HTTP/1.1\r\n${lines.join('')}\r\n`)
  }
  const watched = async (options: ListenOptions = {}) => {
    const [asked, warned]: [string[], string[]] = [[], []]
    const fetch = ({ method }: Request) => {
      asked.push(method)
      return Promise.resolve(new Response('secret', { headers: { 'Access-Control-Allow-Origin': '*' } }))
    }
    const { port } = await serve(fetch, { warn: (line) => warned.push(line), ...options })
    return { port, asked, warned }
  }

  test('whose page took the address of this machine for its name is refused, and named once', async () => {
    const { port, asked, warned } = await watched()
    for (const _ of [1, 2]) {
      const answer = await ask(port, { Host: `rebound.example:${port}`, Origin: `http://rebound.example:${port}` })
      expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[^]*not known as "rebound\.example"/)
      expect(answer).not.toMatch(/Access-Control/i)
    }
    await ask(port, { Host: 'other.example' })
    expect(warned).toEqual([expect.stringContaining('"rebound.example"'), expect.stringContaining('"other.example"')])
    expect(asked).toEqual([])
  })

  test.each(['GET', 'POST', 'OPTIONS', 'DELETE'])('of another site is refused: %s', async (method) => {
    const { port, asked, warned } = await watched()
    for (const Origin of ['https://evil.example', 'null']) {
      const answer = await ask(port, { Origin, 'Content-Type': 'text/plain', 'Content-Length': '0' }, method)
      expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
      expect(answer).not.toMatch(/Access-Control|secret/i)
    }
    expect(
      statuses(await ask(port, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Content-Length': '0' }, method)),
    ).toEqual([403])
    expect([asked, warned.length]).toEqual([[], 2])
  })

  test('is no caller from this machine, from no page, or on the list', async () => {
    const { port, asked, warned } = await watched({ allowOrigins: ['https://app.test'], allowHosts: ['es.test'] })
    const welcome: Record<string, string>[] = [
      {},
      { Origin: 'http://localhost:5173' },
      { Origin: `http://localhost:${port}` },
      { Origin: 'https://app.test' },
    ]
    for (const headers of [...welcome, { Host: 'es.test' }]) expect(statuses(await ask(port, headers))).toEqual([200])
    expect([asked.length, warned]).toEqual([5, []])
  })

  test('may do everything that EventStoreDB allows where every origin and host is allowed', async () => {
    const { port } = await watched({ allowOrigins: ['*'], allowHosts: ['*'] })
    for (const Origin of ['https://evil.example', 'null'])
      expect(statuses(await ask(port, { Host: 'evil.example', Origin }))).toEqual([200])
  })

  test('cannot make the console endless', async () => {
    const { port, warned } = await watched()
    for (let n = 0; n < 30; n++) await ask(port, { Host: `n${n}.example` })
    expect(warned.length).toBe(20)
  })

  test('with a large body is refused before it is read', async () => {
    const { port } = await watched()
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\nContent-Length: 200000000\r\nConnection: close\r\n\r\n'
    expect(await firstAnswer(port, head)).toMatch(/^HTTP\/1\.1 403 /)
  })
})

/** The answer that a socket gets that sends this text and waits. */
const firstAnswer = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('latin1')
    socket.once('data', (data) => {
      socket.destroy()
      resolve(String(data))
    })
    socket.on('error', reject)
  })

describe('a body that is too large', () => {
  const answering = () => serve(async (request) => new Response(String((await request.arrayBuffer()).byteLength)))

  test('is refused by its length, before any of it comes', async () => {
    const { port } = await answering()
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000000\r\n\r\n'
    expect(await firstAnswer(port, head)).toMatch(
      /^HTTP\/1\.1 413 Too large events received\. Limit is 4194304 bytes\.\r\n[^]*access-control-allow-origin: \*/i,
    )
  })

  test.each([
    ['it is too long', 'Content-Length: 30000001', 413],
    ['its client is a stranger', 'Content-Length: 2\r\nOrigin: https://stranger.test', 403],
  ])('is not asked for with 100 Continue where %s', async (_, headers, status) => {
    const { port } = await answering()
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n${headers}\r\n\r\n`
    expect(statuses(await firstAnswer(port, head))).toEqual([status])
  })

  test('is refused while it streams, as soon as there is too much', async () => {
    const { port } = await answering()
    const piece = `f4240\r\n${'a'.repeat(1_000_000)}\r\n`
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
    // And then the client waits.
    expect(await firstAnswer(port, head + piece.repeat(31))).toMatch(/^HTTP\/1\.1 413 /)
  })

  test.each(['its length', 'its chunks'])('cuts off a sender that ignores the refusal of %s', async (what) => {
    const { port } = await answering()
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('error', () => undefined).on('data', (data) => (answer += String(data)))
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const length = what === 'its length' ? 'Content-Length: 1000000000000' : 'Transfer-Encoding: chunked'
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`)
    const piece = what === 'its length' ? 'a'.repeat(1_000_000) : `f4240\r\n${'a'.repeat(1_000_000)}\r\n`
    const send = (): void => {
      if (!socket.destroyed) socket.write(piece, () => setImmediate(send))
    }
    send()
    await closed
    expect(statuses(answer)).toEqual([413])
    expect(socket.bytesWritten).toBeGreaterThan(300_000_000)
  })

  test('is taken at exactly the limit', async () => {
    const { url } = await answering()
    const sent = async (length: number) => (await fetch(url, { method: 'POST', body: new Uint8Array(length) })).status
    expect([await sent(30_000_000), await sent(30_000_001)]).toEqual([200, 413])
  })
})

describe('a served store', () => {
  const serveStore = async (options: ServeOptions = {}) => {
    const listening = await serveOptions({ port: 0, ...options })
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
    const head = 'HEAD /streams/s HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const answer = await exchange(port, `${head}GET /ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 [^]*\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*Ping request successfully handled/)
  })

  test('takes large bodies, and refuses larger ones itself', async () => {
    const { url } = await serveStore()
    expect((await post(url, new Uint8Array(4_000_000).fill(0xff))).status).toBe(201)
    expect((await post(url, new Uint8Array(31_000_000))).status).toBe(413)
    const stored = await fetch(`${url}/streams/s/0`, { headers: { Accept: 'application/octet-stream' } })
    expect((await stored.arrayBuffer()).byteLength).toBe(4_000_000)
  })

  test('explains refusals in its own words, and forbids caching pages', async () => {
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

  const admin = { Authorization: `Basic ${btoa('admin:changeit')}` }
  const optionsOf = async (url: string, headers: Record<string, string> = admin) => {
    const options = (await (await fetch(`${url}/info/options`, { headers })).json()) as { name: string; value: string }[]
    return Object.fromEntries(options.map(({ name, value }) => [name, value]))
  }

  test('introduces itself, and welcomes browsers where it has no pages to send them to', async () => {
    const { url } = await serveStore()
    expect(await optionsOf(url)).toMatchObject({ MemDb: 'True', DisableAdminUi: 'True' })
    for (const path of ['/', '/web', '/web/index.html']) {
      const page = await fetch(url + path, { redirect: 'error' })
      expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await page.text()).toContain('<a href="/info">')
    }
    expect((await fetch(`${url}/web/other.html`)).status).toBe(404)

    const folder = temporaryFolder()
    try {
      const ui = join(folder.path, 'ui')
      mkdirSync(ui)
      writeFileSync(join(ui, 'index.html'), 'the pages')
      const served = await serveStore({ ui, storage: sqliteStorage({ folder: join(folder.path, 'db') }) })
      expect(await optionsOf(served.url)).toMatchObject({ MemDb: 'False', DisableAdminUi: 'False' })
      expect(await (await fetch(served.url)).text()).toBe('the pages')
      await served.close()
    } finally {
      folder.remove()
    }
  })

  test('closes after it was told to shut down, and answers for a moment more', async () => {
    const served = await serveStore({ storage: memoryStorage() })
    const { url, store } = served
    expect((await fetch(`${url}/admin/shutdown`, { method: 'POST', headers: admin })).status).toBe(200)
    expect([(await fetch(`${url}/ping`)).status, (await fetch(`${url}/health/live`)).status]).toEqual([200, 503])
    await served.closed
    await expect(fetch(`${url}/ping`)).rejects.toThrow('fetch failed')
    await expect(store.snapshot()).rejects.toMatchObject({ code: 'storage-closed' })
    await served.close()
  })

  test('requires credentials and sets the first passwords, when told to', async () => {
    const { url } = await serveStore({ allowAnonymous: false, defaultAdminPassword: 'first', defaultOpsPassword: 'second' })
    const status = async (path: string, login?: string) =>
      (await fetch(url + path, login === undefined ? {} : { headers: { Authorization: `Basic ${btoa(login)}` } })).status
    expect([await status('/streams/s'), await status('/stats'), await status('/ping')]).toEqual([401, 401, 200])
    expect([
      await status('/users/', 'admin:first'),
      await status('/stats', 'ops:second'),
      await status('/users/', 'admin:changeit'),
    ]).toEqual([200, 200, 401])
  })

  test('warns where it requires no credentials and other machines reach it', async () => {
    const warned: string[] = []
    const warn = (line: string) => void warned.push(line)
    await serveStore({ security: 'insecure', warn })
    expect(warned).toEqual([])
    await serveStore({ security: 'insecure', host: '0.0.0.0', warn })
    expect(warned).toEqual([expect.stringContaining('asks for no credentials and listens on 0.0.0.0')])
  })

  test('warns where its users have default passwords and other machines reach it', async () => {
    const warned: string[] = []
    const warn = (line: string) => void warned.push(line)
    await serveStore({ warn })
    await serveStore({ host: '0.0.0.0', warn, defaultAdminPassword: 'first', defaultOpsPassword: 'second' })
    expect(warned).toEqual([])
    await serveStore({ host: '0.0.0.0', warn, defaultAdminPassword: 'first' })
    await serveStore({ host: '::', warn })
    expect(warned).toEqual([
      expect.stringMatching(/^The default password of ops .* listens on 0\.0\.0\.0: .* --default-ops-password\.$/),
      expect.stringMatching(/^The default password of admin and ops .* listens on ::: /),
    ])
  })

  test('asks a store in use for its passwords, not the options', async () => {
    const warned: string[] = []
    const warn = (line: string) => void warned.push(line)
    const storage = memoryStorage()
    const change = async (store: Store) => {
      for (const login of ['admin', 'ops']) {
        const path = `http://store/users/${login}/command/reset-password`
        const headers = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ newPassword: 'own' })
        expect((await store.direct(new Request(path, { method: 'POST', headers, body }))).status).toBe(200)
      }
    }
    await serveStore({ host: '0.0.0.0', warn, storage, prepare: change })
    expect(warned).toEqual([])
  })

  test('closes its store where the port is taken', async () => {
    const { port } = await serveStore()
    let seeded: Pick<Store, 'read'> | undefined
    const second = serveOptions({ port, prepare: async (store) => void (seeded = store) })
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await expect(seeded!.read('s')).rejects.toMatchObject({ code: 'storage-closed' })
  })
})

describe('a served store under fire', () => {
  const posting = (id: string, length: number): string =>
    `POST /streams/s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nES-EventType: T\r\nES-EventId: ${id}\r\nContent-Length: ${length}\r\n\r\n`
  const serveStore = async (options: ServeOptions = {}) => {
    const served = await serveOptions({ port: 0, systemProjections: false, ...options })
    open.push(served)
    return served
  }
  const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

  test('writes nothing of uploads that break off, and goes on', async () => {
    const { port, url, store } = await serveStore()
    const broken = Array.from({ length: 40 }, async (_, index) => {
      const socket = connect(port, '127.0.0.1')
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
      await new Promise<void>((resolve) => socket.write(posting(crypto.randomUUID(), 1000) + 'x'.repeat(index * 20), () => resolve()))
      socket.destroy()
    })
    await Promise.all(broken)
    expect(await statusOf(`${url}/ping`)).toBe(200)
    expect(await store.read('s')).toEqual([])
  })

  test('lets clients that send byte by byte wait alone', async () => {
    const { port, url } = await serveStore()
    const slow = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    for (const socket of slow) socket.on('error', () => undefined)
    for (const byte of posting(crypto.randomUUID(), 10)) for (const socket of slow) socket.write(byte)
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(`${url}/ping`)))
    expect(new Set(answers)).toEqual(new Set([200]))
    // One of them finishes after all.
    const answer = new Promise<string>((resolve) => slow[0]!.once('data', (data) => resolve(String(data))))
    slow[0]!.write('0123456789')
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
    slow.forEach((socket) => socket.destroy())
  })

  test('goes on beside clients that never read their answers', async () => {
    const { port, url, store } = await serveStore()
    await store.append('large', { type: 'T', data: { text: 'x'.repeat(1_000_000) } })
    const deaf = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
    for (const socket of deaf) {
      socket.on('error', () => undefined)
      socket.pause()
      socket.write('GET /streams/large/0 HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n'.repeat(4))
    }
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => statusOf(`${url}/ping`))))).toEqual(new Set([200]))
    deaf.forEach((socket) => socket.destroy())
    expect(await statusOf(`${url}/ping`)).toBe(200)
  })

  test('closes although uploads stand still', async () => {
    const served = await serveStore()
    const stalled = Array.from({ length: 10 }, () => connect(served.port, '127.0.0.1'))
    const ended = stalled.map(
      (socket) => new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve())),
    )
    for (const socket of stalled) socket.write(`${posting(crypto.randomUUID(), 1000)}half`)
    expect(await statusOf(`${served.url}/ping`)).toBe(200)
    await served.close()
    await Promise.all(ended)
  })

  test('takes many headers, and refuses too many without ending', async () => {
    const { port } = await serveStore()
    const request = (count: number) =>
      `GET /ping HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: count }, (_, index) => `A-${index}: b\r\n`).join('')}Connection: close\r\n\r\n`
    expect(statuses(await exchange(port, request(500)))).toEqual([200])
    expect(statuses(await exchange(port, request(5000)))).toEqual([431])
    expect(statuses(await exchange(port, request(1)))).toEqual([200])
  })

  test('answers two hundred requests on one connection in their order', async () => {
    const { port } = await serveStore()
    const paths = Array.from({ length: 200 }, (_, index) => (index % 3 === 0 ? '/nowhere' : '/ping'))
    const requests = paths.map(
      (path, index) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${index === 199 ? 'Connection: close\r\n' : ''}\r\n`,
    )
    expect(statuses(await exchange(port, requests.join('')))).toEqual(paths.map((path) => (path === '/ping' ? 200 : 404)))
  })

  test.each([
    '/web/../../secret',
    '/web/..%2f..%2fsecret',
    '/web/%2e%2e/secret',
    '/web/..\\secret',
    '/web//secret',
    '/web/%00',
    '/../secret',
  ])('serves no file beside its pages: %s', async (path) => {
    const folder = temporaryFolder()
    try {
      mkdirSync(join(folder.path, 'ui'))
      writeFileSync(join(folder.path, 'ui', 'index.html'), 'pages')
      writeFileSync(join(folder.path, 'secret'), 'kept from strangers')
      const served = await serveStore({ ui: join(folder.path, 'ui') })
      const answer = await exchange(served.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 (?:4|3)\d\d /)
      expect(answer).not.toContain('kept from strangers')
    } finally {
      folder.remove()
    }
  })

  test('prints markup in names as text on pages', async () => {
    const { url, store } = await serveStore()
    const markup = '<script>alert(1)</script>"\'&'
    await store.append(markup, { type: markup, data: { [markup]: markup } })
    for (const path of ['', '/0', '/head/backward/5']) {
      const page = await fetch(`${url}/streams/${encodeURIComponent(markup)}${path}`, {
        headers: { Accept: 'text/html' },
        redirect: 'manual',
      })
      const html = /html/.test(page.headers.get('Content-Type') ?? '') ? await page.text() : ''
      expect(html).not.toContain('<script>alert')
      expect(page.headers.get('Location') ?? '').not.toContain('<')
    }
    // Whom it refuses, and what it does not find, it names as text too.
    for (const path of [`/streams/${encodeURIComponent(`${markup}2`)}`, `/${encodeURIComponent(markup)}`, '/streams/%3Cscript%3E/-9']) {
      const refused = await fetch(url + path, { headers: { Accept: 'text/html' } })
      expect(await refused.text()).not.toContain('<script>')
    }
    const shown = await fetch(`${url}/streams/${encodeURIComponent(markup)}`, { headers: { Accept: 'text/html' }, redirect: 'manual' })
    expect(shown.headers.get('Content-Type')).toContain('text/html')
  })
})

test('closes although a client has opened a connection ahead and sent nothing', async () => {
  const { port, close } = await serve(() => Promise.resolve(new Response()))
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await close()
  await expect(ended).resolves.toBeDefined()
})
