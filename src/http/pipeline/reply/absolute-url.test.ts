import assert from 'node:assert/strict'
import { test } from 'vitest'
import { absoluteUrl, normalisePath, projectionUrl } from './absolute-url.ts'

test.each([
  ['/projection/$by_category', '/projection/$by_category'],
  ['/projection/a b', '/projection/a%20b'],
  ['/projection/100%', '/projection/100%25'],
  ['/projection/%41', '/projection/A'],
  ['/projection/%2f', '/projection/%2F'],
  ['/users/größe', '/users/gr%C3%B6%C3%9Fe'],
  ['/users/\ud800', '/users/%EF%BF%BD'],
  ['/projection/a\\b', '/projection/a/b'],
  ['/projection/a/../b', '/projection/b'],
  ['/projection/.', '/projection/'],
  ['/projection/é?#"<>|^`', '/projection/%C3%A9%3F%23%22%3C%3E%7C%5E%60'],
  ["/projection/-._~:@!$&'()*+,;=[]", "/projection/-._~:@!$&'()*+,;=[]"],
  ['/projection/\ud83d\ude00', '/projection/%F0%9F%98%80'],
])('normalises %j', (path, expected) => assert.equal(normalisePath(path), expected))

test('escapes the question mark of the query link with the rest', () => {
  assert.equal(
    projectionUrl('http://localhost:2113/store', 'p', '/query?config=yes'),
    'http://localhost:2113/store/projection/p/query%3Fconfig=yes',
  )
})

test('names of groups stand in their address as they are', () => {
  assert.equal(absoluteUrl('http://localhost:2113', '/subscriptions/a b/$g/[%41]'), 'http://localhost:2113/subscriptions/a%20b/$g/[A]')
})
