// End-to-end tests: real pages in a real Chromium, served by e2e/serve.ts.

import { defineConfig } from '@playwright/test'
import { addresses } from './e2e/addresses.ts'
import { launchOptions } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // Projects of their own: e2e/hosts/projects.test.ts installs and runs them.
  testIgnore: 'hosts/projects/**',
  fullyParallel: true,
  workers: 2,
  forbidOnly: !!process.env['CI'],
  // A shared machine may stop for seconds. The report names what passed at its second try only.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  reporter: 'list',
  // Recording a trace of every test costs as much as the tests: `--trace on` records one where a failure needs it.
  use: { browserName: 'chromium', launchOptions: launchOptions() },
  webServer: { command: 'node e2e/serve.ts', url: addresses.pages, timeout: 300_000, stdout: 'ignore', stderr: 'pipe' },
})
