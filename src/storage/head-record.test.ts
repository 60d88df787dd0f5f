import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StreamHead } from '../base/events.ts'
import { addEntry, headIn, noEntries, placesIn, splitBlock, withChanges, withEvents } from './head-block.ts'
import { headsOf, readBlock, recordOfBlock } from './head-record.ts'
import type { Places } from './stream-places.ts'
import { mostPlaces } from './stream-places.ts'

const metadata = fc.constantFrom({}, { maxCount: 2n }, { maxCount: 3n }, { acl: { read: ['$all'] } })
const head = fc.record({ last: fc.integer({ min: -1, max: 5 }), tombstone: fc.boolean(), metadata })
const places: fc.Arbitrary<Places> = fc.record({
  pairs: fc.array(fc.nat(300), { maxLength: mostPlaces }).map((numbers) => numbers.flatMap((number) => [number, number + 1000])),
  isSpilled: fc.boolean(),
})
/** Nothing at all is nothing to keep. */
const known = fc
  .record({ head: fc.option(head, { nil: undefined }), places: fc.option(places, { nil: undefined }) })
  .filter((entry) => entry.head !== undefined || (entry.places?.pairs.length ?? 0) > 0 || entry.places?.isSpilled === true)
const name = fc.integer({ min: 0, max: 20 }).map((number) => `customer-${number}-checkpoint`)
const streams = fc.dictionary(name, known, { noNullPrototype: true })
/** Of some nothing is left. */
const changes = fc.dictionary(name, fc.option(known, { nil: { head: undefined, places: undefined } }), { noNullPrototype: true })
type Streams = Record<string, { readonly head: Omit<StreamHead, 'stream'> | undefined; readonly places: Places | undefined }>

const headOf = (of: Streams, stream: string): StreamHead | undefined => of[stream]?.head && { stream, ...of[stream].head }
const placesOf = (of: Streams, stream: string): Places | undefined => {
  const given = of[stream]?.places
  return given && (given.pairs.length > 0 || given.isSpilled) ? given : undefined
}

function blockOf(of: Streams) {
  const entries = noEntries()
  for (const stream of Object.keys(of).sort()) addEntry(entries, stream, headOf(of, stream), of[stream]!.places)
  return { start: '', end: 'z', entries }
}

it('keeps what is known of streams, with and without a head', () => {
  fc.assert(
    fc.property(streams, (of) => {
      const record = structuredClone(recordOfBlock(blockOf(of)))
      const names = Object.keys(of).sort()
      expect(headsOf(record)).toEqual(names.map((stream) => headOf(of, stream)).filter((found) => found !== undefined))
      const block = readBlock('', record)
      expect(block.entries.streams).toEqual(names)
      expect(names.map((stream) => headIn(block, stream))).toEqual(names.map((stream) => headOf(of, stream)))
      expect(names.map((stream) => placesIn(block, stream))).toEqual(names.map((stream) => placesOf(of, stream)))
    }),
  )
})

it('changes some streams and leaves the others as they are, in any part', () => {
  fc.assert(
    fc.property(streams, changes, (before, after) => {
      const names = Object.keys(after).sort()
      const seen: unknown[] = []
      const block = readBlock('', structuredClone(recordOfBlock(blockOf(before))))
      const changed = withChanges(block, names, 0, names.length, {
        head: (index, there) => (seen.push(there), headOf(after, names[index]!)),
        places: (index, there) => (seen.push(there), placesOf(after, names[index]!)),
      })
      expect(seen).toEqual(names.flatMap((stream) => [headOf(before, stream), placesOf(before, stream)]))
      const expected = { ...before, ...after }
      const all = Object.keys(expected)
        .filter((stream) => expected[stream]!.head || placesOf(expected, stream))
        .sort()
      const parts = [changed, ...splitBlock(changed)]
      for (const part of [...parts, ...parts.map((whole) => readBlock(whole.start, recordOfBlock(whole)))]) {
        const inside = all.filter((stream) => part.start <= stream && stream < part.end!)
        expect(part.entries.streams).toEqual(inside)
        expect(inside.map((stream) => headIn(part, stream))).toEqual(inside.map((stream) => headOf(expected, stream)))
        expect(inside.map((stream) => placesIn(part, stream))).toEqual(inside.map((stream) => placesOf(expected, stream)))
      }
    }),
  )
})

it('gives many streams an event each, and those a row that have too many places', () => {
  fc.assert(
    fc.property(streams, streams, (before, written) => {
      const names = Object.keys(written).sort()
      const spilled: string[] = []
      const events = { numbers: names.map((_, index) => 100 + index), ends: names.map(() => 5000), metadata: { maxAge: 1n } }
      const backwards = names.map((_, index) => names.length - 1 - index)
      const given = { ...events, numbers: events.numbers.toReversed() }
      const changed = withEvents(blockOf(before), names, 0, names.length, given, backwards, (index, { pairs }) => {
        spilled.push(names[index]!)
        expect(pairs).toEqual(placesOf(before, names[index]!)?.pairs)
        return { pairs: [events.numbers[index]!, events.ends[index]!], isSpilled: true }
      })
      const isFull = (stream: string) => placesOf(before, stream)?.pairs.length === 2 * mostPlaces
      expect(spilled).toEqual(names.filter(isFull))
      expect(changed.entries.streams).toEqual([...new Set([...Object.keys(before), ...names])].sort())
      for (const stream of changed.entries.streams) {
        const [index, was] = [names.indexOf(stream), placesOf(before, stream)]
        const added = [100 + index, 5000]
        expect(headIn(changed, stream)).toEqual(
          index < 0
            ? headOf(before, stream)
            : { stream, last: 100 + index, tombstone: false, metadata: headOf(before, stream)?.metadata ?? { maxAge: 1n } },
        )
        expect(placesIn(changed, stream)).toEqual(
          index < 0
            ? was
            : isFull(stream)
              ? { pairs: added, isSpilled: true }
              : { pairs: [...(was?.pairs ?? []), ...added], isSpilled: was?.isSpilled ?? false },
        )
      }
    }),
  )
})
