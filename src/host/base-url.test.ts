import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isStoreError } from '../base/errors.ts'
import { covers, resolveBaseUrl, storePaths } from './base-url.ts'

const page = 'https://shop.example/deep/page.html?x#y'

describe('resolveBaseUrl', () => {
  test.each([
    ['http://localhost:2113', 'http://localhost:2113/'],
    ['http://localhost:2113/', 'http://localhost:2113/'],
    ['http://localhost:2113/es//?a=b#c', 'http://localhost:2113/es'],
    ['http://admin:changeit@localhost:2113', 'http://localhost:2113/'],
    ['/_store', 'https://shop.example/_store'],
    ['_store/', 'https://shop.example/deep/_store'],
  ])('reads %s as %s', (given, url) => {
    expect(resolveBaseUrl(given, { page }).href).toBe(url)
  })

  test.each([
    [undefined as unknown as string, page],
    ['', page],
    ['http://', page],
    ['/_store', undefined],
    ['/', page],
    ['https://shop.example', page],
  ])('refuses %s on %s', (given, onPage) => {
    expect(() => resolveBaseUrl(given, { page: onPage })).toThrow(
      expect.toSatisfy((error: unknown) => isStoreError(error, 'invalid-options')),
    )
  })
})

test('an address that the platform refuses is refused with its error as the cause', () => {
  expect(() => resolveBaseUrl('http://', { page })).toThrow(expect.objectContaining({ cause: expect.any(TypeError) as unknown }))
})

describe('covers', () => {
  test('takes URLs at or below the base, as written', () => {
    const isUnder = covers('http://localhost:2113/es')
    expect(isUnder('http://localhost:2113/es')).toBe(true)
    expect(isUnder('http://localhost:2113/es/streams/a%2Fb?x=1')).toBe(true)
  })

  test('leaves everything else', () => {
    const isUnder = covers('http://localhost:2113/es')
    expect(isUnder('http://localhost:2113/essence')).toBe(false)
    expect(isUnder('http://localhost:2113/')).toBe(false)
    expect(isUnder('http://localhost:2114/es/streams/a')).toBe(false)
    expect(isUnder('https://localhost:2113/es/streams/a')).toBe(false)
    expect(isUnder('http://localhost:2113/%65s/streams/a')).toBe(false)
  })

  test('takes a whole origin', () => {
    const isUnder = covers('http://localhost:2113')
    expect(isUnder('http://localhost:2113/')).toBe(true)
    expect(isUnder('http://localhost:2113/streams/$all')).toBe(true)
    expect(isUnder('http://127.0.0.1:2113/')).toBe(false)
  })

  test('leaves the files of a page with which it shares the origin', () => {
    const isOfStore = covers('/', { page, sharesOrigin: true })
    for (const path of ['/info', '/streams/a%2Fb?x=1', '/users/', '/stats']) expect(isOfStore(`https://shop.example${path}`)).toBe(true)
    for (const path of ['/', '/web/index.html', '/streams.js', '/deep/streams/a', '/Streams/a'])
      expect(isOfStore(`https://shop.example${path}`)).toBe(false)
    expect(isOfStore('http://localhost:2113/info')).toBe(false)
  })

  test('knows every route', () => {
    const routes = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'server', 'routes.md'), 'utf8')
    const named = [...routes.matchAll(/\| `\/(\w+)/g)].map(([, name]) => name)
    // The document has those of the default release.
    const others = ['histogram', 'license']
    expect(storePaths).toEqual(new Set([...named.filter((name) => name !== 'web'), 'health', ...others]))
  })
})
