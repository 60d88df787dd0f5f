// Starting and stopping a store in a page: the ways that work, and the errors of those that cannot.

import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { append, openPage, send, startError, startStore, storeAddress } from '../harness.ts'

/** The machine may run a real server at the default address of stores. */
const nowhere = 'http://localhost:21137'

test('answers another origin, where nothing listens', async ({ page }) => {
  await openPage(page)
  expect((await send(page, `${nowhere}/ping`)).status).toBe(0)
  await startStore(page, { baseUrl: nowhere })
  expect((await append(page, 'orders', 'Placed', {}, nowhere)).status).toBe(201)
  const read = await send(page, `${nowhere}/streams/orders/0`, { headers: { accept: 'application/json' } })
  expect(read).toMatchObject({ status: 200, body: '{}' })
})

test("answers a path on the page's own origin, and leaves the rest of it alone", async ({ page }) => {
  await openPage(page)
  await startStore(page, { baseUrl: '/_store' })
  const base = `${addresses.pages}_store`
  expect((await append(page, 'orders', 'Placed', {}, base)).status).toBe(201)
  const feed = await send(page, `${base}/streams/orders`, { headers: { accept: 'application/vnd.eventstore.atom+json' } })
  expect(feed.status).toBe(200)
  expect(JSON.parse(feed.body)).toMatchObject({ id: `${base}/streams/orders` })
  expect((await send(page, `${addresses.pages}minified.js`)).type).toContain('javascript')
  expect((await send(page, `${addresses.pages}_storefront`)).status).toBe(404)
})

test('keeps streams apart whose names differ in an encoded slash', async ({ page }) => {
  await openPage(page)
  await startStore(page)
  expect((await append(page, 'a/b', 'InSlash')).status).toBe(201)
  const events = { headers: { accept: 'application/vnd.eventstore.atom+json' } }
  const slash = await send(page, `${storeAddress}/streams/a%2Fb/0?embed=body`, events)
  expect(slash.status).toBe(200)
  expect((await send(page, `${storeAddress}/streams/a/b`, events)).status).not.toBe(200)
})

test('refuses a second start, and takes one after stop()', async ({ page }) => {
  await openPage(page)
  await startStore(page, { baseUrl: nowhere })
  const error = await startError(page, { name: 'second' })
  expect(error).toMatchObject({ name: 'StoreError', code: 'setup-started-twice' })
  expect(error?.message).toContain('with other options: baseUrl, name.')
  expect(error?.hint).toContain('stop()')
  await page.evaluate(() => window.store.stop())
  expect((await send(page, `${nowhere}/ping`)).status).toBe(0)
  await startStore(page, { baseUrl: nowhere, name: 'second' })
  expect((await send(page, `${nowhere}/ping`)).status).toBe(200)
})

test.describe('started several times with the same options', () => {
  const options = { baseUrl: nowhere, advertiseHost: 'store.test' }

  test('is one store, which the last stop() ends', async ({ page }) => {
    await openPage(page)
    const areSame = await page.evaluate(async (given) => {
      const { startStore } = window.harness.rillbox
      const [first, second] = await Promise.all([startStore({ ...given }), startStore({ ...given })])
      window.store = await startStore({ ...given })
      await second.stop()
      await first.stop()
      return first === second && second === window.store
    }, options)
    expect(areSame).toBe(true)
    expect((await send(page, `${nowhere}/ping`)).status).toBe(200)
    await page.evaluate(() => window.store.stop())
    expect((await send(page, `${nowhere}/ping`)).status).toBe(0)
  })

  test('survives an effect that runs twice, and starts and stops in quick succession', async ({ page }) => {
    await openPage(page)
    await page.evaluate(async (given) => {
      const { startStore } = window.harness.rillbox
      // As React's StrictMode calls an effect and its clean-up.
      const mount = () => {
        const starting = startStore({ ...given })
        return { starting, unmount: () => void starting.then((store) => store.stop()) }
      }
      const first = mount()
      first.unmount()
      const second = mount()
      await (await second.starting).append('orders', { type: 'Placed', data: { n: 1 } })
      await new Promise((resolve) => setTimeout(resolve))
      void (await second.starting).stop()
      const third = await startStore({ ...given })
      void third.stop()
      window.store = await startStore({ ...given })
    }, options)
    expect((await send(page, `${nowhere}/streams/orders/0`, { headers: { accept: 'application/json' } })).status).toBe(200)
  })
})

test.describe("beside an application's own msw", () => {
  const own = { url: '/mockServiceWorker.js' }
  const elsewhere = { url: '/allowed/mockServiceWorker.js', options: { scope: '/' } }

  for (const [what, serviceWorker, isAwaited] of [
    ['that was started', own, true],
    ['that was started from another address', elsewhere, true],
    ['that is still starting', own, false],
  ] as const) {
    test(`${what}, fails and leaves it at work`, async ({ page }) => {
      await openPage(page)
      const refused = await page.evaluate(
        async ([worker, isFirst, baseUrl]) => {
          const { msw, rillbox } = window.harness
          const user = msw.http.get('/api/user', () => msw.HttpResponse.json({ name: 'Ada' }))
          const starting = msw.setupWorker(user).start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: worker })
          if (isFirst) await starting
          try {
            await rillbox.startStore({ baseUrl })
            return undefined
          } catch (error) {
            return { ...(error as { code: string; hint: string }) }
          } finally {
            await starting
          }
        },
        [serviceWorker, isAwaited, nowhere] as const,
      )
      expect(refused).toMatchObject({
        code: 'setup-msw-running',
        hint: expect.stringContaining('setupWorker(...yours, ...storeHandlers(store))'),
      })
      expect(await send(page, `${addresses.pages}api/user`)).toMatchObject({ status: 200, body: '{"name":"Ada"}' })
    })
  }

  test('that was stopped, starts', async ({ page }) => {
    await openPage(page)
    await page.evaluate(async () => {
      const worker = window.harness.msw.setupWorker()
      await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
      await worker.stop()
    })
    await startStore(page, { baseUrl: nowhere })
    expect((await send(page, `${nowhere}/ping`)).status).toBe(200)
  })
})

