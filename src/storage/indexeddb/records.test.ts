import { describe, expect, it } from 'vitest'
import { eventsOfStream } from '../../base/events-of-stream.ts'
import { tombstoneNumber } from '../../base/events.ts'
import { numberedEvents } from '../event-per-stream.ts'
import { eventsOf, idsOf, recordWith, recordsOf, recordsOfEach, recordsOfOne } from './records.ts'
import { placeKey } from './place-key.ts'
import { maxEventsPerRecord } from './record-size.ts'
import { recordedEvent } from '../recorded-event.ts'
import { eachOf, idsFrom, numbered, run } from '../storage.fixture.ts'

const at = (events: readonly ReturnType<typeof numbered>[], first: number) =>
  events.map((event, index) => recordedEvent(event, first + index))

describe('recordsOf', () => {
  it('gives back the events it was made of', () => {
    const events = at(
      [
        ...run('a', 3, 2),
        numbered('b', tombstoneNumber, { type: '$streamDeleted', data: new Uint8Array([1]), isJson: false }),
        numbered('a', 5, { metadata: 'm', data: '' }),
      ],
      17,
    )
    const [record] = recordsOf(events)
    expect(eventsOf(record!)).toEqual(events)
    expect(record).toMatchObject({ last: 20, streamOf: [0, 0, 1, 0], positions: 17 })
  })

  it('keeps what all events have in common only once', () => {
    const [record] = recordsOf(
      at(
        run('a', 3, 4).map((event) => ({ ...event, created: 9 })),
        0,
      ),
    )
    expect(record).toMatchObject({ types: 'happened', streamOf: 0, metadata: '', isJson: true, created: 9, numbers: 3, positions: 0 })
  })

  it('gives texts back that are no whole characters, and none, next to each other', () => {
    const contents = ['\ud83d', '\ude00', '', 'ü', '\0', 'a']
    const events = at(
      contents.map((data, number) => numbered('a', number, { data, metadata: contents.at(-1 - number)! })),
      0,
    )
    const [record] = recordsOf(events)
    expect(eventsOf(record!)).toEqual(events)
    expect(record).toMatchObject({ data: { lengths: [1, 1, 0, 1, 1, 1] }, metadata: { lengths: [1, 1, 1, 0, 1, 1] } })
    expect(idsOf(record!)).toEqual(events.map(({ id }) => id))
  })

  it('lists each stream once, with its last number', () => {
    const [record] = recordsOf(at([...run('a', 3, 2), ...run('b', 0, 1), ...run('a', 5, 1)], 0))
    expect(record!.lastPlaces).toEqual([placeKey('a', 5), placeKey('b', 0)])
    const own = at([...run('a', 3, 1), ...run('b', 0, 1), ...run('c', 5, 1)], 0)
    expect(recordsOf(own)[0]).toMatchObject({ streamOf: 'own' })
    expect(eventsOf(recordsOf(own)[0]!)).toEqual(own)
  })

  it('cuts after a number of events', () => {
    const events = at(run('a', 0, maxEventsPerRecord * 2 + 1), 5)
    const records = recordsOf(events)
    expect(records.map((record) => record.count)).toEqual([maxEventsPerRecord, maxEventsPerRecord, 1])
    expect(records.map((record) => record.last)).toEqual([maxEventsPerRecord + 4, 2 * maxEventsPerRecord + 4, 2 * maxEventsPerRecord + 5])
    expect(records.flatMap(eventsOf)).toEqual(events)
  })

  it('cuts after much content, never within an event', () => {
    const huge = (number: number) => numbered('a', number, { data: 'x'.repeat(600_000) })
    const records = recordsOf(at([huge(0), huge(1), huge(2), ...run('a', 3, 2)], 0))
    expect(records.map((record) => record.count)).toEqual([2, 3])
  })

  it('gives every record a key that no other has', () => {
    const keys = [1, 2, 3].map(() => recordsOf(at(run('a', 0, 1), 0))[0]!.nonce)
    expect(new Set(keys).size).toBe(3)
  })
})

describe('recordsOfEach', () => {
  const each = eachOf(
    Array.from({ length: 2500 }, (_, index) => `s-${index}`),
    3,
  )
  const events = at(numberedEvents(each), 100)
  const records = recordsOfEach(each, 100)

  it('gives back the events it was made of', () => {
    expect(records.map(({ count }) => count)).toEqual([1024, 1024, 452])
    expect(records.flatMap(eventsOf)).toEqual(events)
    expect(records.flatMap(idsOf)).toEqual(events.map(({ id }) => id))
  })
})

describe('recordsOfOne', () => {
  const made = (count: number, text: string) => {
    const data = Array.from({ length: count }, (_, index) => text + (index % 10))
    const columns = { stream: 'a', firstNumber: 3, ids: idsFrom(1, count), types: 'T', data, metadata: data, isJson: true, created: 9 }
    const records = recordsOfOne(columns, 17)
    expect(records.flatMap(eventsOf)).toEqual(at(eventsOfStream(columns), 17))
    return records
  }

  it('gives back the events it was made of', () => {
    const records = made(2500, 'text')
    expect(records.at(-1)).toMatchObject({ last: 2516, lastPlaces: [placeKey('a', 2502)], streamOf: 0 })
  })

  it.each([
    ['usual size', 'text', [256, 256, 88]],
    ['very many characters', 'x'.repeat(250_000), [2, 2, 1]],
  ])('cuts events of %s', (_, text, expected) => {
    const count = expected.reduce((sum, events) => sum + events, 0)
    expect(made(count, text).map((record) => record.count)).toEqual(expected)
  })
})

describe('recordWith', () => {
  it('keeps the key and the places of what is left', () => {
    const [record] = recordsOf(at(run('a', 0, 4), 10))
    const events = eventsOf(record!)
    const rest = recordWith(record!, [events[0]!, events[2]!])
    expect(rest).toMatchObject({ last: 13, nonce: record!.nonce, lastPlaces: [placeKey('a', 2)], numbers: [0, 2], positions: [10, 12] })
    expect(eventsOf(rest)).toEqual([events[0], events[2]])
  })

  it('may keep nothing', () => {
    const [record] = recordsOf(at(run('a', 0, 2), 10))
    const rest = recordWith(record!, [])
    expect(rest).toMatchObject({ last: 11, lastPlaces: [], count: 0 })
    expect(eventsOf(rest)).toEqual([])
  })
})
