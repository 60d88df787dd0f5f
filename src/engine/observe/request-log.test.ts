import { expect, test } from 'vitest'
import { answerWith } from '../../base/answer.fixture.ts'
import type { PlainAnswer } from '../../base/answer.ts'
import { checkCors } from '../faults/cors-check.ts'
import { injectFaults } from '../faults/inject.ts'
import { logRequests } from './request-log.ts'

const echo = async (request: Request) =>
  answerWith(`got ${await request.text()}`, { status: 201, statusText: 'Created', headers: { location: '/streams/a/0' } })
const at = (time: number) => ({ now: () => time, report: (error: unknown) => expect.unreachable(String(error)) })
const post = (body: string) => new Request('http://es.test/streams/a', { method: 'POST', body, headers: { 'ES-EventType': 'T' } })

test('remembers request and answer, and leaves both readable', async () => {
  const { log, answer } = logRequests(echo, 10, at(1000))
  expect(await answer(post('one'))).toEqual(
    answerWith('got one', { status: 201, statusText: 'Created', headers: { location: '/streams/a/0' } }),
  )
  expect(log.entries).toHaveLength(1)
  expect(log.entries[0]).toMatchObject({
    id: 1,
    method: 'POST',
    url: 'http://es.test/streams/a',
    requestBody: 'one',
    started: 1000,
    answeredBy: 'store',
    outcome: { kind: 'answered', status: 201, statusText: 'Created', body: 'got one' },
  })
  expect(log.entries[0]!.requestHeaders).toContainEqual(['es-eventtype', 'T'])
})

test('keeps the bytes of a body that is no text', async () => {
  const bytes = new Uint8Array([0xff, 0x41])
  const { log, answer } = logRequests(async (request) => answerWith(new Uint8Array(await request.arrayBuffer())), 10, at(0))
  expect(await answer(new Request('http://es.test/streams/a', { method: 'POST', body: bytes }))).toMatchObject({ body: bytes })
  expect(log.entries[0]).toMatchObject({ requestBody: '\ufffdA', requestBytes: bytes, outcome: { body: '\ufffdA', bytes } })
  await answer(post('text'))
  expect(log.entries[1]).not.toHaveProperty('requestBytes')
  expect(log.entries[1]!.outcome).not.toHaveProperty('bytes')
})

test('keeps the newest exchanges and tells listeners', async () => {
  const { log, answer } = logRequests(echo, 2, at(0))
  const told: number[] = []
  const stop = log.subscribe(({ id }) => told.push(id))
  for (const body of ['1', '2', '3']) await answer(post(body))
  stop()
  await answer(post('4'))
  expect(log.entries.map(({ id }) => id)).toEqual([3, 4])
  expect(told).toEqual([1, 2, 3])
  log.clear()
  expect(log.entries).toEqual([])
})

test('keeps fewer where bodies are long, so that the log fits into a text; the newest in any case', async () => {
  const { log, answer } = logRequests(async (request) => answerWith('x'.repeat(Number(await request.text()))), 10, at(0))
  const kept = () => log.entries.map(({ id }) => id)
  for (const length of ['20000000', '20000000', '9000000', '20000000']) await answer(post(length))
  expect(kept()).toEqual([2, 3, 4])
  await answer(post('60000000'))
  expect(kept()).toEqual([5])
  await answer(post('1'))
  await answer(post('2'))
  expect(kept()).toEqual([6, 7])
  log.clear()
  await answer(post('49000000'))
  await answer(post('1'))
  expect(kept()).toEqual([8, 9])
})

