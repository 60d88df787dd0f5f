import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextTrail } from './text-trail.ts'

test('every version is read as it was added, whatever the others are', () => {
  const lanes = fc.constantFrom('a', 'b')
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('', '{"n":1}', '{"n":12}', '{"m":12}'))
  fc.assert(
    fc.property(fc.array(fc.tuple(lanes, texts), { maxLength: 120 }), (added) => {
      const trail = new TextTrail()
      const versions = added.map(([lane, text]) => trail.add(lane, text))
      trail.seal()
      expect(versions.map((version) => trail.read(version))).toEqual(added.map(([, text]) => text))
    }),
  )
})

test('a text that has not changed is no new version', () => {
  const trail = new TextTrail()
  const first = trail.add('a', 'same')
  expect(trail.add('a', 'same')).toBe(first)
  expect(trail.add('b', 'same')).not.toBe(first)
})

test('versions that are alike take little space', () => {
  const trail = new TextTrail()
  const state = (n: number) => JSON.stringify({ list: Array.from({ length: 500 }, (_, i) => ({ i, text: 'item' })), n })
  for (let n = 0; n < 256; n++) trail.add('a', state(n))
  expect(trail.size).toBeLessThan(state(0).length * 10)
})
