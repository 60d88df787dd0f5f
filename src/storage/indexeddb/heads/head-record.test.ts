import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HeadEntry } from './head-record.ts'
import { headCodec, headsOf, mostHeads, mostHeadsTogether } from './head-record.ts'
import { headOf } from '../../storage.fixture.ts'
import type { Postings } from '../log/postings.ts'
import { placesPerRow } from '../log/postings.ts'

const metadata = fc.constantFrom({}, { maxCount: 2n }, { maxCount: 3n }, { acl: { read: ['$all'] } })
const head = fc.record({ last: fc.integer({ min: -1, max: 5 }), tombstone: fc.boolean(), metadata })
const places: fc.Arbitrary<Postings | undefined> = fc
  .record({
    pairs: fc.array(fc.nat(300), { maxLength: placesPerRow }).map((numbers) => numbers.flatMap((number) => [number, number + 1000])),
    isSpilled: fc.boolean(),
  })
  .map((known) => (known.pairs.length > 0 || known.isSpilled ? known : undefined))
const name = fc.integer({ min: 0, max: 20 }).map((number) => `customer-${number}-checkpoint`)
const entries = fc
  .uniqueArray(fc.record({ name, head: fc.option(head, { nil: undefined }), places: fc.option(places, { nil: undefined }) }), {
    selector: (entry) => entry.name,
  })
  .map((all) =>
    all
      .map(({ name, head, places }): [string, HeadEntry] => [name, { head: head && { stream: name, ...head }, places }])
      .filter(([, { head, places }]) => head ?? places)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

it('keeps the known facts of streams, with and without a head', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom('z', undefined), (known, end) => {
      const record = structuredClone(headCodec.encode(known, end))
      expect(headCodec.endOf(record)).toBe(end)
      expect(new Map(headCodec.decode(record))).toEqual(new Map(known))
      expect(headsOf(record)).toEqual(known.flatMap(([, { head }]) => head ?? []))
    }),
  )
})

it('lets streams of records of many share their record with more', () => {
  const of = (count: number, placed: number) =>
    headCodec.mostPerPage(
      Array.from({ length: count }, (_, index) => {
        const stream = `s${index}`
        return [stream, { head: headOf(stream, 0), places: index < placed ? { pairs: [0, 9], isSpilled: false } : undefined }]
      }),
    )
  expect([of(100, 100), of(200, 100), of(200, 101)]).toEqual([mostHeads, mostHeads, mostHeadsTogether])
})