test('tells who answered, and which requests were dropped or failed', async () => {
  const environment = { after: () => () => undefined, uuid: () => 'id', now: () => 0 }
  const options = { seed: 1, environment, basePath: '', stopProjection: () => Promise.resolve(false), closed: new AbortController().signal }
  const { faults, answer: faulty } = injectFaults(echo, options)
  const { log, answer } = logRequests(faulty, 10, at(0))
  faults.add({ kind: 'dropped', name: 'cable' })
  await answer(post('one'))
  expect(log.entries[0]).toMatchObject({ outcome: { kind: 'dropped' }, answeredBy: { fault: 'cable' } })

  const broken = logRequests(() => Promise.reject(new Error('closed')), 10, at(0))
  await expect(broken.answer(post('one'))).rejects.toThrow('closed')
  expect(broken.log.entries[0]).toMatchObject({ outcome: { kind: 'failed', error: 'Error: closed' } })
})

test('says which header strict CORS refused', async () => {
  const { log, answer } = logRequests(checkCors(echo, { product: 'KurrentDB 26.1', pageOrigin: 'http://app.test' }), 10, at(0))
  await answer(new Request('http://es.test/ping', { headers: { 'X-Unlisted': '1' } }))
  const refusal = expect.stringContaining('Strict CORS refused GET http://es.test/ping from a page on http://app.test: ') as string
  expect(log.entries[0]!.outcome).toEqual({ kind: 'dropped', refusal })
})

test('says that the client gave up', async () => {
  const client = new AbortController()
  const { log, answer } = logRequests(
    ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    10,
    at(0),
  )
  const answered = answer(new Request('http://es.test/ping', { signal: client.signal }))
  client.abort()
  await expect(answered).rejects.toThrow(/abort/)
  expect(log.entries[0]!.outcome).toEqual({ kind: 'aborted' })
})

test('lists the requests that wait, until they are answered', async () => {
  const later = Promise.withResolvers<PlainAnswer>()
  const { log, answer } = logRequests(() => later.promise, 10, at(7))
  const begun: number[] = []
  const stop = log.subscribe(
    () => undefined,
    ({ id }) => begun.push(id),
  )
  const poll = answer(new Request('http://es.test/streams/a', { headers: { 'ES-LongPoll': '5' } }))
  await expect.poll(() => log.pending).toMatchObject([{ id: 1, method: 'GET', url: 'http://es.test/streams/a', started: 7 }])
  expect([begun, log.entries]).toEqual([[1], []])
  stop()
  later.resolve(answerWith())
  await poll
  expect([log.pending, log.entries.length]).toEqual([[], 1])
})

test('with size 0 the answer is the very one of the store, and its request was not read', async () => {
  const given = answerWith('answer')
  const { answer } = logRequests(() => Promise.resolve(given), 0, at(0))
  const request = post('body')
  expect(await answer(request)).toBe(given)
  expect(request.bodyUsed).toBe(false)
})

test('keeps as many as its size says at the time', async () => {
  const { log, answer } = logRequests(echo, 0, at(0))
  const told: number[] = []
  log.subscribe(({ id }) => told.push(id))
  await answer(post('not kept'))
  log.size = 2
  for (const body of ['1', '2', '3']) await answer(post(body))
  expect(log.entries.map(({ requestBody }) => requestBody)).toEqual(['2', '3'])
  log.size = 1
  expect(log.entries.map(({ requestBody }) => requestBody)).toEqual(['3'])
  log.size = 0
  await answer(post('not kept either'))
  expect([log.size, log.entries, told]).toEqual([0, [], [1, 2, 3]])
})

test('reports the error of a listener, and gives the answer all the same', async () => {
  const reported: unknown[] = []
  const { log, answer } = logRequests(echo, 10, { now: () => 0, report: (error) => reported.push(error) })
  const told: string[] = []
  const fail = () => {
    throw new Error('of a listener')
  }
  log.subscribe(fail, fail)
  log.subscribe(({ outcome }) => told.push(outcome.kind))
  expect(await answer(post('one'))).toMatchObject({ status: 201 })
  expect(told).toEqual(['answered'])
  expect(log.entries).toHaveLength(1)
  expect(reported).toMatchObject([{ message: 'of a listener' }, { message: 'of a listener' }])
})
