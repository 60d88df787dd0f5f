import { describe, expect, it, test } from 'vitest'
import { newEvents } from '../../base/events/event-table.ts'
import { newEvent, streamsForTests } from '../streams.fixture.ts'
import type { TogetherOutcome } from '../streams.ts'
import { expectedTombstone, expectedVersion } from '../streams.ts'

const { any, noStream, streamExists, softDeleted } = expectedVersion

/** Streams in every state: three events are or were in each. */
async function givenStreams() {
  const { streams, storage } = streamsForTests()
  for (const stream of ['live', 'deleted', 'tombstoned'])
    await streams.append({ stream, events: newEvents(['a', 'b', 'c'].map((id) => newEvent(`${stream}-${id}`))), expected: any })
  await streams.delete({ stream: 'deleted', expected: any, hard: false })
  await streams.delete({ stream: 'tombstoned', expected: any, hard: true })
  const metadata = newEvents([newEvent('m', { type: '$metadata', data: '{}' })])
  await streams.append({ stream: '$$described', events: metadata, expected: any })
  const write = (checks: Readonly<Record<string, bigint>>, events: readonly (readonly [stream: string, id: string])[]) =>
    streams.appendTogether({
      checks: Object.entries(checks).map(([stream, expected]) => ({ stream, expected })),
      events: events.map(([stream, id]) => ({ stream, event: newEvent(id) })),
    })
  const log = async () =>
    (await storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 99 }))).map(({ number, stream }) => `${number}@${stream}`)
  return { write, log }
}

const told = (outcome: TogetherOutcome) => (outcome.kind === 'written' ? 'written' : outcome.violations[0]!.actual)

/** What a check of each state finds, and what it finds where the stream is written to as well. */
const states = ['live', 'deleted', 'tombstoned', 'described', 'missing'] as const
const [ok, gone] = ['written', 'tombstoned']
const table: readonly (readonly [string, bigint, readonly (string | number)[], readonly (string | number)[]])[] = [
  ['any', any, [ok, ok, ok, ok, ok], [ok, ok, gone, ok, ok]],
  ['none', noStream, [2, ok, ok, ok, ok], [2, ok, gone, ok, ok]],
  ['existing', streamExists, [ok, 'deleted', gone, ok, -1], [ok, 'deleted', gone, ok, -1]],
  ['deleted', softDeleted, [2, ok, gone, -1, -1], [2, ok, gone, -1, -1]],
  ['tombstoned', expectedTombstone, [2, 2, ok, -1, -1], [2, 2, gone, -1, -1]],
  ['at its last number', 2n, [ok, ok, gone, -1, -1], [ok, ok, gone, -1, -1]],
  ['at an earlier number', 1n, [2, 2, gone, -1, -1], [2, 2, gone, -1, -1]],
  ['at a later number', 9n, [2, 2, gone, -1, -1], [2, 2, gone, -1, -1]],
]

test.each(table)('expected %s', async (_, expected, checked, written) => {
  const found = { checked: [] as (string | number)[], written: [] as (string | number)[] }
  for (const stream of states) {
    found.checked.push(told(await (await givenStreams()).write({ [stream]: expected, other: any }, [['other', 'x']])))
    found.written.push(told(await (await givenStreams()).write({ [stream]: expected }, [[stream, 'x']])))
  }
  expect(found).toEqual({ checked, written })
})

describe('an append to several streams', () => {
  it('keeps the order of events, brings deleted streams back, and names the last numbers', async () => {
    const { write, log } = await givenStreams()
    const before = await log()
    const outcome = await write({ live: 2n, deleted: any, new: noStream }, [
      ['new', '1'],
      ['live', '2'],
      ['new', '3'],
      ['deleted', '4'],
      ['new', '5'],
    ])
    expect((await log()).slice(before.length)).toEqual(['0@new', '3@live', '1@new', '3@deleted', '1@$$deleted', '2@new'])
    expect(outcome).toEqual({
      kind: 'written',
      last: new Map([
        ['new', 2],
        ['live', 3],
        ['deleted', 3],
      ]),
      position: before.length + 5,
    })
  })

  it('is the same when it is sent again, whatever its checks find then', async () => {
    const { write, log } = await givenStreams()
    const send = () =>
      write({ new: noStream, live: 2n, other: noStream }, [
        ['new', '1'],
        ['live', '2'],
        ['new', '3'],
      ])
    const first = await send()
    await write({ other: any }, [['other', 'x']])
    const after = await log()
    expect(first).toMatchObject({ kind: 'written' })
    expect(await send()).toEqual(first)
    expect(await log()).toEqual(after)
  })

  it('tells of all streams that fail, and writes nothing where only a part was written before', async () => {
    const { write, log } = await givenStreams()
    const before = await log()
    expect(await write({ live: noStream, tombstoned: any, new: streamExists }, [['tombstoned', '1']])).toEqual({
      kind: 'violated',
      violations: [
        { index: 0, actual: 2 },
        { index: 1, actual: 'tombstoned' },
        { index: 2, actual: -1 },
      ],
    })
    const half = await write({ live: any, new: any }, [
      ['live', 'live-a'],
      ['new', '1'],
    ])
    expect(half).toEqual({ kind: 'violated', violations: [{ index: 0, actual: 2 }] })
    expect(await log()).toEqual(before)
  })
})
