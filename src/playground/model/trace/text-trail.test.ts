import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextTrail } from './text-trail.ts'

test('every version reads back as added, whatever the others are', () => {
  const lanes = fc.constantFrom('a', 'b')
  const texts = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('', '{"n":1}', '{"n":12}', 'Größe 😀\ud800 '.repeat(4)))
  fc.assert(
    fc.property(fc.array(fc.tuple(lanes, texts), { maxLength: 120 }), (added) => {
      const trail = new TextTrail()
      const versions = added.map(([lane, text]) => trail.add(lane, text))
      trail.seal()
      expect(versions.map((version) => trail.read(version))).toEqual(added.map(([, text]) => text))
    }),
  )
})

test('also where lists lose items at the beginning and get others at the end', () => {
  const items = fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(items, fc.nat(5), fc.nat(5), (all, dropped, kept) => {
      const [before, after] = [all.slice(0, all.length - kept).join(), all.slice(dropped).join()]
      const trail = new TextTrail()
      const versions = [trail.add('a', before), trail.add('a', after)]
      expect(versions.map((version) => trail.read(version))).toEqual([before, after])
    }),
  )
  const trail = new TextTrail()
  const state = (n: number) => JSON.stringify(Array.from({ length: 100 }, (_, i) => ({ sku: `A-${n + i}`, price: (n + i) % 17 })))
  for (let n = 0; n < 256; n++) trail.add('a', state(n))
  expect(trail.size).toBeLessThan(state(0).length * 20)
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
