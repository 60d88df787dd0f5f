import { describe, expect, test } from 'vitest'
import { mswNotLoaded } from './problems.ts'

const nowhere: readonly (readonly [by: string, error: Error])[] = [
  ['Node', Object.assign(new Error("Cannot find package 'msw' imported from /app/main.js"), { code: 'ERR_MODULE_NOT_FOUND' })],
  ['webpack', Object.assign(new Error("Cannot find module 'msw/browser'"), { code: 'MODULE_NOT_FOUND' })],
  ['Vite', new Error('Could not resolve "msw/browser" imported by "rillbox". Is it installed?')],
  ['Chromium', new TypeError("Failed to resolve module specifier 'msw/browser'")],
  ['Firefox', new TypeError('The specifier “msw/browser” was a bare specifier, but was not remapped to anything.')],
  ['Safari', new TypeError("Module name, 'msw/browser' does not resolve to a valid URL.")],
]

describe('an import of msw that was rejected', () => {
  test.each(nowhere)('means that msw is missing, where %s has found none', (_by, error) => {
    expect(mswNotLoaded(error)).toMatchObject({ code: 'setup-msw-missing', cause: error })
  })

  test.each([
    new DOMException("Failed to read the 'localStorage' property from 'Window': Access is denied for this document.", 'SecurityError'),
    new TypeError("Cannot read properties of null (reading 'getItem')"),
    new Error('Failed to open a WorkerChannel: Service Worker is not supported in this environment.'),
  ])('otherwise is named by its cause: %s', (error) => {
    const { code, message, hint } = mswNotLoaded(error)
    expect([code, message]).toEqual([
      'setup-msw-failed',
      expect.stringContaining(`msw is here, and cannot load: ${String(error).replace(/\.$/, '')}. `),
    ])
    expect(hint).not.toContain('npm i')
  })

  test('may be a script that is gone', () => {
    const { code, hint } = mswNotLoaded(new TypeError('Failed to fetch dynamically imported module: http://localhost/msw-1.js'))
    expect([code, hint]).toEqual(['setup-msw-failed', expect.stringContaining('Reload the page')])
  })
})
