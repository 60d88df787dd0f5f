import { describe, expect, test } from 'vitest'
import { staleReason } from './installed.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/idb': { version: '8.0.4', integrity: 'sha512-a' },
    'node_modules/msw/node_modules/cookie': { version: '2.0.2', integrity: 'sha512-b' },
    'node_modules/@rolldown/binding-win32-x64': { version: '1.2.0', integrity: 'sha512-c', optional: true },
  },
}
const installed = {
  packages: {
    'node_modules/idb': { version: '8.0.4', integrity: 'sha512-a' },
    'node_modules/msw/node_modules/cookie': { version: '2.0.2', integrity: 'sha512-b' },
  },
}
const without = (path: string) => ({ packages: Object.fromEntries(Object.entries(installed.packages).filter(([key]) => key !== path)) })

const everything = () => true

describe('staleReason', () => {
  test('is content with what the lock file names, without the builds for other platforms', () => {
    expect(staleReason(lock, installed, everything)).toBeUndefined()
  })

  test('asks for an install where there was none or it was cut short', () => {
    expect(staleReason(lock, undefined, everything)).toBe('nothing is installed yet')
  })

  test('sees a missing package, nested ones too', () => {
    expect(staleReason(lock, without('node_modules/msw/node_modules/cookie'), everything)).toBe('cookie is missing')
  })

  test('sees a package that npm has installed and somebody has deleted', () => {
    expect(staleReason(lock, installed, (path) => path !== 'node_modules/idb')).toBe('idb is missing')
  })

  test('sees another version', () => {
    const older = { packages: { ...installed.packages, 'node_modules/idb': { version: '8.0.3', integrity: 'sha512-z' } } }
    expect(staleReason(lock, older, everything)).toBe('idb is 8.0.3 and should be 8.0.4')
  })

  test('sees a package that left the lock file', () => {
    const more = { packages: { ...installed.packages, 'node_modules/@scope/gone': { version: '1.0.0', integrity: 'sha512-d' } } }
    expect(staleReason(lock, more, everything)).toBe('@scope/gone is no longer wanted')
  })
})
