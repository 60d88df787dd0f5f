import { expect, test } from 'vitest'
import { isStoreError } from '../errors.ts'
import type { Globals } from './features.ts'
import { checkPlatform, isOldNode } from './platform.ts'

const complete = { Headers, Request, Response, TextDecoder, TextEncoder, structuredClone }
const thrownBy = (globals: Globals): unknown => {
  try {
    return checkPlatform(globals)
  } catch (error) {
    return error
  }
}

test.each([
  ['20.20.0', true],
  ['22.2.9', true],
  ['22.12.99', true],
  ['22.13.0', false],
  ['22.13.0-nightly', false],
  ['24.0.0', false],
  ['100.1.0', false],
])('Node %s is too old: %s', (version, old) => expect(isOldNode(version)).toBe(old))

test('an old Node is told which one is needed', () => {
  const error = thrownBy({ ...complete, process: { versions: { node: '20.20.0' } } })
  expect(isStoreError(error, 'platform-unsupported')).toBe(true)
  expect(String(error)).toContain('Rillbox needs Node 22.13 or newer; this is 20.20.0.')
})

test('an environment without requests gets advice on where they come from', () => {
  const { Request: _, structuredClone: __, ...jsdom } = complete
  const error = thrownBy({ ...jsdom, process: { versions: { node: '24.0.0' } } })
  expect(isStoreError(error, 'platform-unsupported')).toBe(true)
  expect(String(error)).toMatch(/lacks: Request, structuredClone\..*preset: 'rillbox\/jest'/)
})

test.each([
  ['here', globalThis as unknown as Globals],
  ['a page', complete],
  ['a page with an empty `process`', { ...complete, process: { versions: {} } }],
])('nothing is wrong with %s', (_name, globals) => expect(thrownBy(globals)).toBeUndefined())
