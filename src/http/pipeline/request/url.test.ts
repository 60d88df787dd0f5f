import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEscapes, parseQuery, pathSegments } from './url.ts'

test.each([
  ['/streams/foo', ['streams', 'foo']],
  ['/streams/foo/', ['streams', 'foo', '']],
  ['/streams//5', ['streams', '', '5']],
  ['/', ['']],
  ['/streams/%24all', ['streams', '$all']],
  ['/streams/%2524all', ['streams', '$all']],
  ['/streams/a%2Fb', ['streams', 'a/b']],
  ['/streams/a%252Fb', ['streams', 'a/b']],
  ['/streams/a%252541b', ['streams', 'a%41b']],
  ['/streams/a+b', ['streams', 'a+b']],
  ['/streams/%', ['streams', '%']],
  ['/streams/%zz', ['streams', '%zz']],
  ['/streams/%FF', ['streams', '%FF']],
  ['/streams/%E2%82%AC', ['streams', '€']],
])('the segments of %s', (path, segments) => {
  expect(pathSegments(path)).toEqual(segments)
})

test.each([
  ['%C3%A9%FF', 'é%FF'],
  ['%FF%C3%A9', '%FFé'],
  ['%F0%9F%98%80', '😀'],
  ['%C3', '%C3'],
  ['%C3%zz', '%C3%zz'],
  ['%c3%a9', 'é'],
])('of %s only the escapes of characters are decoded', (text, decoded) => {
  expect(decodeEscapes(text)).toBe(decoded)
})

test('decoding undoes escaping', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeEscapes(encodeURIComponent(text.toWellFormed()))).toBe(text.toWellFormed())
    }),
  )
})

test.each([
  ['', 'a', undefined],
  ['?a', 'a', undefined],
  ['?a=', 'a', ''],
  ['?A=1', 'a', '1'],
  ['?%61=1', 'a', '1'],
  ['?a=1&b=2&A=3', 'a', '1,3'],
  ['?a=x+y%20z', 'a', 'x y z'],
  ['?a=%zz', 'a', '%zz'],
  ['?a=1;b=2', 'a', '1;b=2'],
  ['?&&a=1', 'a', '1'],
])('the query %s says of %s: %s', (search, name, value) => {
  expect(parseQuery(search).get(name)).toBe(value)
})

test('of a repeated parameter the first can be asked for', () => {
  const query = parseQuery('?format=json&Format=xml')
  expect(query.first('format')).toBe('json')
  expect(query.get('format')).toBe('json,xml')
})
