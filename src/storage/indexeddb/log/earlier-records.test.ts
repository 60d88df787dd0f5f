import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../../base/events/event-table.ts'
import type { RecordedEvent } from '../../../base/events/events.ts'
import { numbered, run } from '../../storage.fixture.ts'
import { earlierRecord } from './earlier-records.fixture.ts'
import { tableOfEarlier } from './earlier-records.ts'
import { eventsOf, isOfMany, recordWith } from './records.ts'

const recorded = (events: readonly Omit<RecordedEvent, 'position'>[]): RecordedEvent[] =>
  events.map((event, index) => ({ ...event, position: 7 + index }))
const ofOne = recorded(run('a', 3, 4))
const ofSome = recorded([...run('a', 3, 2), ...run('b', 0, 1), ...run('a', 5, 1)])
const ofEach = recorded(Array.from({ length: 12 }, (_, index) => numbered(`s${index}`, index)))
const rounds = recorded([0, 1].flatMap((number) => Array.from({ length: 12 }, (_, index) => numbered(`s${index}`, number))))

describe('records of earlier versions', () => {
  it.each([
    ['one stream', ofOne, false],
    ['some streams', ofSome, false],
    ['many streams in the index', ofEach, false],
    ['many streams', ofEach, true],
    ['many streams in turns', rounds, true],
  ])('of %s are read as they were written', (_, events, many) => {
    const record = earlierRecord(events, many)
    expect(rowsOf(tableOfEarlier(record))).toEqual(events)
    expect(isOfMany(record)).toBe(many)
    const left = recordWith(record, [0, 2])
    expect(eventsOf(left)).toEqual([events[0], events[2]])
    expect(left).toMatchObject({ last: record.last, nonce: record.nonce })
    expect(isOfMany(left)).toBe(many)
  })

  it('count their ids from the first position, whatever is left of them', () => {
    const ids = { id: 'a0ffffff-0000-4000-8000-000000000000', first: 6 }
    const record = { ...earlierRecord(ofOne), ids, positions: [7, 9, 10, 12] }
    expect(rowsOf(tableOfEarlier(record)).map(({ id }) => id.slice(0, 8))).toEqual(['a1000000', 'a1000002', 'a1000003', 'a1000005'])
  })

  it('may hold bytes, one value for all of them or a list', () => {
    const bytes = new Uint8Array([0xff])
    const record = { ...earlierRecord(ofOne), data: bytes, metadata: ['', bytes, '', 'm'] }
    expect(rowsOf(tableOfEarlier(record))).toEqual(
      ofOne.map((event, index) => ({ ...event, data: bytes, metadata: record.metadata[index] })),
    )
  })
})
