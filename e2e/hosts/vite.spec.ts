// A fresh application with Vite: one line in its configuration and two in its code, from the development server and from its build.

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { build, createServer, preview } from 'vite'
import { installPacked, removeApplication } from '../package/unpack.ts'

let application: string

test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.beforeAll(() => {
  application = installPacked()
  cpSync(join(import.meta.dirname, 'projects', 'vite'), application, { recursive: true })
})
test.afterAll(() => removeApplication(application))

/** As Vite reads it on its command line. */
const config = (base: string) => ({ root: application, configFile: join(application, 'vite.config.js'), logLevel: 'error', base }) as const

async function visits(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page).toHaveTitle('1 visits')
  await page.reload()
  await expect(page).toHaveTitle('2 visits')
}

test('has a store from the development server', async ({ page }) => {
  const server = await createServer({ ...config('/'), server: { port: 5343, hmr: false } })
  await server.listen()
  await visits(page, server.resolvedUrls!.local[0]!)
  await server.close()
})

test('has a store from its build', async ({ page }) => {
  await build(config('/'))
  const server = await preview({ ...config('/'), preview: { port: 5344 } })
  await visits(page, server.resolvedUrls!.local[0]!)
  await server.close()
})
