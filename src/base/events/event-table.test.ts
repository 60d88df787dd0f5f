// A table shows the rows it was made of, whatever is done to its columns.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedTable } from './event-table.ts'
import {
  concatEvents,
  countedFrom,
  newEvents,
  newEventsInSlices,
  packEvents,
  recordedTable,
  rowReader,
  rowsOf,
  selectEvents,
  sliceEvents,
  streamsOf,
  withOwnBytes,
} from './event-table.ts'
import { countTasks } from '../time/tasks.fixture.ts'
import { createTimeSlice } from '../time/time-slice.ts'
import { idsFrom } from './counted-ids.ts'
import type { RecordedEvent } from './events.ts'

const text = fc.oneof(fc.constantFrom('', 'a', '\0', '\ud83d', '{"$v":"1:-1:4:1"}', '{"$v":"1:-1:4:2"}'), fc.string({ maxLength: 5 }))
const content = fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3 }) })
const stream = fc.oneof(
  fc.constantFrom('a', 'b'),
  fc.nat(40).map((n) => `$projections-p-${n}-checkpoint`),
)
const id = fc.uuid()

const rows = fc
  .tuple(
    fc.array(
      fc.record({ id, type: text, data: content, metadata: content, isJson: fc.boolean(), stream, number: fc.nat(9), created: fc.nat(9) }),
      { maxLength: 30 },
    ),
    // Members that are alike in all rows, as they are in most tables.
    fc.record({ type: text, data: content, metadata: text, isJson: fc.boolean(), stream, created: fc.nat() }, { requiredKeys: [] }),
    fc.nat(9),
    fc.boolean(),
  )
  .map(([all, alike, first, areNumbered]): RecordedEvent[] =>
    all.map((row, index) => ({ ...row, ...alike, ...(areNumbered && { number: first + index }), position: first + index })),
  )

/** The same table in any of its forms. */
const table = fc
  .tuple(rows, fc.boolean(), fc.option(id, { nil: undefined }))
  .map(([all, isPacked, first]): { readonly all: RecordedEvent[]; readonly table: RecordedTable } => {
    const made = isPacked ? packEvents(recordedTable(all)) : recordedTable(all)
    if (first === undefined) return { all, table: made }
    const idAt = idsFrom(first)
    return { all: all.map((row, index) => ({ ...row, id: idAt(index) })), table: { ...made, id: { from: first } } }
  })

const holds = (property: (given: { readonly all: RecordedEvent[]; readonly table: RecordedTable }, a: number, b: number) => void) =>
  fc.assert(fc.property(table, fc.nat(30), fc.nat(30), property), { numRuns: 500 })

describe('a table', () => {
  test('shows its rows, in any order', () =>
    holds(({ all, table }) => {
      expect(rowsOf(table)).toEqual(all)
      const row = rowReader(table)
      expect(all.map((_, index) => row(all.length - 1 - index))).toEqual(all.toReversed())
    }))

  test('is cloned, packed and given bytes of its own without a change', () =>
    holds(({ all, table }) => {
      expect(rowsOf(structuredClone(table))).toEqual(all)
      expect(rowsOf(packEvents(table))).toEqual(all)
      expect(rowsOf(withOwnBytes(table))).toEqual(all)
    }))

  test('is sliced and selected like a list of its rows', () =>
    holds(({ all, table }, a, b) => {
      const [start, end] = [Math.min(a, b, all.length), Math.min(Math.max(a, b), all.length)]
      const part = sliceEvents(table, start, end)
      expect(rowsOf(part)).toEqual(all.slice(start, end))
      expect(rowsOf(packEvents(part))).toEqual(all.slice(start, end))
      const indexes = all.flatMap((_, index) => ((index * (a + 1)) % 3 === 0 ? index : []))
      expect(rowsOf(selectEvents(table, indexes))).toEqual(indexes.map((index) => all[index]))
      expect(rowsOf(packEvents(selectEvents(table, indexes.toReversed())))).toEqual(indexes.toReversed().map((index) => all[index]))
    }))

  test('is joined with others like lists of their rows', () => {
    fc.assert(
      fc.property(fc.array(table, { minLength: 1, maxLength: 4 }), (given) => {
        const joined = concatEvents(given.map(({ table }) => table))
        expect(rowsOf(joined)).toEqual(given.flatMap(({ all }) => all))
        expect(rowsOf(packEvents(joined))).toEqual(given.flatMap(({ all }) => all))
      }),
    )
    expect(() => concatEvents([])).toThrow('no table')
  })
})

