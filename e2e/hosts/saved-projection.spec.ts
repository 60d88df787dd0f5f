// The plugin for Vite: a page's store has the projections of the files, and gets each that is saved, without a reload.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { ViteDevServer } from 'vite'
import { createServer } from 'vite'
import { rillbox } from '../../src/vite.ts'

const root = join(import.meta.dirname, '..', '..')
let place: string
let server: ViteDevServer

const counting = (member: string): string =>
  `fromStream('a').when({ $init: () => ({ ${member}: 0 }), $any: (state) => { state.${member}++ } })`
const write = (name: string, text: string): void => writeFileSync(join(place, name), text)

test.beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'rillbox-saved-'))
  mkdirSync(join(place, 'projections'))
  write('projections/totals.js', counting('first'))
  write('index.html', '<!doctype html><head></head><title>waiting</title><script type="module" src="./main.js"></script>')
  write(
    'main.js',
    `import { startStore } from 'rillbox/browser'
const store = await startStore({ baseUrl: '/_store' })
await store.append('a', { type: 'T', data: {} })
store.onChange(async () => { document.title = JSON.stringify(await store.state('totals').catch(() => 'faulted')) })
document.body.append('loaded')`,
  )
  server = await createServer({
    root: place,
    configFile: false,
    logLevel: 'silent',
    plugins: [rillbox({ projections: 'projections' })],
    resolve: { alias: { 'rillbox/browser': join(root, 'src/browser.ts') } },
    server: { port: 0, fs: { allow: [root, place] } },
  })
  await server.listen()
})
test.afterAll(async () => {
  await server.close()
  rmSync(place, { recursive: true })
})

test('a saved file is an updated projection in the page', async ({ page }) => {
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  await page.goto(server.resolvedUrls!.local[0]!)
  await expect(page).toHaveTitle('{"first":1}')
  await page.evaluate(() => document.body.append(' once'))
  write('projections/totals.js', counting('second'))
  await expect(page).toHaveTitle('{"second":1}')
  // Told once the outcome is known, behind the change itself.
  await expect.poll(() => told).toContain('[rillbox] projections/totals.js: the projection "totals" is updated.')
  write('projections/totals.js', 'fromStream(')
  await expect(page).toHaveTitle('"faulted"')
  write('projections/totals.js', counting('third'))
  await expect(page).toHaveTitle('{"third":1}')
  await expect(page.locator('body')).toHaveText('loaded once')
  expect(told.join('\n')).toMatch(/projections\/totals\.js: the projection "totals" is updated: Unexpected end of input/)
})
