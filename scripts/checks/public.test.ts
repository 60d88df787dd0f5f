import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test("the demo serves the worker script of the msw that is installed: after an update, copy msw's new one to public", () => {
  const served = readFileSync(join(import.meta.dirname, '..', '..', 'public', 'mockServiceWorker.js'), 'utf8')
  const installed = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8')
  expect(served).toBe(installed)
})
