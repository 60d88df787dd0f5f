import { expect, test } from 'vitest'
import type { Release } from '../base/release/facts.ts'
import { factsOf } from '../base/release/releases.ts'
import { readCredentials as readFor } from './credentials.ts'

const basic = (text: string) => `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`

/** Of the older release unless another is named. */
const readCredentials = (headers: Headers, trustedAuth: boolean, release: Release = '23.10') =>
  readFor(headers, factsOf(release).http, trustedAuth)

const none = { kind: 'none' }
const password = (login: string, text: string) => ({ kind: 'password', login, password: text })

test.each([
  [undefined, none],
  ['', none],
  ['Bearer token', none],
  ['basic YTpi', none],
  ['Basicx YTpi', none],
  [`${basic('a:b')}, ${basic('a:b')}`, none],
  [basic('no colon'), none],
  [basic('ada:secret'), password('ada', 'secret')],
  [basic('ada:se:cr:et'), password('ada', 'se:cr:et')],
  [basic(':'), password('', '')],
  [basic('größe:€'), password('größe', '€')],
  ['Basic    YTpi', password('a', 'b')],
  ['Basic', { kind: 'unreadable' }],
  ['Basic ???', { kind: 'unreadable' }],
  ['Basic YTpiYw', { kind: 'unreadable' }],
  ['Basic YT_i', { kind: 'unreadable' }],
])('Authorization: %s', (header, credentials) => {
  expect(readCredentials(new Headers(header === undefined ? {} : { Authorization: header }), false)).toEqual(credentials)
})

test.each([
  ['ada', { kind: 'trusted', login: 'ada', groups: [] }],
  ['ada; one,  two ', { kind: 'trusted', login: 'ada', groups: ['one', 'two'] }],
  ['ada, bob', { kind: 'trusted', login: 'ada, bob', groups: [] }],
  ['', { kind: 'trusted', login: '', groups: [] }],
  ['ada; one; two', { kind: 'refused' }],
])('ES-TrustedAuth: %s', (header, credentials) => {
  expect(readCredentials(new Headers({ 'ES-TrustedAuth': header }), true)).toEqual(credentials)
  expect(readCredentials(new Headers({ 'ES-TrustedAuth': header }), false)).toEqual(none)
})

test('Basic credentials win over a trusted header, other schemes do not', () => {
  const trusted = { 'ES-TrustedAuth': 'ada' }
  expect(readCredentials(new Headers({ ...trusted, Authorization: basic('bob:x') }), true)).toEqual(password('bob', 'x'))
  expect(readCredentials(new Headers({ ...trusted, Authorization: 'Basic' }), true)).toEqual({ kind: 'unreadable' })
  expect(readCredentials(new Headers({ ...trusted, Authorization: 'Bearer x' }), true)).toMatchObject({ login: 'ada' })
})

test.each([
  ['Basic', none],
  ['Basic ???', none],
  ['Bearer YTpi', password('a', 'b')],
  ['Bearer token', none],
  [basic('ada:secret'), password('ada', 'secret')],
])('Authorization in release 26: %s', (header, credentials) => {
  expect(readCredentials(new Headers({ Authorization: header }), false, '26.1')).toEqual(credentials)
})

test('release 26 reads the newer name of the trusted header first', () => {
  const read = (headers: Record<string, string>) => readCredentials(new Headers(headers), true, '26.1')
  expect(read({ 'Kurrent-TrustedAuth': 'ada', 'ES-TrustedAuth': 'bob' })).toMatchObject({ login: 'ada' })
  expect(read({ 'ES-TrustedAuth': 'bob' })).toMatchObject({ login: 'bob' })
})
