// A share of the hostile queries in a page: src tests play them in Node, `npm run soak` plays all of them here.

import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { hostileQueries } from './queries.ts'

const everyFourth = [...hostileQueries.entries()].filter(([index, { isLarge }]) => index % 4 === 0 && !isLarge)

test('hostile queries end as the table says, and leave the page as it was', async ({ page }) => {
  test.setTimeout(180_000)
  const unhandled: string[] = []
  page.on('pageerror', (error) => unhandled.push(String(error)))
  await page.goto(`${addresses.pages}hostile/`)
  await page.waitForFunction(() => 'playHostile' in window)
  for (const [index, { group, name }] of everyFourth) {
    const { faults } = await page.evaluate((which) => window.playHostile(which), index)
    expect(faults, `${group}: ${name}`).toEqual([])
  }
  expect(unhandled).toEqual([])
})
