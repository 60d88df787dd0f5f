// The cost of a test that only opens a page: with Playwright's own fixtures, and with a store.

import { test as plain } from '@playwright/test'
import { test as withStore } from 'rillbox/playwright'
import { openApplication } from './application.ts'

plain.describe.configure({ mode: 'default' })

// In turn, so that both share the good and bad moments of the machine.
for (let round = 0; round < 60; round++) {
  plain(`plain ${round}`, async ({ page }) => await openApplication(page))
  withStore(`with a store ${round}`, async ({ page, store }) => {
    await openApplication(page)
    await store.ready()
  })
}
