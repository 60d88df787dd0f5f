import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { linkFacts, parseFacts } from './link-metadata.ts'

const metadataOf = (position: number, origin = 'orders'): string => `{"$v":"2:-1:1:4","$c":${position},"$p":${position},"$o":"${origin}"}`
const expected = { isReadable: true, hasLogPosition: true, origin: 'orders', marksDeletion: false }

test('reads the metadata of a link once, however many projections meet it', () => {
  const facts = linkFacts(metadataOf(1))
  assert.deepEqual(facts, expected)
  assert.equal(linkFacts(metadataOf(1)), facts)
  assert.deepEqual(linkFacts(metadataOf(1, 'others')), { ...expected, origin: 'others' })
})

test('keeps only those that were read last', () => {
  const facts = linkFacts(metadataOf(1))
  for (let position = 2; position < 10_000; position++) linkFacts(metadataOf(position))
  assert.notEqual(linkFacts(metadataOf(1)), facts)
  assert.deepEqual(linkFacts(metadataOf(1)), expected)
})

test('keeps no long metadata', () => {
  const long = metadataOf(1, 'x'.repeat(1000))
  assert.notEqual(linkFacts(long), linkFacts(long))
  assert.deepEqual(linkFacts(long), linkFacts(long))
})

test('knows metadata that are no position', () => {
  for (const text of ['[]', 'no JSON', '{"$v":[]}']) {
    for (let time = 0; time < 2; time++) assert.equal(linkFacts(text).isReadable, false)
  }
  assert.equal(linkFacts(null).isReadable, true)
})

test('says of printed metadata, and of what is nearly so, what the reader of JSON says', () => {
  const printed = fc
    .record({ position: fc.nat(), origin: fc.string({ unit: 'binary' }), cause: fc.option(fc.uuid()) })
    .map(({ position, origin, cause }) => {
      const causedBy = cause === null ? '' : `,"$causedBy":"${cause}"`
      return `{"$v":"2:-1:1:4","$c":${position},"$p":${position},"$o":${JSON.stringify(origin)}${causedBy}}`
    })
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat(3),
    text: fc.constantFrom('', '0', '-', '"', ',', '}', ':', '\\', '"$deleted":1,', ' '),
  })
  const changed = fc.tuple(printed, change).map(([text, { at, length, text: other }]) => {
    const place = at % text.length
    return text.slice(0, place) + other + text.slice(place + length)
  })
  fc.assert(
    fc.property(fc.oneof(printed, changed), (text) => assert.deepEqual(linkFacts(text), parseFacts(text))),
    { numRuns: 2000 },
  )
})
