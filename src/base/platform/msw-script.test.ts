import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { minifySync } from 'vite'
import { expect, test } from 'vitest'
import { recognizeMswScript } from './msw-script.ts'

const script = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8')

test("recognises msw's script", () => {
  expect(recognizeMswScript(script)).toBe('current')
})

test('recognises it without comments and with short names', () => {
  const { code } = minifySync('mockServiceWorker.js', script)
  expect(code.length).toBeLessThan(script.length / 2)
  expect(code).not.toContain('Mock Service Worker')
  expect(recognizeMswScript(code)).toBe('current')
})

test('takes a script whose page says goodbye in the words of msw 2 for an older one, minified or not', () => {
  const older = script.replaceAll(/(['"])CLIENT_CLOSE\1/g, "'MOCK_DEACTIVATE'")
  expect(recognizeMswScript(older)).toBe('older')
  expect(recognizeMswScript(minifySync('mockServiceWorker.js', older).code)).toBe('older')
})

test.each([
  ['another worker', "addEventListener('fetch', (event) => event.respondWith(fetch(event.request)))"],
  ['a page that mentions it', '<!doctype html><title>Mock Service Worker</title>'],
  ['nothing', ''],
])('takes %s for none', (_what, text) => {
  expect(recognizeMswScript(text)).toBe('foreign')
})
