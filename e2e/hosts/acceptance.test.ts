// Uses geteventstore-promise, a client library of the registry, as its README does: unmodified, against `rillbox serve`.

import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { promiseClientModule } from '../../src/renderings/promise-client.ts'
import type { SentRequest } from '../../src/renderings/request.ts'
import type { Client, Library } from './client.ts'
import type { Served } from './served.ts'
import { startServing } from './served.ts'

let served: Served
let library: Library
let client: Client

const connect = (credentials = { username: 'admin', password: 'changeit' }): Client =>
  new library.HTTPClient({ hostname: '127.0.0.1', port: served.port, credentials })

let count = 0
/** A stream that no other test has. */
const newStream = (): string => `TestStream-${++count}`

const statusOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'resolved',
    (error: { response?: { status: number; statusText: string } }) => [error.response?.status, error.response?.statusText],
  )

/** Asks again until the value is as expected, as clients of projections do. */
async function eventually<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await ask()
    if (isIt(answer) || tries > 100) return answer
    await sleep(50)
  }
}

// The ends of what is in use: the older names and answers, and the newer ones.
describe.each(['26.1', '23.10'])('release %s', (release) => {
  beforeAll(async () => {
    library = createRequire(import.meta.url)('geteventstore-promise') as Library
    served = await startServing('--release', release)
    client = connect()
  }, 300_000)

  afterAll(() => served?.stop())

  describe('streams', () => {
    test('ping', async () => {
      await expect(client.ping()).resolves.toBeDefined()
    })

    test('writeEvent, getEvents', async () => {
      const stream = newStream()
      await client.writeEvent(stream, 'TestEventType', { something: '123' }, { by: 'kim' })
      const [event, ...others] = await client.getEvents(stream)
      expect(others).toEqual([])
      expect(event).toMatchObject({ eventType: 'TestEventType', data: { something: '123' }, eventNumber: 0 })
    })

    test('writeEvents, getAllStreamEvents in chunks', async () => {
      const stream = newStream()
      const factory = new library.EventFactory()
      const events = Array.from({ length: 25 }, (_, index) => factory.newEvent('TestEventType', { index }))
      await client.writeEvents(stream, events)
      const read = await client.getAllStreamEvents(stream, 10)
      expect(read.map(({ data }) => (data as { index: number }).index)).toEqual(Array.from({ length: 25 }, (_, index) => index))
    })

    test('an event that is written again is there once', async () => {
      const stream = newStream()
      const event = new library.EventFactory().newEvent('TestEventType', { something: '456' })
      await client.writeEvents(stream, [event])
      await client.writeEvents(stream, [event])
      expect(await client.getEvents(stream)).toHaveLength(1)
    })

    test('an expected version that is wrong is refused with the reason', async () => {
      const stream = newStream()
      await client.writeEvent(stream, 'First', {})
      const late = client.writeEvent(stream, 'Late', {}, {}, { expectedVersion: -1 })
      expect(await statusOf(late)).toEqual([400, 'Wrong expected EventNumber'])
    })

    test('readEventsForward and readEventsBackward page through a stream', async () => {
      const stream = newStream()
      const factory = new library.EventFactory()
      await client.writeEvents(
        stream,
        Array.from({ length: 10 }, (_, index) => factory.newEvent('TestEventType', { index })),
      )
      const forward = await client.readEventsForward(stream, 0, 4)
      expect(forward.events.map(({ eventNumber }) => eventNumber)).toEqual([0, 1, 2, 3])
      expect(forward).toMatchObject({ isEndOfStream: false, nextEventNumber: 4 })
      const backward = await client.readEventsBackward(stream, 9, 4)
      expect(backward.events.map(({ eventNumber }) => eventNumber)).toEqual([9, 8, 7, 6])
      const last = await client.readEventsForward(stream, 8, 4)
      expect(last.isEndOfStream).toBe(true)
    })

    test('checkStreamExists, deleteStream softly and for good', async () => {
      const stream = newStream()
      expect(await client.checkStreamExists(stream)).toBe(false)
      await client.writeEvent(stream, 'First', {})
      expect(await client.checkStreamExists(stream)).toBe(true)
      await client.deleteStream(stream)
      expect(await client.checkStreamExists(stream)).toBe(false)
      await client.writeEvent(stream, 'Second', {})
      await client.deleteStream(stream, true)
      expect(await statusOf(client.checkStreamExists(stream))).toEqual([410, 'Deleted'])
      await expect(client.deleteStream(newStream())).rejects.toThrow('Stream does not exist')
    })

    test('a password that is wrong is refused', async () => {
      const stranger = connect({ username: 'admin', password: 'wrong' })
      expect(await statusOf(stranger.writeEvent(newStream(), 'First', {}))).toEqual([401, 'Unauthorized'])
    })
  })

  describe('code that the playground copies for this client', () => {
    test('sends the request again', async () => {
      const stream = newStream()
      const authorization = ['authorization', `Basic ${btoa('admin:changeit')}`] as const
      const run = (method: string, path: string, headers: SentRequest['headers'] = [], body = ''): Promise<unknown> => {
        const copied = promiseClientModule({ method, url: `${served.url}${path}`, headers: [authorization, ...headers], body })!
        const code = copied.replace(/^import .*$/m, '').replace(/^const result = /m, 'return ')
        const Module = Object.getPrototypeOf(async () => undefined).constructor as new (
          ...parts: string[]
        ) => (library: unknown) => Promise<unknown>
        return new Module('HTTPClient', code)(library.HTTPClient)
      }
      const posted = JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'Copied', data: { n: 1 } }])
      await run('POST', `/streams/${stream}`, [['content-type', 'application/vnd.eventstore.events+json']], posted)
      const events = [{ eventType: 'Copied', data: { n: 1 } }]
      expect(await run('GET', `/streams/${stream}/0/forward/10`)).toMatchObject({ events })
      expect(await run('GET', `/streams/${stream}`)).toMatchObject({ events })
      await run('DELETE', `/streams/${stream}`)
      expect(await client.checkStreamExists(stream)).toBe(false)
    })
  })

  describe('projections', () => {
    const query = (stream: string): string =>
      `fromStream('${stream}').when({ $init: () => ({ data: [] }), TestEventType: (state, event) => { state.data.push(event.data.something); return state } }).outputState()`

    test('assert, getState, getInfo, config', async () => {
      const stream = newStream()
      await client.projections.assert('first-projection', query(stream))
      await client.writeEvent(stream, 'TestEventType', { something: '123' })
      const state = await eventually(
        () => client.projections.getState<{ data?: string[] }>('first-projection'),
        ({ data }) => data?.length === 1,
      )
      expect(state).toEqual({ data: ['123'] })
      const info = await client.projections.getInfo('first-projection', true)
      expect(info).toMatchObject({ name: 'first-projection', status: 'Running', config: { emitEnabled: false } })
      expect(await client.projections.getInfo('nobody')).toBeUndefined()
    })

    test('assert again replaces the query; getResult', async () => {
      const stream = newStream()
      await client.projections.assert('replaced', query('another-stream'))
      await client.projections.assert('replaced', query(stream))
      await client.writeEvent(stream, 'TestEventType', { something: 'new' })
      const result = await eventually(
        () => client.projections.getResult<{ data?: string[] }>('replaced', {}),
        ({ data }) => data?.length === 1,
      )
      expect(result).toEqual({ data: ['new'] })
    })

    test('stop, reset, start, remove', async () => {
      const stream = newStream()
      await client.projections.assert('managed', query(stream))
      await client.projections.stop('managed')
      const isIn = (status: string) => (info: { status?: string } | undefined) => info?.status?.startsWith(status) === true
      const info = () => client.projections.getInfo('managed')
      expect(await eventually(info, isIn('Stopped'))).toMatchObject({ status: 'Stopped' })
      await client.projections.reset('managed')
      await client.projections.start('managed')
      expect(await eventually(info, isIn('Running'))).toMatchObject({ status: 'Running' })
      await client.projections.stop('managed')
      await eventually(info, isIn('Stopped'))
      await client.projections.remove('managed')
      expect(await eventually(info, (found) => found === undefined)).toBeUndefined()
    })

    test('partitions by getState', async () => {
      const category = `Cat${++count}`
      await client.projections.enableAll()
      await client.projections.assert(
        'partitioned',
        `fromCategory('${category}').foreachStream().when({ $init: () => ({ n: 0 }), TestEventType: (state) => ({ n: state.n + 1 }) })`,
      )
      await client.writeEvent(`${category}-1`, 'TestEventType', {})
      await client.writeEvent(`${category}-2`, 'TestEventType', {})
      const state = await eventually(
        () => client.projections.getState<{ n?: number } | string>('partitioned', { partition: `${category}-2` }),
        (found) => typeof found === 'object' && found.n === 1,
      )
      expect(state).toEqual({ n: 1 })
    })

    test('enableAll, disableAll, getAllProjectionsInfo', async () => {
      const statuses = async () => {
        const { projections } = await client.projections.getAllProjectionsInfo()
        return projections.filter(({ name }) => name.startsWith('$')).map(({ status }) => status)
      }
      await client.projections.disableAll()
      expect(await eventually(statuses, (all) => all.every((status) => status === 'Stopped'))).toEqual(Array(5).fill('Stopped'))
      await client.projections.enableAll()
      expect(await eventually(statuses, (all) => all.every((status) => status === 'Running'))).toEqual(Array(5).fill('Running'))
    })
  })

  describe('persistent subscriptions', () => {
    const take = (group: string, stream: string, most?: number) => client.persistentSubscriptions.getEvents(group, stream, most)

    test('assert, getEvents, ack and ackAll by the links of the answer', async () => {
      const stream = newStream()
      const factory = new library.EventFactory()
      await client.writeEvents(
        stream,
        ['A', 'B', 'C'].map((type) => factory.newEvent(type, { something: type })),
      )
      await client.persistentSubscriptions.assert('billing', stream)
      const first = await eventually(
        () => take('billing', stream),
        ({ entries }) => entries.length > 0,
      )
      expect(first.entries.map(({ event }) => event.eventType)).toEqual(['A'])
      await first.entries[0]!.ack()
      const rest = await take('billing', stream, 10)
      expect(rest.entries.map(({ event }) => event.eventType).sort()).toEqual(['B', 'C'])
      await rest.ackAll()
      expect((await take('billing', stream, 10)).entries).toEqual([])
    })

    test('an event that is refused comes again', async () => {
      const stream = newStream()
      await client.writeEvent(stream, 'A', {})
      await client.persistentSubscriptions.assert('retrying', stream)
      const first = await eventually(
        () => take('retrying', stream),
        ({ entries }) => entries.length > 0,
      )
      await first.entries[0]!.nack()
      const again = await eventually(
        () => take('retrying', stream),
        ({ entries }) => entries.length > 0,
      )
      expect(again.entries.map(({ event }) => event.eventType)).toEqual(['A'])
    })

    test('assert again updates; infos; remove', async () => {
      const stream = newStream()
      await client.writeEvent(stream, 'A', {})
      await client.persistentSubscriptions.assert('told', stream)
      await client.persistentSubscriptions.assert('told', stream, { maxRetryCount: 3 })
      const info = await client.persistentSubscriptions.getSubscriptionInfo('told', stream)
      expect(info).toMatchObject({ eventStreamId: stream, groupName: 'told', config: { maxRetryCount: 3 } })
      expect(await client.persistentSubscriptions.getStreamSubscriptionsInfo(stream)).toMatchObject([{ groupName: 'told' }])
      const all = await client.persistentSubscriptions.getAllSubscriptionsInfo()
      expect(all.map(({ groupName }) => groupName)).toContain('told')
      await client.persistentSubscriptions.remove('told', stream)
      expect(await statusOf(client.persistentSubscriptions.getSubscriptionInfo('told', stream))).toEqual([404, 'Not Found'])
    })
  })

  describe('administration', () => {
    test('scavenge', async () => {
      expect(await client.admin.scavenge()).toHaveProperty('scavengeId')
    })

    test('shutdown ends the answers, and the process', async () => {
      await client.admin.shutdown()
      // The connection is dropped: there is no status.
      const ends = await eventually(
        () => statusOf(client.ping()),
        (outcome) => outcome !== 'resolved',
      )
      expect(ends).toEqual([undefined, undefined])
      expect(await served.ended).toBe(0)
    })
  })
})
