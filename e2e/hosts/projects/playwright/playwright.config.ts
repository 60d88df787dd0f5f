import { defineConfig } from '@playwright/test'
import type { StoreFixtureOptions } from 'rillbox/playwright'

const port = process.env['PORT'] ?? '4173'

export default defineConfig<{ store: StoreFixtureOptions }>({
  testDir: 'tests',
  fullyParallel: true,
  use: {
    baseURL: `http://localhost:${port}`,
    // A browser that is there already, in place of Playwright's own.
    launchOptions: process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'], args: ['--no-sandbox'] } : {},
    store: { baseUrl: 'http://localhost:2113' },
  },
  webServer: { command: 'node serve.ts', url: `http://localhost:${port}` },
})
