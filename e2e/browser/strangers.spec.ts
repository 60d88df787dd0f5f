// A served store and the pages of other sites, in a real browser: they can neither read it nor write to it.

import { expect, test } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'
import type { Serving } from '../../src/server.ts'
import { serve } from '../../src/server.ts'
import { addresses } from '../addresses.ts'
import { openPage } from '../harness.ts'

const { args, ...others } = launchOptions()
test.use({ launchOptions: { ...others, args: [...args, '--host-resolver-rules=MAP *.test 127.0.0.1'] } })

let served: Serving
let warned: string[]
test.beforeEach(async () => {
  warned = []
  served = await serve({ port: 0, security: 'insecure', warn: (line) => warned.push(line) })
  await served.store.append('secrets', { type: 'Kept', data: { secret: 42 } })
})
test.afterEach(() => served.close())

test('a page of another site reads nothing and changes nothing, whatever it sends', async ({ page }) => {
  await page.goto(addresses.pages.replace('localhost', 'stranger.test'))
  const outcomes = await page.evaluate(async (url) => {
    const tried = async (path: string, init?: RequestInit) => {
      try {
        const response = await fetch(url + path, init)
        return response.type === 'opaque' ? 'sent' : await response.text()
      } catch {
        return 'refused'
      }
    }
    const query = 'fromAll().when({ $any() { } })'
    // Neither needs a preflight.
    const plain = { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': 'text/plain' }, body: query } as const
    const frame = document.body.appendChild(document.createElement('iframe'))
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    frame.src = `${url}/subscriptions`
    await loaded
    return [
      await tried('/streams/secrets/0/forward/1?embed=body&format=json'),
      await tried('/projections/continuous?name=planted&type=js', plain),
      await tried('/projection/$by_category/command/disable', plain),
      await tried('/streams/secrets', { method: 'DELETE' }),
    ]
  }, served.url)
  expect(outcomes).toEqual(['refused', 'sent', 'sent', 'refused'])
  const projections = await served.store.direct(new Request('http://store/projections/any'))
  const { projections: found } = (await projections.json()) as { projections: { name: string; status: string }[] }
  expect(found.map(({ name }) => name)).not.toContain('planted')
  expect(found.find(({ name }) => name === '$by_category')?.status).toMatch(/^Running/)
  expect(await served.store.read('secrets')).toHaveLength(1)
  expect(warned).toEqual([expect.stringContaining(`The page of another site, ${new URL(page.url()).origin}, asks this store.`)])
})

test('a page whose name has the address of this machine is no page of the store', async ({ page }) => {
  const { port } = served
  const answer = await page.goto(`http://rebound.test:${port}/`)
  expect([answer!.status(), await page.textContent('body')]).toEqual([403, expect.stringContaining('--allow-host rebound.test')])
  const status = await page.evaluate(async () => (await fetch('/streams/secrets?embed=body&format=json')).status)
  expect(status).toBe(403)
  expect(warned).toHaveLength(1)
})

test('pages of this machine use it as they use a server', async ({ page }) => {
  await openPage(page)
  const text = await page.evaluate(
    async (url) => {
      const headers = { Accept: 'application/json' }
      return await (await fetch(`${url}/streams/secrets/0`, { headers })).text()
    },
    served.url.replace('127.0.0.1', 'localhost'),
  )
  expect(text).toContain('42')
  expect((await page.goto(served.url))!.status()).toBe(200)
  expect(warned).toEqual([])
})
