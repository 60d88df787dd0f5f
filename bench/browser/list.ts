// Measures the longest task of a page that posts one long list of events, in processor time.

import type { BrowserContext, Page } from '@playwright/test'
import type { Figure } from '../pages/measure.ts'
import { longestTask } from './task-times.ts'

export async function measureList(context: BrowserContext, openPage: (context: BrowserContext) => Promise<Page>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const count of [1, 50_000, 250_000]) {
    const page = await openPage(context)
    await page.evaluate((events) => window.prepareList(events), count)
    const watch = await longestTask(page)
    const started = performance.now()
    await page.evaluate(() => window.postList())
    const took = performance.now() - started
    figures.push({ name: `longest task of a list of ${count} events`, value: await watch.end(), unit: 'ms' })
    figures.push({ name: `until a list of ${count} events was answered, and half a second`, value: took, unit: 'ms' })
    await page.close()
  }
  return figures
}
