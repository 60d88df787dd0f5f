// The measurements of the fixture, run by run.ts. The package is the built one, as users have it.

import { defineConfig } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  fullyParallel: true,
  workers: 1,
  timeout: 120_000,
  outputDir: '../../test-results/bench',
  use: { launchOptions: launchOptions('whole'), trace: 'off' },
})