test('works with a worker script that a build has minified', async ({ page }) => {
  await openPage(page)
  await startStore(page, { baseUrl: nowhere, workerUrl: '/minified.js' })
  expect((await send(page, `${nowhere}/ping`)).status).toBe(200)
})

test.describe('without a worker script that can be used', () => {
  test('says that it is missing, and how to get it', async ({ page }) => {
    await openPage(page)
    const error = await startError(page, { workerUrl: '/nowhere/mockServiceWorker.js' })
    expect(error).toMatchObject({ name: 'StoreError', code: 'setup-worker-missing' })
    expect(error?.message).toContain(`${addresses.pages}nowhere/mockServiceWorker.js answers 404`)
    expect(error?.hint).toContain('npx rillbox init')
  })

  test('recognises a page that comes in its place', async ({ page }) => {
    await openPage(page)
    const error = await startError(page, { workerUrl: '/index.html' })
    expect(error?.code).toBe('setup-worker-missing')
    expect(error?.message).toMatch(/text\/html\S* instead of a script/)
  })

  test('still starts with the right address afterwards', async ({ page }) => {
    await openPage(page)
    expect(await startError(page, { workerUrl: '/nowhere.js' })).toBeDefined()
    await startStore(page)
    expect((await send(page, `${storeAddress}/ping`)).status).toBe(200)
  })
})

test.describe('with a worker script in a separate folder', () => {
  test('says that the page is outside of its scope', async ({ page }) => {
    await openPage(page)
    const error = await startError(page, { workerUrl: '/narrow/mockServiceWorker.js' })
    expect(error?.code).toBe('setup-worker-failed')
    expect(error?.message).toContain('sees no request of')
  })

  test('says that the server forbids a wider scope', async ({ page }) => {
    await openPage(page)
    const error = await startError(page, { workerUrl: '/narrow/mockServiceWorker.js', workerScope: '/' })
    expect(error?.code).toBe('setup-worker-failed')
    expect(error?.hint).toContain('Service-Worker-Allowed: /')
  })

  test('works where the server allows it', async ({ page }) => {
    await openPage(page)
    await startStore(page, { workerUrl: '/allowed/mockServiceWorker.js', workerScope: '/' })
    expect((await send(page, `${storeAddress}/ping`)).status).toBe(200)
  })
})

test.describe('with a database that cannot be opened', () => {
  test('says so where the browser has none', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    await openPage(page)
    expect(await startError(page)).toMatchObject({ name: 'StoreError', code: 'storage-unavailable' })
  })

  test('says so where the browser refuses', async ({ page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }
    })
    await openPage(page)
    const error = await startError(page)
    expect(error).toMatchObject({ name: 'StoreError', code: 'storage-unavailable' })
    expect(error?.hint).toBeTruthy()
  })

  test('says so where a newer version of the package has written it', async ({ page }) => {
    await openPage(page)
    await startStore(page, { name: 'from-the-future' })
    await page.evaluate(() => window.store.stop())
    await page.evaluate(async () => {
      const { name } = (await indexedDB.databases()).find((database) => database.name?.includes('from-the-future'))!
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name!, 9000)
        request.addEventListener('success', () => {
          request.result.close()
          resolve()
        })
        request.addEventListener('error', () => reject(new Error('no database')))
      })
    })
    expect(await startError(page, { name: 'from-the-future' })).toMatchObject({ name: 'StoreError', code: 'storage-newer' })
  })
})

test('names the missing features of a browser that is too old', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => Reflect.deleteProperty(Map, 'groupBy'))
  const error = await startError(page)
  expect(error).toMatchObject({ name: 'StoreError', code: 'browser-unsupported' })
  expect(error?.message).toMatch(/lacks .*Map\.groupBy\. .*Firefox \d+/)
})

test('refuses the root of its own origin as base URL', async ({ page }) => {
  await openPage(page)
  expect(await startError(page, { baseUrl: '/' })).toMatchObject({ code: 'invalid-options' })
})

test('shares the root of its own origin with the files of the page, and answers its frames', async ({ page }) => {
  await openPage(page)
  await startStore(page, { baseUrl: '/', sharesOrigin: true })
  const seen = await page.evaluate(async () => {
    const frame = document.createElement('iframe')
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    frame.src = '/admin-ui.html'
    document.body.append(frame)
    await loaded
    const ask = (path: string): Promise<Response> => frame.contentWindow!.fetch(path)
    const { esVersion } = (await (await ask('/info')).json()) as { esVersion: string }
    return { esVersion, page: await (await ask('/admin-ui.html')).text(), missing: (await ask('/streams/none?format=json')).status }
  })
  expect(seen).toEqual({ esVersion: '26.1.0', page: expect.stringContaining('<html'), missing: 404 })
})
