import { expect, test } from 'vitest'
import type { ControlVerdict } from './guard.ts'
import { judgeControl } from './guard.ts'

const judge = (authority: string, headers: Record<string, string> = {}, method = 'GET'): ControlVerdict =>
  judgeControl(
    { method, authority, hostname: new URL(`http://${authority}`).hostname, headers: new Headers(headers) },
    { hosts: ['kurrentdb'], isExposed: false },
  )

test.each(['localhost:2113', '127.0.0.1:2113', '[::1]:2113', 'app.localhost', '192.168.1.4:2113', 'kurrentdb:2113'])(
  'a program reaches the routes at %s',
  (authority) => {
    expect(judge(authority, {}, 'POST')).toEqual({ kind: 'allowed' })
  },
)

test('a name that nobody gave is refused, also without a word of a page: it may lead here for a moment', () => {
  expect(judge('evil.test:2113')).toMatchObject({ kind: 'refused', code: 'unknown-host' })
  expect(judge('localhost.evil.test')).toMatchObject({ kind: 'refused', code: 'unknown-host' })
})

test.each([
  ['of another site', { Origin: 'https://evil.test' }],
  ['of another port of this machine', { Origin: 'http://localhost:3000' }],
  ['without an origin', { Origin: 'null' }],
  ['whose image or script asks', { 'Sec-Fetch-Site': 'cross-site' }],
  ['of another port, as browsers say it', { 'Sec-Fetch-Site': 'same-site' }],
])('a page %s is refused', (_which, headers) => {
  expect(judge('localhost:2113', headers)).toMatchObject({ kind: 'refused', code: 'foreign-page' })
  expect(judge('localhost:2113', headers, 'POST')).toMatchObject({ kind: 'refused', code: 'foreign-page' })
})

test('pages of the port itself, and an address that somebody types, are allowed', () => {
  expect(judge('localhost:2113', { Origin: 'http://localhost:2113', 'Sec-Fetch-Site': 'same-origin' }, 'POST')).toEqual({ kind: 'allowed' })
  expect(judge('localhost:2113', { 'Sec-Fetch-Site': 'none' })).toEqual({ kind: 'allowed' })
  expect(judge('localhost:2113', { 'Sec-Fetch-Site': 'none' }, 'POST')).toMatchObject({ kind: 'refused' })
})

test('a network of containers has names without a dot, which count where other machines reach the port', () => {
  const caller = { method: 'POST', authority: 'events:2113', hostname: 'events', headers: new Headers() }
  expect(judgeControl(caller, { hosts: [], isExposed: true })).toEqual({ kind: 'allowed' })
  expect(judgeControl(caller, { hosts: [], isExposed: false })).toMatchObject({ code: 'unknown-host' })
  expect(judgeControl({ ...caller, hostname: 'evil.test' }, { hosts: [], isExposed: true })).toMatchObject({ code: 'unknown-host' })
})
