import { describe, expect, it, test } from 'vitest'
import { cacheHeaders, knownLast } from './cache.ts'
import { exchangeWith } from '../exchange.fixture.ts'
import { atomJson, atomXml, competingXml, eventsJson, html, json } from './media-types.ts'

describe('cacheHeaders', () => {
  const notKept = 'max-age=0, no-cache, must-revalidate'
  const tag = '"24;-2060438500"'

  test.each([
    ['an immutable page', { immutable: true, tag: 24n, seconds: 30n }, false, 'max-age=31536000, private', undefined],
    ['a page that may grow', { immutable: false, tag: 24n }, false, notKept, tag],
    ['the same with $cacheControl', { immutable: false, tag: 24n, seconds: 30n }, false, 'max-age=30, private', tag],
    ['too many seconds for 32 bits', { immutable: false, seconds: 2147483648n }, false, 'max-age=-2147483648, private', undefined],
    ['caching disabled', { immutable: true, tag: 24n }, true, notKept, undefined],
  ])('%s', (_, freshness, disabled, control, etag) => {
    expect(cacheHeaders(freshness, atomJson, disabled)).toEqual({ 'Cache-Control': control, Vary: 'Accept', ...(etag && { ETag: etag }) })
  })
})

describe('knownLast', () => {
  const known = (given: string, responseType = atomJson) => knownLast(exchangeWith({ responseType, headers: { 'If-None-Match': given } }))

  it('takes the number of a tag of the same media type', () => {
    expect(known('"24;-2060438500"')).toBe(24n)
    expect(known('24;-2060438500')).toBe(24n)
    expect(known('""-1;-2060438500""')).toBe(-1n)
    expect(known('"24;1391431453"', json)).toBe(24n)
  })

  test.each([atomXml, json, eventsJson, html, competingXml, 'text/plain'])('takes the tag that a page in %s has', (type) => {
    const { ETag = '' } = cacheHeaders({ immutable: false, tag: 24n }, type, false)
    expect(known(ETag, type)).toBe(24n)
    expect(known(ETag, atomJson)).toBeUndefined()
  })

  test.each([
    '"24;1391431453"',
    'W/"24;-2060438500"',
    '*',
    '"24"',
    '"24;-2060438500;1"',
    '"x;-2060438500"',
    '"24;-2060438500", "25;-2060438500"',
  ])('ignores %s', (given) => {
    expect(known(given)).toBeUndefined()
  })
})
