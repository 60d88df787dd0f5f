// Every entry of the package exists, with its types; entries for pages are imported in a page.

import { expect, test } from '@playwright/test'
import { createStore, isStoreError } from 'rillbox'
import type { StartOptions } from 'rillbox/browser'
import { storeHandlers } from 'rillbox/node'
import { createStoreFixture } from 'rillbox/playwright'
import { listen } from 'rillbox/server'
import { given } from 'rillbox/testing'
import { rillbox } from 'rillbox/vite'

test('a store on a port', async ({ request }) => {
  const store = createStore({ security: 'insecure' })
  const listening = await listen(store, { port: 0 })
  expect((await request.get(`${listening.url}/ping`)).status()).toBe(200)
  await listening.close()
})

test('a query without a store', async () => {
  const run = await given([{ stream: 'a', type: 'T' }]).when("fromStream('a').when({ T: () => ({ seen: true }) })")
  expect(run.state).toEqual({ seen: true })
})

test('everything else', () => {
  const options: StartOptions = { baseUrl: '/_store' }
  expect(storeHandlers(createStore(), { baseUrl: 'http://localhost:2113' })).toHaveLength(1)
  expect(rillbox({ baseUrl: options.baseUrl }).name).toBe('rillbox')
  expect(typeof createStoreFixture()).toBe('function')
  expect(isStoreError(new Error('x'))).toBe(false)
})
