import assert from 'node:assert/strict'
import { test } from 'vitest'
import { linkFacts } from './link-metadata.ts'

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
