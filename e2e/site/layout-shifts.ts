// Sums up by how much the contents of a page move while it opens.

import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Of the page since it began to open. */
    sumOfShifts: number
  }
}

/** Watches each page that is opened from now on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.sumOfShifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.sumOfShifts += (entry as PerformanceEntry & { readonly value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const sumOfShifts = (page: Page): Promise<number> => page.evaluate(() => window.sumOfShifts)
