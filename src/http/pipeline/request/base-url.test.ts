import { expect, test } from 'vitest'
import type { AdvertisedAddress } from './base-url.ts'
import { linkBase, requestBase } from './base-url.ts'

const nobody: AdvertisedAddress = { advertiseHost: undefined, advertisePort: undefined }

const baseOf = (headers: Record<string, string>, { url = 'http://node.test:2113/streams/s', basePath = '', advertised = nobody } = {}) =>
  linkBase(new URL(url), new Headers(headers), basePath, advertised)?.prefixed

test.each<[Record<string, string>, string | undefined]>([
  [{}, 'http://node.test:2113'],
  [{ 'X-Forwarded-Host': 'a.example' }, 'http://a.example:2113'],
  [{ 'X-Forwarded-Host': 'a.example:8080' }, 'http://a.example:8080'],
  [{ 'X-Forwarded-Host': 'A.Example:8080' }, 'http://a.example:8080'],
  [{ 'X-Forwarded-Host': 'a.example:8080:9090' }, 'http://a.example:8080'],
  [{ 'X-Forwarded-Host': 'a.example:8080', 'X-Forwarded-Port': '9000' }, 'http://a.example:8080'],
  [{ 'X-Forwarded-Host': 'a.example', 'X-Forwarded-Port': '9000' }, 'http://a.example:9000'],
  [{ 'X-Forwarded-Host': 'a.example:1, b.example:2', 'X-Forwarded-Port': '9000' }, 'http://a.example:9000'],
  [{ 'X-Forwarded-Host': '' }, 'http://node.test:2113'],
  [{ 'X-Forwarded-Port': '8443' }, 'http://node.test:8443'],
  [{ 'X-Forwarded-Port': '80' }, 'http://node.test'],
  [{ 'X-Forwarded-Port': 'many' }, 'http://node.test:2113'],
  [{ 'X-Forwarded-Port': '1, 2' }, 'http://node.test:2113'],
  [{ 'X-Forwarded-Port': '' }, 'http://node.test:2113'],
  [{ 'X-Forwarded-Port': '99999999999' }, 'http://node.test:2113'],
  [{ 'X-Forwarded-Port': '-1' }, 'http://node.test'],
  [{ 'X-Forwarded-Proto': 'https' }, 'https://node.test:2113'],
  [{ 'X-Forwarded-Proto': 'HTTPS' }, 'https://node.test:2113'],
  [{ 'X-Forwarded-Proto': 'ftp' }, 'ftp://node.test:2113'],
  [{ 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'h:443' }, 'https://h'],
  [{ 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'h:80' }, 'https://h:80'],
  [{ 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'h:80' }, 'http://h'],
  [{ 'X-Forwarded-Prefix': 'p' }, 'http://node.test:2113/p'],
  [{ 'X-Forwarded-Prefix': '/p' }, 'http://node.test:2113/p'],
  [{ 'X-Forwarded-Prefix': '/p/q/' }, 'http://node.test:2113/p/q/'],
  [{ 'X-Forwarded-Prefix': 'with space/e' }, 'http://node.test:2113/with%20space/e'],
  [{ 'X-Forwarded-Prefix': '' }, 'http://node.test:2113'],
  [{ 'X-Forwarded-Prefix': '/a/../b/./c' }, 'http://node.test:2113/b/c'],
  [{ 'X-Forwarded-Prefix': 'a\\b' }, 'http://node.test:2113/a/b'],
  [{ 'X-Forwarded-Prefix': '/p?x=1#y' }, 'http://node.test:2113/p%3Fx=1%23y'],
  [{ 'X-Forwarded-Prefix': '/%41%20' }, 'http://node.test:2113/A%20'],
  [{ 'X-Forwarded-Prefix': '/%ED%A0%80/%e9%c3%a9' }, 'http://node.test:2113/%ED%A0%80/%e9%C3%A9'],
  [{ 'X-Forwarded-Prefix': '/%/%zz%2541%25' }, 'http://node.test:2113/%25/%25zz%2541%25'],
  [{ 'X-Forwarded-Prefix': '/\xc3\xa9' }, 'http://node.test:2113/%C3%A9'],
  [{ 'X-Forwarded-Host': '\xc3\xa9.x' }, 'http://é.x:2113'],
  [{ 'X-Forwarded-Proto': 'https://' }, 'https://node.test:2113'],
  [{ 'X-Forwarded-Proto': 'wss', 'X-Forwarded-Host': 'h:443' }, 'wss://h'],
  [{ Forwarded: 'host=other.example' }, 'http://node.test:2113'],
  [{ 'X-Forwarded-For': '10.0.0.1' }, 'http://node.test:2113'],
  [{ 'X-Forwarded-Host': 'a.example, b.example:2' }, undefined],
  [{ 'X-Forwarded-Host': '[::1]:99' }, undefined],
  [{ 'X-Forwarded-Host': 'a example' }, undefined],
  [{ 'X-Forwarded-Host': '*' }, undefined],
  [{ 'X-Forwarded-Host': 'a..b' }, undefined],
  [{ 'X-Forwarded-Port': '99999' }, undefined],
  [{ 'X-Forwarded-Port': '-2' }, undefined],
  [{ 'X-Forwarded-Port': '-2147483648' }, undefined],
  [{ 'X-Forwarded-Port': '65536', 'X-Forwarded-Host': 'h:80' }, undefined],
  [{ 'X-Forwarded-Proto': 'http, https' }, undefined],
])('links of a request with %o begin with %s', (headers, base) => {
  expect(baseOf(headers)).toBe(base)
})

test('the usual port of the request stays when only the scheme is forwarded', () => {
  expect(baseOf({ 'X-Forwarded-Proto': 'https' }, { url: 'http://node.test/' })).toBe('https://node.test:80')
})

test('the advertised address replaces that of the request, and forwarded ones replace it', () => {
  const advertised = { advertiseHost: 'public.example', advertisePort: 80 }
  expect(baseOf({}, { advertised })).toBe('http://public.example')
  expect(baseOf({}, { advertised: { ...nobody, advertisePort: 2116 } })).toBe('http://node.test:2116')
  expect(baseOf({ 'X-Forwarded-Host': 'a.example' }, { advertised })).toBe('http://a.example')
})

test('the base path stands behind the forwarded prefix', () => {
  const url = new URL('http://node.test/_store/streams/s')
  const base = linkBase(url, new Headers({ 'X-Forwarded-Prefix': '/p' }), '/_store', nobody)
  expect(base).toEqual({ prefixed: 'http://node.test/p/_store', unprefixed: 'http://node.test/_store' })
  expect(requestBase(url, '/_store')).toBe('http://node.test/_store')
})
