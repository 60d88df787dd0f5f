// The playground in an application that has a build: from its development server, and from its build below a path.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { build, createServer, preview } from 'vite'
import { installPacked, removeApplication } from '../package/unpack.ts'
import { expectOpen, playgrounds, stateOf } from './embed.ts'
import { embed } from './site.ts'

let application: string

test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.beforeAll(() => {
  application = installPacked()
  writeFileSync(
    join(application, 'index.html'),
    `<!doctype html><title>An application</title>${embed()}<script type="module" src="./main.js"></script>`,
  )
  writeFileSync(join(application, 'main.js'), "import 'rillbox/element'\n")
})
test.afterAll(() => removeApplication(application))

const config = (base: string) => ({ root: application, logLevel: 'error', base }) as const

async function runs(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expectOpen(playgrounds(page))
  expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-1')).toEqual({ total: 12 })
}

test('runs from the development server', async ({ page }) => {
  const server = await createServer({ ...config('/'), server: { port: 5345, hmr: false } })
  await server.listen()
  await runs(page, server.resolvedUrls!.local[0]!)
  await server.close()
})

test('runs from the build', async ({ page }) => {
  await build({ ...config('/below/'), build: { chunkSizeWarningLimit: 2000 } })
  const server = await preview({ ...config('/below/'), preview: { port: 5346 } })
  await runs(page, server.resolvedUrls!.local[0]!)
  await server.close()
})
