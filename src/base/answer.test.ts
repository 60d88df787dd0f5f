import { expect, test } from 'vitest'
import { answerWith } from './answer.fixture.ts'
import type { AnswerRequest } from './answer.ts'
import { fromResponse, headerOf, plainly, respondWith, toResponse } from './answer.ts'

const answer = answerWith('grüße', { status: 201, statusText: 'Größe', headers: { location: '/a', 'content-type': '' } })

test('a response has all of an answer, and gives it back', async () => {
  const response = toResponse(answer)
  expect([response.status, response.statusText, response.headers.get('Location')]).toEqual([201, 'Größe', '/a'])
  expect(await fromResponse(response)).toEqual(answer)
})

test('an answer without a body is a response without one', async () => {
  const answer = answerWith(undefined, { status: 304, statusText: '' })
  expect(toResponse(answer).body).toBeNull()
  expect(await fromResponse(toResponse(answer))).toEqual(answer)
})

test('a dropped connection is a network error', async () => {
  const response = toResponse({ kind: 'dropped', fault: 'cable' })
  expect(response.type).toBe('error')
  expect(await fromResponse(response)).toEqual({ kind: 'dropped' })
})

test('headers are found by their names in lower case', () => {
  expect([headerOf(answer, 'content-type'), headerOf(answer, 'etag')]).toEqual(['', null])
})

test('a host gets the plain answers of a store, and the responses of a function around it', async () => {
  const fetch = respondWith(async () => answer)
  const request = new Request('http://es.test/')
  expect(await plainly(fetch)(request)).toBe(answer)
  const around: typeof fetch = (asked) => fetch(asked)
  expect(await plainly(around)(request)).toBeInstanceOf(Response)
})

test('a rejection passes', async () => {
  const fails: AnswerRequest = () => Promise.reject(new Error('closed'))
  await expect(respondWith(fails)(new Request('http://es.test/'))).rejects.toThrow('closed')
})
