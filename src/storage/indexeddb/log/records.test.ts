import { describe, expect, it } from 'vitest'
import type { EventTable } from '../../../base/events/event-table.ts'
import { eventTable, recordedFrom, rowsOf } from '../../../base/events/event-table.ts'
import type { NumberedEvent, RecordedEvent } from '../../../base/events/events.ts'
import { tombstoneNumber } from '../../../base/events/events.ts'
import { eachOf, idOf, numbered, run } from '../../storage.fixture.ts'
import { placeKey } from './place-key.ts'
import type { LogRecord } from './records.ts'
import { eventsOf, idsOf, isOfMany, maxEventsPerRecord, recordWith, recordsOf } from './records.ts'

const at = (events: readonly NumberedEvent[], first: number): RecordedEvent[] =>
  events.map((event, index) => ({ ...event, position: first + index }))

const recordsFrom = (events: EventTable, first: number): LogRecord[] => recordsOf(recordedFrom(events, first)).map(({ record }) => record)

const only = (events: readonly NumberedEvent[], first = 0): LogRecord => {
  const records = recordsFrom(eventTable(events), first)
  expect(records).toHaveLength(1)
  return records[0]!
}

const countIn = ({ events }: LogRecord) => events.count

describe('recordsOf', () => {
  it('gives back the events it was made of', () => {
    const events = [
      ...run('a', 3, 2),
      numbered('b', tombstoneNumber, { type: '$streamDeleted', data: new Uint8Array([1]), isJson: false }),
      numbered('a', 5, { metadata: 'm', data: '' }),
    ]
    const record = only(events, 17)
    expect(eventsOf(record)).toEqual(at(events, 17))
    expect(record).toMatchObject({ last: 20, events: { stream: { values: ['a', 'b'], at: [0, 0, 1, 0] }, position: { from: 17 } } })
  })

  it('keeps the values that all events share only once', () => {
    const record = only(run('a', 3, 4).map((event) => ({ ...event, created: 9 })))
    expect(record.events).toMatchObject({ type: 'happened', stream: 'a', metadata: '', isJson: true, created: 9, number: { from: 3 } })
  })

  it('gives texts back that are no whole characters, and none, next to each other', () => {
    const contents = ['\ud83d', '\ude00', '', 'ü', '\0', 'a']
    const events = contents.map((data, number) => numbered('a', number, { data, metadata: contents.at(-1 - number)! }))
    const record = only(events)
    expect(eventsOf(record)).toEqual(at(events, 0))
    expect(record.events).toMatchObject({ data: { lengths: [1, 1, 0, 1, 1, 1] }, metadata: { lengths: [1, 1, 1, 0, 1, 1] } })
    expect(idsOf(record)).toEqual(events.map(({ id }) => id))
  })

  it('lists each of few streams once, with its last number', () => {
    const record = only([...run('a', 3, 2), ...run('b', 0, 1), ...run('a', 5, 1)])
    expect(record.lastPlaces).toEqual([placeKey('a', 5), placeKey('b', 0)])
    expect(isOfMany(record)).toBe(false)
  })

  it('leaves many streams to their heads', () => {
    const events = Array.from({ length: 12 }, (_, index) => numbered(`s-${index % 9}`, index))
    const [made] = recordsOf(recordedFrom(eventTable(events), 4))
    expect(isOfMany(made!.record)).toBe(true)
    expect([...made!.placed].slice(0, 4)).toEqual([
      ['s-0', 9],
      ['s-1', 10],
      ['s-2', 11],
      ['s-3', 3],
    ])
    expect(eventsOf(made!.record)).toEqual(at(events, 4))
  })

  it('cuts after a number of events', () => {
    const events = run('a', 0, maxEventsPerRecord * 2 + 1)
    const records = recordsFrom(eventTable(events), 5)
    expect(records.map(countIn)).toEqual([maxEventsPerRecord, maxEventsPerRecord, 1])
    expect(records.map((record) => record.last)).toEqual([maxEventsPerRecord + 4, 2 * maxEventsPerRecord + 4, 2 * maxEventsPerRecord + 5])
    expect(records.flatMap(eventsOf)).toEqual(at(events, 5))
  })

  it('cuts after much content, never within an event', () => {
    const huge = (number: number) => numbered('a', number, { data: 'x'.repeat(600_000) })
    expect(recordsFrom(eventTable([huge(0), huge(1), huge(2), ...run('a', 3, 2)]), 0).map(countIn)).toEqual([2, 3])
  })

  it('gives every record a key that no other has', () => {
    expect(new Set([1, 2, 3].map(() => only(run('a', 0, 1)).nonce)).size).toBe(3)
  })
})

describe('records of counted ids', () => {
  const each = eachOf(
    Array.from({ length: 2500 }, (_, index) => `s-${index}`),
    3,
    idOf(7),
  )
  const events = rowsOf(recordedFrom(each, 100))
  const records = recordsFrom(each, 100)

  it('give back the events they were made of, with one id in each', () => {
    expect(records.map(countIn)).toEqual([1024, 1024, 452])
    for (const record of records) expect(record.events.id).toEqual({ from: eventsOf(record)[0]!.id })
    expect(records.flatMap(eventsOf)).toEqual(events)
    expect(records.flatMap(idsOf)).toEqual(events.map(({ id }) => id))
  })

  it('keep the ids of the events that are left', () => {
    const left = Array.from({ length: 300 }, (_, index) => 3 * index + 1)
    const rest = recordWith(records[1]!, left)
    expect(eventsOf(rest)).toEqual(left.map((index) => eventsOf(records[1]!)[index]))
    expect(isOfMany(rest)).toBe(true)
  })
})

describe('recordWith', () => {
  it('keeps the key and the places of the remaining events', () => {
    const record = only(run('a', 0, 4), 10)
    const events = eventsOf(record)
    const rest = recordWith(record, [0, 2])
    const { number, position } = rest.events
    expect(rest).toMatchObject({ last: 13, nonce: record.nonce, lastPlaces: [placeKey('a', 2)] })
    expect([number, position]).toEqual([
      [0, 2],
      [10, 12],
    ])
    expect(eventsOf(rest)).toEqual([events[0], events[2]])
  })

  it('may keep nothing', () => {
    const rest = recordWith(only(run('a', 0, 2), 10), [])
    expect(rest).toMatchObject({ last: 11, lastPlaces: [] })
    expect(eventsOf(rest)).toEqual([])
  })
})
