// The store of an element answers as the release that its attribute names, or else its scenario.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectOpen } from './embed.ts'
import type { Site } from './site.ts'
import { embed, serveSite } from './site.ts'

const scenario = { version: 1, release: '26.2', events: [{ stream: 'orders', type: 'Placed' }] }

let site: Site
test.beforeAll(async () => {
  const files = {
    '/site.css': '',
    '/scenario.html': embed('', scenario),
    '/attribute.html': embed('release="23.10"', scenario),
    '/unknown.html': embed('release="24.10"', { version: 1 }),
  }
  site = await serveSite({ files })
})
test.afterAll(() => site.close())

const versionOf = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { store } = document.querySelector('rillbox-playground') as unknown as {
      store: { release: string; baseUrl: string; direct(request: Request): Promise<Response> }
    }
    const info = (await (await store.direct(new Request(`${store.baseUrl}/info`))).json()) as { esVersion: string }
    return [store.release, info.esVersion]
  })

test('that of its scenario', async ({ page }) => {
  await page.goto(`${site.url}scenario.html`)
  await expectOpen(page.locator('rillbox-playground'))
  expect(await versionOf(page)).toEqual(['26.2', '26.2.0-prerelease'])
})

test('an attribute beats the scenario, and the console says so', async ({ page }) => {
  const warned: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()))
  await page.goto(`${site.url}attribute.html`)
  await expectOpen(page.locator('rillbox-playground'))
  expect(await versionOf(page)).toEqual(['23.10', '23.10.6.0'])
  expect(warned).toContainEqual(expect.stringContaining('made for release 26.2, but the store answers as 23.10'))
})

test('an unknown one is refused by name', async ({ page }) => {
  await page.goto(`${site.url}unknown.html`)
  await expect(page.locator('rillbox-playground').first()).toContainText('expected one of "23.10", "26.1", "26.2", found "24.10"')
})
