// A page in a frame of another site, whose user blocks the data of such sites: no localStorage, no database, no Service Worker, no locks.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Frame } from '@playwright/test'
import { chromium, expect, test } from '@playwright/test'
import { chromiumArgs, findWholeChromium } from '../../scripts/chromium.ts'
import type { PlaygroundElement } from '../../src/playground/elements.ts'
import { addresses } from '../addresses.ts'
import { storeAddress } from '../harness.ts'

const browser = findWholeChromium()
test.skip(browser === undefined, 'A headless shell has no settings of a user, and there is no whole browser.')

let profile: string
let context: BrowserContext
let site: Server
let frame: Frame

test.beforeAll(async () => {
  // The user's setting has no switch of the browser; it stands in the profile.
  profile = mkdtempSync(join(tmpdir(), 'rillbox-third-party-'))
  mkdirSync(join(profile, 'Default'))
  const preferences = { profile: { block_third_party_cookies: true, cookie_controls_mode: 1 } }
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  // 127.0.0.1 is another site than localhost.
  site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<iframe src="${addresses.pages}third-party.html"></iframe>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  context = await chromium.launchPersistentContext(profile, { executablePath: browser!.path, args: chromiumArgs })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  frame = page.frames()[1]!
  await frame.waitForFunction(() => 'alone' in window)
})

test.afterAll(async () => {
  await context.close()
  site.close()
  rmSync(profile, { recursive: true, force: true })
})

test('is denied what the test is about', async () => {
  const denied = await frame.evaluate(async () => {
    const nameOf = (attempt: () => unknown): Promise<string> =>
      Promise.resolve()
        .then(attempt)
        .then(
          () => 'granted',
          ({ name }: Error) => name,
        )
    return [
      await nameOf(() => localStorage),
      await nameOf(() => navigator.locks.request('a', () => undefined)),
      await nameOf(() => navigator.serviceWorker.register('mockServiceWorker.js')),
    ]
  })
  expect(denied).toEqual(['SecurityError', 'SecurityError', 'NotSupportedError'])
})

test('startStore says what cannot be, with storage in memory too, and what can', async () => {
  for (const inMemory of [false, true]) {
    const error = await frame.evaluate(
      async ([baseUrl, isInMemory]) => {
        const { memoryStorage, startStore } = window.alone.rillbox
        try {
          await startStore({ baseUrl, ...(isInMemory && { storage: memoryStorage() }) })
          return undefined
        } catch (thrown) {
          const { code, message } = thrown as { code: string; message: string }
          return { code, message }
        }
      },
      [storeAddress, inMemory] as const,
    )
    expect(error).toMatchObject({ code: 'setup-worker-failed' })
    expect(error!.message).toMatch(/^The browser does not let this page use Service Workers: NotSupportedError: .*[^.]\. Allow the data/)
    expect(error!.message).toContain('store.fetch of createStore()')
  }
})

test('a store in memory takes events and runs projections; one in a database says why not', async () => {
  const found = await frame.evaluate(async () => {
    const { createStore, indexedDbStorage, memoryStorage } = window.alone.rillbox
    const store = createStore({ storage: memoryStorage() })
    await store.append('a', { type: 'T', data: { n: 1 } })
    await store.project('count', "fromStream('a').when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })")
    await store.settled()
    const state = await store.state('count')
    await store.close()
    const other = createStore({ storage: indexedDbStorage({ name: 'third' }) })
    const code = await other.ready().catch((error: { code?: string }) => error.code)
    return [state, code]
  })
  expect(found).toEqual([{ n: 1 }, 'storage-unavailable'])
})

test('a playground runs there', async () => {
  const state = await frame.evaluate(async () => {
    await window.alone.loadElement()
    const scenario = {
      version: 1,
      events: [{ stream: 'a', type: 'T' }],
      projections: [{ name: 'count', query: 'fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })' }],
    } as const
    const element = Object.assign(document.createElement('rillbox-playground'), { scenario }) as PlaygroundElement
    document.body.append(element)
    while (!element.store) await new Promise((resolve) => setTimeout(resolve, 20))
    await element.store.settled()
    return await element.store.state('count')
  })
  expect(state).toEqual({ n: 1 })
})
