// A page that holds nothing, served by a route.

import type { Page } from '@playwright/test'

export const storeUrl = 'http://localhost:2113'

export async function openApplication(page: Page): Promise<void> {
  await page.route('http://app.test/', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('http://app.test/')
}
