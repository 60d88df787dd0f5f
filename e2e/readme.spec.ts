// The examples of the README that are for a page, in a page.

import { expect, test } from '@playwright/test'
import { readExamples } from '../scripts/readme.ts'
import { addresses } from './addresses.ts'

for (const { line, prints } of readExamples().filter(({ place }) => place === 'browser')) {
  test(`the example in line ${line} prints what it says`, async ({ page }) => {
    const printed: string[] = []
    page.on('console', (message) => message.type() === 'log' && printed.push(message.text()))
    await page.goto(addresses.pages)
    await page.evaluate((address) => import(address), `/readme/line-${line}.ts`)
    await expect.poll(() => printed).toEqual(prints)
  })
}
