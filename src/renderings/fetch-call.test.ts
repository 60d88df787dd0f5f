import { expect, test } from 'vitest'
import { fetchCall } from './fetch-call.ts'
import type { SentRequest } from './request.ts'

const url = 'http://localhost:2113/streams/cart-1'

/** Runs the statement with a fetch that only remembers. */
async function sent(call: string): Promise<readonly unknown[]> {
  const run = new Function('fetch', `return (async () => { ${call}\nreturn response })()`) // oxlint-disable-line no-new-func, no-implied-eval -- what is copied is code
  return run((...given: unknown[]) => given)
}

test('is written as people write it', () => {
  const headers: SentRequest['headers'] = [
    ['accept', '*/*'],
    ['content-type', 'application/json'],
  ]
  expect(fetchCall({ method: 'POST', url, headers, body: '{"a":1}' })).toBe(`const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    accept: '*/*',
    'content-type': 'application/json',
  },
  body: '{"a":1}',
})`)
  expect(fetchCall({ method: 'GET', url, headers: [], body: '' })).toBe(`const response = await fetch('${url}')`)
})

test('bytes are bytes', async () => {
  const call = fetchCall({ method: 'PUT', url, headers: [], body: new Uint8Array([0, 255, 39]) })
  expect(await sent(call)).toEqual([url, { method: 'PUT', body: new Uint8Array([0, 255, 39]) }])
})

test('texts keep their quotes, line breaks and letters', async () => {
  const body = 'it\'s "quoted" \\ `${x}`\r\n\t\u0000\u2028\u2029 caf\u00e9 \u{1f600}'
  const call = fetchCall({ method: 'POST', url: `${url}'`, headers: [["x-it's", "'"]], body })
  expect(await sent(call)).toEqual([`${url}'`, { method: 'POST', headers: { "x-it's": "'" }, body }])
  expect(call).not.toMatch(/[\u2028\u2029\0]/)
})
