// All storages give the same answers to any sequence of operations.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import type { NumberedEvent } from '../../base/events/events.ts'
import { useFakeIndexedDb } from '../indexeddb/fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../indexeddb/indexeddb.ts'
import { memoryStorage } from '../memory/memory.ts'
import { temporaryFolder } from '../sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../sqlite/sqlite.ts'
import { appendWithHeads, countedId, eachOf, everything, headOf, numbered, things } from '../storage.fixture.ts'
import type { Range, Storage, WriteTransaction } from '../storage.ts'

/** One call on a transaction; `next` numbers the events of a stream. */
type Step = (tx: WriteTransaction, next: (stream: string) => number) => unknown

interface Work {
  readonly steps: readonly Step[]
  readonly fails: boolean
}

/** So many that records of them are found in another way than those of few. */
const many = Array.from({ length: 10 }, (_, index) => `many-${index}`)
const streams = ['a', 'b', 'a\0', '$$a', many[3]!]
const keys = ['', 'k', 'k/1', 'k/2', 'k\uffff', 'l']
const stream = fc.constantFrom(...streams)
const key = fc.constantFrom(...keys)
const position = fc.oneof(fc.nat(40), fc.nat(900))
const span = fc.tuple(position, fc.nat(400)).map(([from, count]) => Array.from({ length: count }, (_, index) => from + index))
const limit = fc.constantFrom(0, 1, 2, 7, 1000)
const range: fc.Arbitrary<Range> = fc.record({
  from: fc.oneof(position, fc.constantFrom(-1, Number.MAX_SAFE_INTEGER)),
  direction: fc.constantFrom('forward', 'backward'),
  limit,
})
const newEvent = fc.record({ stream, id: fc.nat(40), bytes: fc.boolean() })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(newEvent, { maxLength: 9 }).map((events): Step => {
      const data = new Uint8Array([0xff])
      return (tx, next) =>
        tx.append(
          eventTable(
            events.map(({ stream, id, bytes }): NumberedEvent =>
              numbered(stream, next(stream), { id: countedId(id), ...(bytes && { data, isJson: false }) }),
            ),
          ),
        )
    }),
  },
  // One that fills several records.
  stream.map(
    (stream): Step =>
      (tx, next) =>
        tx.append(eventTable(Array.from({ length: 300 }, () => numbered(stream, next(stream), { id: countedId(7) })))),
  ),
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, 1, 1, 1, 20, 400).map(
      (rounds): Step =>
        (tx, next) =>
          tx.append(
            eventTable(
              Array.from({ length: rounds }, () =>
                ['b', ...many].map((stream) => numbered(stream, next(stream), { id: countedId(7) })),
              ).flat(),
            ),
          ),
    ),
  },
  // As many as have a record of their own; ids of some are those of others.
  fc.tuple(fc.constantFrom(0, 55, 90, 1100), fc.oneof(fc.nat(40), fc.constant(2 ** 28 - 20))).map(([others, id]): Step => (tx, next) => {
    const each = [...many, 'b', ...Array.from({ length: others }, (_, index) => `each-${index}`)]
    return appendWithHeads(tx, eachOf(each, each.map(next), countedId(id)))
  }),
  fc.tuple(stream, fc.nat(9)).map(
    ([stream, last]): Step =>
      (tx) =>
        tx.putHead(headOf(stream, last)),
  ),
  fc.tuple(key, fc.nat(9)).map(
    ([key, size]): Step =>
      (tx) =>
        tx.putRow(things, key, { size }),
  ),
  key.map(
    (key): Step =>
      (tx) =>
        tx.deleteRow(things, key),
  ),
  key.map(
    (prefix): Step =>
      (tx) =>
        tx.deleteRows(things, prefix),
  ),
  {
    weight: 2,
    arbitrary: fc.oneof(fc.array(position, { maxLength: 20 }), span).map(
      (positions): Step =>
        (tx) =>
          tx.dropEvents(positions),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(stream, range).map(
      ([stream, range]): Step =>
        (tx) =>
          tx.stream(stream, range),
    ),
  },
  {
    weight: 2,
    arbitrary: range.map(
      (range): Step =>
        (tx) =>
          tx.log(range),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.nat(45), { maxLength: 5 }).map(
      (ids): Step =>
        (tx) =>
          tx.firstWithId(ids.map(countedId)),
    ),
  },
  key.map(
    (prefix): Step =>
      (tx) =>
        tx.rows(things, prefix),
  ),
  fc.tuple(fc.option(stream, { nil: undefined }), limit).map(
    ([after, limit]): Step =>
      (tx) =>
        tx.heads(after, limit),
  ),
  fc.constant<Step>((tx) => tx.end()),
  fc.constant<Step>((tx) => tx.dropped()),
  fc.constant<Step>((tx) => tx.tables()),
)

const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
const clearing: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>((tx) => tx.clear()),
  // Puts back the log that is there.
  fc.constant<Step>(async (tx) => {
    const log = {
      end: await tx.end(),
      events: await tx.log({ from: 0, direction: 'forward', limit: 1_000_000 }),
      dropped: await tx.dropped(),
    }
    tx.clear()
    await tx.restore(log)
  }),
)
const work: fc.Arbitrary<Work> = fc.record({
  steps: fc.tuple(fc.array(step, { maxLength: 6 }), rarely, clearing).map(([steps, clears, clear]) => (clears ? [clear, ...steps] : steps)),
  fails: rarely,
})

/** Runs the works one after the other. @returns the answer of each step, and the content in the end. */
async function answers(storage: Storage, works: readonly Work[]): Promise<unknown> {
  const given: unknown[] = []
  const onPurpose = new Error('on purpose')
  // Never counted back: numbers only have to grow.
  const numbers = new Map<string, number>()
  const next = (stream: string) => {
    const number = numbers.get(stream) ?? 0
    numbers.set(stream, number + 1)
    return number
  }
  for (const { steps, fails } of works) {
    const written = storage.write(async (tx) => {
      for (const step of steps) given.push(await step(tx, next))
      if (fails) throw onPurpose
    })
    given.push(await written.catch((error: unknown) => error))
    given.push(await storage.read((tx) => tx.log({ from: 20, direction: 'backward', limit: 5 })))
  }
  return [given, await everything(storage), await storage.read((tx) => tx.firstWithId(Array.from({ length: 45 }, (_, n) => countedId(n))))]
}

const others: readonly { readonly place: string; readonly open: () => { storage: Storage; remove(): void } }[] = [
  {
    place: 'in IndexedDB',
    open: () => {
      useFakeIndexedDb()
      return { storage: indexedDbStorage({ name: 'same' }), remove: () => undefined }
    },
  },
  {
    place: 'on disk',
    open: () => {
      const folder = temporaryFolder()
      return { storage: sqliteStorage({ folder: folder.path }), remove: () => folder.remove() }
    },
  },
]

it.each(others)('gives the same answers in memory and $place', { timeout: 60_000 }, async ({ open }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (works) => {
      const { storage, remove } = open()
      try {
        expect(await answers(storage, works)).toEqual(await answers(memoryStorage(), works))
      } finally {
        await storage.close()
        remove()
      }
    }),
    { numRuns: 60 },
  )
})
