// The developer tools as files on a site with a strict policy, imported twice; in German; and in the shop of the demo.

import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import type { Site } from '../playground/site.ts'
import { serveSite } from '../playground/site.ts'
import { button, choose, drawer, host, openDrawer, panel, shortcut } from './devtools-page.ts'

const sites: Site[] = []
test.afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())))

const page = (lang: string): string =>
  `<!doctype html><html lang="${lang}"><head><title>A page</title>
    <script type="module" src="rillbox/devtools.js"></script><script type="module" src="rillbox/devtools.js?again"></script>
  </head><body><main><h1>A page</h1><p id="text">Text.</p></main></body></html>`

async function serve(files: Readonly<Record<string, string>>): Promise<Site> {
  const site = await serveSite({ files: { '/site.css': '', ...files }, wholePages: true })
  sites.push(site)
  return site
}

test('two imports make one button, and no policy is violated', async ({ page: visited }) => {
  const violations: string[] = []
  visited.on('console', (message) => /content security policy|trusted/i.test(message.text()) && violations.push(message.text()))
  const site = await serve({ '/page.html': page('en') })
  await visited.goto(`${site.url}page.html`)
  await expect(button(visited)).toBeVisible()
  await visited.evaluate((address) => import(address), '/rillbox/devtools.js?third')
  await expect(host(visited)).toHaveCount(1)
  await expect(button(visited)).toHaveCount(1)
  // Nothing but the button is loaded until it is used.
  expect(site.asked.filter((path) => /drawer|panels|store/.test(path))).toEqual([])
  await visited.keyboard.press(shortcut)
  await expect(drawer(visited)).toContainText('No store is running on this page.')
  await visited.keyboard.press(shortcut)
  await expect(drawer(visited)).toBeHidden()
  expect(violations).toEqual([])
})

test('speaks German on a German page', async ({ page: visited }) => {
  const site = await serve({ '/seite.html': page('de') })
  await visited.goto(`${site.url}seite.html`)
  await button(visited).click()
  await expect(host(visited).getByRole('tab', { name: 'Störungen' })).toBeVisible()
  await expect(host(visited)).toContainText('kein Store gestartet')
})

test('the shop has them: over its own store, with a clock that can be moved', async ({ page: visited }) => {
  await visited.goto(`${addresses.demo}app.html`)
  await expect(visited.locator('#status')).toHaveText('The store is open in this tab')
  await visited.getByRole('button', { name: 'Add Espresso beans to the basket' }).click()
  await visited.getByRole('button', { name: 'Place the order' }).click()
  await expect(visited.locator('#orders li')).toHaveCount(1)
  await openDrawer(visited, 'Steps')
  await expect(panel(visited, 'Steps')).toContainText('2 events')
  await choose(visited, 'Clock')
  await panel(visited, 'Clock').getByRole('button', { name: '1 hour' }).click()
  await expect(panel(visited, 'Clock')).toContainText('ahead')
})
