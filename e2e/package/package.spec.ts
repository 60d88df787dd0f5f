// The packed package in a separate application: bundled for production, and from a development server.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { DepOptimizationOptions } from 'vite'
import { build, createServer, preview } from 'vite'
import { installPacked, removeApplication } from './unpack.ts'

/** @param options of the start, beside the base URL, as they stand in the code. */
const main = (options = '') => `
import { startStore } from 'rillbox/browser'
const base = 'http://localhost:2113'
await startStore({ baseUrl: base, ${options} })
const headers = { authorization: 'Basic ' + btoa('admin:changeit') }
const post = (path, type, body) => fetch(base + path, { method: 'POST', headers: { ...headers, 'content-type': type }, body })
await post('/projections/continuous?name=n', 'application/json', "fromStream('s').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++; return s } })")
await post('/streams/s', 'application/vnd.eventstore.events+json', JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'A', data: {} }]))
const show = async () => {
  document.title = await (await fetch(base + '/projection/n/state', { headers })).text()
  setTimeout(show, 50)
}
show()
`

let application: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  application = installPacked()
  mkdirSync(join(application, 'public'))
  await copyFile(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), join(application, 'public', 'mockServiceWorker.js'))
  writeFileSync(join(application, 'index.html'), '<!doctype html><title>waiting</title><script type="module" src="./main.js"></script>')
  writeFileSync(join(application, 'main.js'), main())
})

test.afterAll(() => removeApplication(application))

/** @returns addresses of the scripts of the Workers that were started, and warnings of the package. */
async function counts(page: Page, address: string): Promise<{ workers: string[]; warnings: string[] }> {
  const workers = new Set<string>()
  const warnings: string[] = []
  page.on('worker', (worker) => workers.add(worker.url()))
  page.on('console', (message) => message.text().startsWith('[rillbox]') && warnings.push(message.text()))
  await page.goto(address)
  await expect(page).toHaveTitle('{"n":1}')
  expect(workers.size).toBeGreaterThan(0)
  return { workers: [...workers], warnings }
}

async function countsInPreview(page: Page) {
  const server = await preview({ root: application, configFile: false, logLevel: 'error', preview: { port: 5341 } })
  const seen = await counts(page, server.resolvedUrls!.local[0]!)
  await server.close()
  return seen
}

test('works when an application bundles it', async ({ page }) => {
  await build({ root: application, configFile: false, logLevel: 'error', build: { target: 'es2023' } })
  const { workers, warnings } = await countsInPreview(page)
  expect(workers).toEqual([expect.stringMatching(/\/assets\/worker-[\w.-]+\.js$/)])
  expect(warnings).toEqual([])
})

test('runs queries in the page where the script of the Workers is missing, and says so once', async ({ page }) => {
  const assets = join(application, 'dist', 'assets')
  const [script] = readdirSync(assets).filter((file) => /^worker-[\w.-]+\.js$/.test(file))
  rmSync(join(assets, script!))
  const { warnings } = await countsInPreview(page)
  expect(warnings).toEqual([
    expect.stringMatching(
      /in the page, because .*\/assets\/worker-[\w.-]+\.js answers with text\/html instead of a script.*queryWorkerUrl/,
    ),
  ])
})

test('takes the script of the Workers from the place the application gives', async ({ page }) => {
  const script = createRequire(join(application, 'main.js')).resolve('rillbox/worker')
  await copyFile(script, join(application, 'public', 'copied.js'))
  writeFileSync(join(application, 'main.js'), main("queryWorkerUrl: './copied.js'"))
  await build({ root: application, configFile: false, logLevel: 'error', build: { target: 'es2023' } })
  writeFileSync(join(application, 'main.js'), main())
  const { workers, warnings } = await countsInPreview(page)
  expect(workers).toEqual([expect.stringMatching(/\/copied\.js$/)])
  expect(warnings).toEqual([])
})

const servers: [how: string, optimizeDeps: DepOptimizationOptions][] = [
  ['which bundles dependencies beforehand', {}],
  ['which leaves the package as it is', { exclude: ['rillbox'] }],
]
for (const [index, [how, optimizeDeps]] of servers.entries()) {
  test(`works from Vite's development server, ${how}`, async ({ page }) => {
    const server = await createServer({
      root: application,
      configFile: false,
      cacheDir: join(application, 'node_modules', '.vite', String(index)),
      logLevel: 'error',
      optimizeDeps,
      server: { port: 5342, hmr: false },
    })
    await server.listen()
    await counts(page, server.resolvedUrls!.local[0]!)
    await server.close()
  })
}
