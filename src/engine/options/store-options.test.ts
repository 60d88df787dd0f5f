import { describe, expect, test } from 'vitest'
import type { StoreOptions } from './store-options.ts'
import { createStore } from '../store.ts'
import { checkStoreOptions } from './store-options.ts'

const problemWith = (options: StoreOptions | Record<string, unknown>): string => {
  try {
    checkStoreOptions(options)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('options of a store', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an unknown name', { bogus: 1 }, /bogus: is not known here; known are baseUrl, storage/],
    ['an unknown value', { security: 'off' }, /security: expected one of "secure", "insecure", found "off"/],
    ['an unknown release', { release: '24.2' }, /release: expected one of "23.10", "26.1", "26.2", found "24.2"/],
    ['a word for a base URL', { baseUrl: 'nonsense' }, /baseUrl: expected an absolute URL .* found "nonsense"/],
    ['a host without its scheme', { baseUrl: 'localhost:2113' }, /baseUrl: expected an absolute URL/],
    ['a number of events below 0', { requestLog: -1 }, /requestLog: expected a number from 0 on, found -1/],
    ['a number for an address', { queryWorkerUrl: 1 }, /queryWorkerUrl: expected an address like "\/worker.js", found 1/],
    ['a URL for an origin', { strictCors: 'http://localhost:3000/' }, /strictCors: expected true, false or an origin/],
    ['no host to advertise', { advertiseHost: '' }, /advertiseHost: expected a text that is not empty/],
    ['no address', { queryWorkerUrl: '' }, /queryWorkerUrl: expected an address/],
    ['null for a storage', { storage: null }, /storage: expected an object, found null/],
  ])('%s is refused by name', (_what, options, expected) => {
    expect(problemWith(options)).toMatch(expected)
  })

  test('all problems are named at once', () => {
    expect(problemWith({ bogus: 1, realm: 2 })).toMatch(/bogus: .*; realm: expected a text, found 2/)
  })

  test.each<[StoreOptions]>([
    [{}],
    [{ baseUrl: '/_store' }],
    [{ baseUrl: 'http://localhost:2113/deep/', security: 'insecure', requestLog: Infinity, strictCors: 'http://page' }],
    [{ queryWorkerUrl: 'assets/worker.js' }],
    [{ queryWorkerUrl: new URL('http://localhost/worker.js') }],
    [{ realm: undefined, advertisePort: 80, allowAnonymousEndpoints: undefined }],
  ])('%j can be used', (options) => {
    expect(problemWith(options)).toBe('')
  })

  test('a store refuses options that it cannot use', () => {
    expect(() => createStore({ bogus: 1 } as StoreOptions)).toThrow(expect.objectContaining({ code: 'invalid-options' }))
  })
})
