// The widths and themes that panels are held against.

import type { Page } from '@playwright/test'
import { test } from '@playwright/test'

const sizes = [
  [300, 'dark'],
  [1440, 'light'],
] as const

/**
 * Looks at the page as it is, in one size after the other; ends in the first one, the narrowest, in which controls are hardest to reach.
 *
 * @param check gets the width in CSS pixels.
 */
export async function atEverySize(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  for (const [width, colorScheme] of sizes) {
    await test.step(`${width} px, ${colorScheme}`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await check(width)
    })
  }
  await page.setViewportSize({ width: sizes[0][0], height: 900 })
}
