import { expect, test } from 'vitest'
import { newEvents } from '../../../base/events/event-table.ts'
import type { Storage } from '../../../storage/storage.ts'
import { newEvent, streamsForTests } from '../../../streams/streams.fixture.ts'
import { expectedVersion } from '../../../streams/streams.ts'
import { resolveThen } from './link-targets.ts'
import { SharedTargets } from './shared-targets.ts'

const everything = { from: 0, direction: 'forward', limit: 1000 } as const

/** A stream of three events with these data, links to them, and a storage that counts its reads. */
async function links(data = '{}') {
  const { storage, streams } = streamsForTests()
  let ids = 0
  const event = (type: string, data: string, isJson = true) => ({
    ...newEvent(`00000000-0000-4000-8000-00000000000${ids++}`),
    type,
    data,
    isJson,
  })
  const events = [0, 1, 2].map(() => event('T', data))
  await streams.append({ stream: 'a', events: newEvents(events), expected: expectedVersion.any })
  const places = ['0@a', '2@a', '9@a'].map((place) => event('$>', place, false))
  await streams.append({ stream: 'links', events: newEvents(places), expected: expectedVersion.any })
  const records = await storage.read((tx) => tx.stream('links', everything))
  const counted = { reads: 0, fails: false }
  const counting: Pick<Storage, 'read'> = {
    read(work) {
      counted.reads++
      return counted.fails ? Promise.reject(new Error('closed')) : storage.read(work)
    },
  }
  const expected = await storage.read((tx) => resolveThen(tx, records))
  return { counting, counted, expected, met: records.map((record) => ({ record, end: record.position })) }
}

test('runners that meet the same links read their targets once', async () => {
  const { counting, counted, expected, met } = await links()
  const targets = new SharedTargets()
  const found = await Promise.all([targets.resolve(counting, met), targets.resolve(counting, met.slice(1))])
  expect(found).toEqual([expected, expected.slice(1)])
  expect(await targets.resolve(counting, met.toReversed())).toEqual(expected.toReversed())
  expect(counted.reads).toBe(1)
})

test('only what no runner has met is read', async () => {
  const { counting, counted, expected, met } = await links()
  const targets = new SharedTargets()
  await targets.resolve(counting, met.slice(0, 1))
  expect(await targets.resolve(counting, met)).toEqual(expected)
  expect(await targets.resolve(counting, met)).toEqual(expected)
  expect(counted.reads).toBe(2)
})

test('a link in a longer append, or in another reading of the log, is another one', async () => {
  const { counting, counted, met } = await links()
  const targets = new SharedTargets()
  await targets.resolve(counting, met)
  await targets.resolve(
    counting,
    met.map((link) => ({ ...link, end: link.end + 1 })),
  )
  await targets.resolve(
    counting,
    met.map(({ record, end }) => ({ record: { ...record }, end })),
  )
  expect(counted.reads).toBe(3)
})

test('large targets are not kept', async () => {
  const { counting, counted, expected, met } = await links(JSON.stringify('x'.repeat(20_000)))
  const targets = new SharedTargets()
  expect(await targets.resolve(counting, met)).toEqual(expected)
  expect(await targets.resolve(counting, met)).toEqual(expected)
  expect(counted.reads).toBe(2)
})

test('a read that failed is tried again', async () => {
  const { counting, counted, expected, met } = await links()
  const targets = new SharedTargets()
  counted.fails = true
  await expect(Promise.all([targets.resolve(counting, met), targets.resolve(counting, met)])).rejects.toThrow('closed')
  counted.fails = false
  expect(await targets.resolve(counting, met)).toEqual(expected)
})
