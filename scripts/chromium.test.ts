import { delimiter } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

const machine = (files: string[], env: Record<string, string> = {}) => ({
  env: { PATH: ['/usr/local/bin', '/usr/bin'].join(delimiter), ...env },
  playwright: '/cache/playwright/chrome',
  runnable: (path: string) => files.includes(path),
})

describe('findChromium', () => {
  test('prefers CHROMIUM_PATH to everything else', () => {
    const found = findChromium(
      'whole',
      machine(['/opt/chrome', '/usr/bin/chromium', '/cache/playwright/chrome'], { CHROMIUM_PATH: '/opt/chrome' }),
    )
    expect(found).toEqual({ path: '/opt/chrome', from: 'CHROMIUM_PATH' })
  })

  test('refuses a CHROMIUM_PATH that cannot be run', () => {
    expect(() => findChromium('whole', machine(['/usr/bin/chromium'], { CHROMIUM_PATH: '/opt/chrome' }))).toThrow(
      /CHROMIUM_PATH is "\/opt\/chrome"/,
    )
  })

  test("prefers Playwright's own download to an installed browser", () => {
    expect(findChromium('whole', machine(['/usr/bin/chromium', '/cache/playwright/chrome']))?.path).toBe('/cache/playwright/chrome')
  })

  test('searches the path in the order of the names', () => {
    expect(findChromium('whole', machine(['/usr/local/bin/google-chrome', '/usr/bin/chromium']))?.path).toBe('/usr/bin/chromium')
    expect(findChromium('whole', machine(['/usr/local/bin/google-chrome']))?.path).toBe('/usr/local/bin/google-chrome')
  })

  test('takes a headless shell for tests, and a whole browser if there is none', () => {
    const both = machine(['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'])
    expect([findChromium('shell', both)?.path, findChromium('whole', both)?.path]).toEqual([
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
    ])
    expect(findChromium('shell', machine(['/usr/bin/chromium']))?.path).toBe('/usr/bin/chromium')
  })

  test('finds nothing on an empty machine', () => {
    expect(findChromium('whole', machine([]))).toBeUndefined()
  })
})
