import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests',
  reporter: 'line',
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH } },
})
