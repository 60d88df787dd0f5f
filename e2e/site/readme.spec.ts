// Runs the documents' examples for pages in a page, and the README's Playwright tests with Playwright.

import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'
import { exampleName, readExamples, runDocuments } from '../../scripts/documents/readme.ts'
import { addresses } from '../addresses.ts'

for (const example of runDocuments.flatMap((file) => readExamples(file)).filter(({ place }) => place === 'browser')) {
  const { file, line, prints } = example
  test(`the example in line ${line} of ${file} prints the promised output`, async ({ page }) => {
    const printed: string[] = []
    page.on('console', (message) => message.type() === 'log' && printed.push(message.text()))
    await page.goto(addresses.pages)
    await page.evaluate((address) => import(address), `/readme/${exampleName(example)}.js`)
    await expect.poll(() => printed).toEqual(prints)
  })
}

for (const { line, code } of readExamples().filter(({ place }) => place === 'playwright')) {
  test(`the example in line ${line} of README.md is a test that passes`, async () => {
    // Inside the project, so that `rillbox` means this package.
    const folder = join(import.meta.dirname, '..', '..', 'test-results', `readme-line-${line}`)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'example.spec.ts'), code)
    const config = {
      testDir: '.',
      outputDir: 'results',
      reporter: 'line',
      use: { browserName: 'chromium', launchOptions: launchOptions() },
    }
    await writeFile(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)}`)
    const playwright = join(import.meta.dirname, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js')
    const env = { ...process.env, NODE_OPTIONS: '--conditions=rillbox-source' }
    const { stdout } = await promisify(execFile)(process.execPath, [playwright, 'test', '--config', folder], { env })
    expect(stdout).toContain('1 passed')
  })
}
