import { expect, test } from 'vitest'
import { createStore } from '../store.ts'

const origin = 'http://node.test:2113'

test('a client that waits for parked messages hears of one that times out, although no other client asks', async () => {
  const clock = { now: 10_000 }
  const timers = new Map<() => void, number>()
  const store = createStore({
    security: 'insecure',
    systemProjections: false,
    environment: {
      now: () => clock.now,
      after: (milliseconds, callback) => {
        timers.set(callback, clock.now + milliseconds)
        return () => void timers.delete(callback)
      },
    },
  })
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    store.fetch(new Request(origin + path, { method, headers, ...(body !== undefined && { body }) }))
  const group = '/subscriptions/s/g'
  const competing = { Accept: 'application/vnd.eventstore.competingatom+json' }

  const event = { 'Content-Type': 'application/json', 'ES-EventType': 'item', 'ES-EventId': '00000000-0000-4000-8000-000000000001' }
  expect((await send('POST', '/streams/s', event, '{}')).status).toBe(201)
  await send('PUT', group, { 'Content-Type': 'application/json' }, '{"messageTimeoutMilliseconds": 2000, "maxRetryCount": 0}')
  await send('GET', group, competing)
  const waiting = send('GET', '/subscriptions/viewparkedmessages/s/g/0/forward/5', { ...competing, 'ES-LongPoll': '60' })

  let answeredAt = Number.POSITIVE_INFINITY
  const answer = waiting.finally(() => (answeredAt = clock.now))
  while (clock.now < 15_000) {
    clock.now += 500
    for (const [callback, at] of timers) if (at <= clock.now && timers.delete(callback)) callback()
    await new Promise((done) => setTimeout(done))
  }
  expect(answeredAt).toBeLessThanOrEqual(15_000)
  expect(await (await answer).text()).toContain('0@s')
  await store.close()
})
