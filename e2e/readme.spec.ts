// The examples of the README that are for a page, in a page; and those that are tests for Playwright, by Playwright.

import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { launchOptions } from '../scripts/chromium.ts'
import { readExamples } from '../scripts/readme.ts'
import { addresses } from './addresses.ts'

for (const { line, prints } of readExamples().filter(({ place }) => place === 'browser')) {
  test(`the example in line ${line} prints what it says`, async ({ page }) => {
    const printed: string[] = []
    page.on('console', (message) => message.type() === 'log' && printed.push(message.text()))
    await page.goto(addresses.pages)
    await page.evaluate((address) => import(address), `/readme/line-${line}.js`)
    await expect.poll(() => printed).toEqual(prints)
  })
}

for (const { line, code } of readExamples().filter(({ place }) => place === 'playwright')) {
  test(`the example in line ${line} is a test that passes`, async () => {
    // Inside the project, so that `rillbox` means this package.
    const folder = join(import.meta.dirname, '..', 'test-results', `readme-line-${line}`)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'example.spec.ts'), code)
    const config = {
      testDir: '.',
      outputDir: 'results',
      reporter: 'line',
      use: { browserName: 'chromium', launchOptions: launchOptions() },
    }
    await writeFile(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)}`)
    const playwright = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js')
    const env = { ...process.env, NODE_OPTIONS: '--conditions=rillbox-source' }
    const { stdout } = await promisify(execFile)(process.execPath, [playwright, 'test', '--config', folder], { env })
    expect(stdout).toContain('1 passed')
  })
}