const event = (number: number, given: Partial<RecordedEvent> = {}): RecordedEvent => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  type: 'T',
  data: `{"n":${number}}`,
  metadata: '',
  isJson: true,
  stream: 's',
  number,
  created: 5,
  position: 10 + number,
  ...given,
})

test('many new events become a table in slices, with one value where all are the same', async () => {
  const event = (n: number) => ({ id: `${n}`, type: n < 4000 ? 'A' : 'B', data: '{}', metadata: new Uint8Array([n]), isJson: true })
  const events = Array.from({ length: 5000 }, (_, n) => event(n))
  const { result, tasks } = await countTasks(() => newEventsInSlices(events, createTimeSlice(0)))
  expect(tasks).toBeGreaterThan(5)
  expect(result).toEqual({
    count: 5000,
    id: events.map(({ id }) => id),
    type: events.map(({ type }) => type),
    data: '{}',
    metadata: events.map(({ metadata }) => metadata),
    isJson: true,
  })
  expect(newEvents(events)).toEqual(result)
  expect(newEvents([])).toEqual({ count: 0, id: [], type: [], data: [], metadata: [], isJson: [] })
})

test('the common part of rows is kept once', () => {
  expect(packEvents(recordedTable([event(0), event(1)]))).toEqual({
    count: 2,
    id: { joined: '00000000-0000-4000-8000-00000000000000000000-0000-4000-8000-000000000001', lengths: 36 },
    type: 'T',
    data: { joined: '{"n":0}{"n":1}', lengths: 7 },
    metadata: '',
    isJson: true,
    stream: 's',
    number: { from: 0 },
    created: 5,
    position: { from: 10 },
  })
  const mixed = packEvents(recordedTable([event(0), event(1, { stream: 'other', type: 'U' }), event(2)]))
  expect(mixed).toMatchObject({ stream: { values: ['s', 'other'], at: [0, 1, 0] }, type: { values: ['T', 'U'], at: [0, 1, 0] } })
  const many = packEvents(recordedTable(Array.from({ length: 9 }, (_, index) => event(index, { stream: `customers-${index}` }))))
  expect(many.stream).toEqual({ before: 'customers-', after: '', rest: { joined: '012345678', lengths: 1 } })
})

test('streams and counted ids are told without a look at each row', () => {
  expect(streamsOf(recordedTable([event(0), event(1)]))).toEqual(['s'])
  expect(streamsOf(recordedTable([]))).toEqual([])
  expect(streamsOf(recordedTable([event(0), event(1, { stream: 't' })]))).toEqual(['s', 't'])
  const counted = { ...recordedTable([event(0)]), id: { from: event(3).id } }
  expect([countedFrom(counted), countedFrom(recordedTable([event(0), event(1)]))]).toEqual([event(3).id, undefined])
})

test('bytes of its own are no longer those it was made of', () => {
  const bytes = new Uint8Array([1, 2, 3]).subarray(1)
  for (const given of [[event(0, { data: bytes })], [event(0), event(1, { metadata: bytes })]]) {
    const own = withOwnBytes(recordedTable(given))
    expect(rowsOf(own)).toEqual(given)
    bytes[0] = 9
    expect(rowsOf(own)).not.toEqual(given)
    bytes[0] = 2
  }
})
