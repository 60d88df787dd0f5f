import { defineConfig } from '@playwright/test'

const { PORT, CHROMIUM_PATH } = process.env

export default defineConfig({
  testDir: 'tests',
  reporter: 'line',
  use: { baseURL: `http://localhost:${PORT}`, launchOptions: { executablePath: CHROMIUM_PATH } },
  webServer: { command: `npx vite --port ${PORT} --strictPort`, url: `http://localhost:${PORT}` },
})
