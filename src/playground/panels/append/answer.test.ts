import { expect, test } from 'vitest'
import { StoreError } from '../../../base/errors.ts'
import { answerOf, answerTo } from './answer.ts'

test('an answer is shown in the server’s words', async () => {
  const created = new Response(null, { status: 201, statusText: 'Created', headers: { Location: '/streams/a/0' } })
  expect(await answerOf(created)).toEqual({ ok: true, text: '201 Created', more: ['Location: /streams/a/0'] })
  const wrong = new Response('', { status: 400, statusText: 'Wrong expected EventNumber', headers: { 'ES-CurrentVersion': '4' } })
  expect(await answerOf(wrong)).toEqual({ ok: false, text: '400 Wrong expected EventNumber', more: ['ES-CurrentVersion: 4'] })
  expect(await answerOf(new Response('why', { status: 418 }))).toEqual({ ok: false, text: '418', more: ['why'] })
})

test('a failure in place of an answer is described too', async () => {
  expect(await answerOf(Response.error())).toEqual({ ok: false, text: 'No response: the connection was dropped.', more: [] })
  const closed = new StoreError('storage-closed', 'The store is closed.', { hint: 'Open it again.' })
  expect(await answerTo(Promise.reject(closed))).toEqual({ ok: false, text: 'The store is closed.', more: ['Open it again.'] })
})

test('of two names for a header the newer one is shown', async () => {
  const headers = { 'ES-CurrentVersion': '4', 'Kurrent-CurrentVersion': '4' }
  expect((await answerOf(new Response('', { status: 400, statusText: 'Wrong', headers }))).more).toEqual(['Kurrent-CurrentVersion: 4'])
})
