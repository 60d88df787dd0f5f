import { expect, test } from 'vitest'
import { refusalOf, statusLine } from './refusal.ts'

const refused = (body: string, statusText = 'Conflict') => refusalOf(Promise.resolve(new Response(body, { status: 409, statusText })))

test('a refusal is told in the words of the store, or by its status', async () => {
  expect(await refusalOf(Promise.resolve(new Response('', { status: 201 })))).toBeUndefined()
  expect([await refused('Duplicate names'), await refused(''), await refused('', '')]).toEqual(['Duplicate names', '409 Conflict', '409'])
  expect(await refused('a\u202eb')).toBe('a\\u202eb')
})

test('a dropped connection and a closed store are told in words', async () => {
  const dropped = 'No response: the connection was dropped.'
  expect([statusLine(Response.error()), await refusalOf(Promise.resolve(Response.error()))]).toEqual([dropped, dropped])
  expect(await refusalOf(Promise.reject(new Error('The store is closed.')))).toBe('The store is closed.')
  expect(await refusalOf(Promise.reject(new DOMException('', 'QuotaExceededError')))).toBe('QuotaExceededError')
})
