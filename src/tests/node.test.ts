import { execFileSync } from 'node:child_process'
import node from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isStoreError } from '../base/errors.ts'
import type { StartedStore, StartOptions } from '../node.ts'
import { createStore, startStore, storeHandlers } from '../node.ts'

const started: StartedStore[] = []
const start = async (options: StartOptions): Promise<StartedStore> => {
  const store = await startStore(options)
  started.push(store)
  return store
}
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const store of started.splice(0)) await store.stop()
  for (const close of closing.splice(0)) await close()
})

/** A server that tells which requests reach the network. */
async function network(): Promise<string> {
  const server = node.createServer((_request, response) => response.end('from the network'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const body = async (url: string): Promise<string> => await (await fetch(url)).text()
const failure = (code: 'setup-started-twice' | 'setup-msw-running' | 'invalid-options') =>
  expect.toSatisfy((error: unknown) => isStoreError(error, code))

describe('startStore', () => {
  test('answers under its base URL, leaves the rest, and goes when it is stopped', async () => {
    const origin = await network()
    const warn = vi.spyOn(console, 'warn')
    const store = await start({ baseUrl: `${origin}/es/` })
    expect(store.baseUrl).toBe(`${origin}/es`)
    await store.append('orders', { type: 'Placed', data: { total: 42 } })
    expect(JSON.parse(await body(`${origin}/es/streams/orders/0?format=json`))).toMatchObject({ total: 42 })
    expect(await body(`${origin}/essence`)).toBe('from the network')
    expect(await body(origin)).toBe('from the network')
    expect(warn).not.toHaveBeenCalled()
    await Promise.all([store.stop(), store.stop()])
    expect(await body(`${origin}/es/ping`)).toBe('from the network')
  })

  test('answers requests of node:http', async () => {
    const store = await start({ baseUrl: 'http://store.test' })
    await store.append('orders', { type: 'Placed', data: { n: 1 } })
    const answered = await new Promise<string>((resolve, reject) => {
      node.get('http://store.test/streams/orders/0?format=json', (response) => resolve(text(response))).on('error', reject)
    })
    expect(JSON.parse(answered)).toEqual({ n: 1 })
  })

  test('several stores stand beside each other, each at its own base URL', async () => {
    const [one, other] = await Promise.all([start({ baseUrl: 'http://one.test' }), start({ baseUrl: 'http://other.test' })])
    await one.append('a', { type: 'One', data: { n: 1 } })
    await other.append('a', { type: 'Other', data: { n: 2 } })
    const read = async (base: string): Promise<unknown> => JSON.parse(await body(`${base}/streams/a/0?format=json`))
    expect(await Promise.all([read('http://one.test'), read('http://other.test')])).toEqual([{ n: 1 }, { n: 2 }])
    await one.stop()
    expect(await read('http://other.test')).toEqual({ n: 2 })
    await expect(fetch('http://one.test/ping')).rejects.toThrow('fetch failed')
  })

  test('a base URL has one store at a time', async () => {
    const store = await start({ baseUrl: 'http://one.test' })
    await expect(startStore({ baseUrl: 'http://one.test/' })).rejects.toThrow(failure('setup-started-twice'))
    await store.stop()
    await expect(start({ baseUrl: 'http://one.test/' })).resolves.toBeDefined()
  })

  test('ends with the block that uses it', async () => {
    const origin = await network()
    {
      await using store = await startStore({ baseUrl: origin })
      expect((await fetch(`${store.baseUrl}/ping`)).status).toBe(200)
      expect(await body(`${origin}/ping`)).not.toBe('from the network')
    }
    expect(await body(`${origin}/ping`)).toBe('from the network')
  })

  test('refuses options that cannot be used, and can be called again', async () => {
    await expect(startStore({ baseUrl: '/_store' })).rejects.toThrow(failure('invalid-options'))
    await expect(startStore({ baseUrl: 'http://one.test', requestLog: -1 })).rejects.toThrow(failure('invalid-options'))
    await expect(start({ baseUrl: 'http://one.test' })).resolves.toBeDefined()
  })

  test("fails before it touches an application's own server, which goes on", async () => {
    const server = setupServer(http.get('http://api.test/user', () => new Response('Ada')))
    server.listen()
    closing.push(() => server.close())
    await expect(startStore({ baseUrl: 'http://one.test' })).rejects.toThrow(failure('setup-msw-running'))
    expect(await body('http://api.test/user')).toBe('Ada')
    server.close()
    closing.pop()
    await expect(start({ baseUrl: 'http://one.test' })).resolves.toBeDefined()
  })
})

describe('without msw', { timeout: 60_000 }, () => {
  const hide = `
    import { registerHooks } from 'node:module'
    const resolve = (name, context, next) => {
      if (/^msw(\\/|$)/.test(name)) throw Object.assign(new Error('no ' + name), { code: 'ERR_MODULE_NOT_FOUND' })
      return next(name, context)
    }
    registerHooks({ resolve })`
  const use = `
    const { createStore, startStore, storeHandlers } = await import('../node.ts')
    const { storeHandlers: inPages } = await import('../browser.ts')
    const store = createStore({ baseUrl: 'http://one.test' })
    const { status } = await store.fetch(new Request('http://one.test/ping'))
    const { code, hint } = await startStore({ baseUrl: 'http://one.test' }).catch((error) => error)
    console.log(JSON.stringify([status, storeHandlers(store).length, inPages(store).length, code, hint]))
    await store.close()`

  test('everything can be imported and works except startStore, which names the package to install', () => {
    const args = ['--no-warnings', '--import', `data:text/javascript,${encodeURIComponent(hide)}`, '--input-type=module', '--eval', use]
    const printed = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
    expect(JSON.parse(printed)).toEqual([200, 1, 1, 'setup-msw-missing', expect.stringContaining('npm i -D msw')])
  })
})

describe('storeHandlers', () => {
  test("stand among an application's own handlers, and survive the calls of its server", async () => {
    const origin = await network()
    const store = createStore({ baseUrl: `${origin}/es` })
    const first = http.get(`${origin}/es/info`, () => new Response('own'))
    const late = http.get(`${origin}/es/never`, () => new Response('never'))
    const server = setupServer(first, ...storeHandlers(store), late)
    closing.push(() => store.close())
    server.listen({ onUnhandledFrame: 'bypass' })
    const answers = async () => [
      await body(`${origin}/es/info`),
      (await fetch(`${origin}/es/ping`)).status,
      (await fetch(`${origin}/es/never`)).status,
      await body(`${origin}/other`),
    ]
    const expected = ['own', 200, 404, 'from the network']
    expect(await answers()).toEqual(expected)
    server.use(http.get(`${origin}/es/ping`, () => new Response('used', { status: 418 })))
    expect((await fetch(`${origin}/es/ping`)).status).toBe(418)
    server.resetHandlers()
    server.restoreHandlers()
    expect(await answers()).toEqual(expected)
    server.resetHandlers(...storeHandlers(store))
    expect((await fetch(`${origin}/es/never`)).status).toBe(404)
    expect(server.listHandlers()).toHaveLength(1)
    expect(server.listHandlers()[0]).toMatchObject({ kind: 'request', info: { header: `store at ${origin}/es` } })
    server.close()
    expect(await body(`${origin}/es/ping`)).toBe('from the network')
  })
})
