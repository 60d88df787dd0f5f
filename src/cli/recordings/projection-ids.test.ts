import { expect, test } from 'vitest'
import { createProjectionIds } from './projection-ids.ts'

const stamp = (id: number, rest = '"$s":{"x":1}') => `{"$v":"${id}:-1:0:4",${rest}}`

test('ids of a server with a longer history are those of the same projections, one for one and in order', () => {
  const ids = createProjectionIds()
  expect(ids.areSame(stamp(13), stamp(6))).toBe(true)
  expect(ids.areSame('15:-1:0:4', '7:-1:0:4')).toBe(true)
  expect(ids.areSame(JSON.stringify({ metadata: stamp(13) }), JSON.stringify({ metadata: stamp(6) }))).toBe(true)
  // Another projection than before, one in another order, and two that were one.
  expect(ids.areSame(stamp(13), stamp(7))).toBe(false)
  expect(ids.areSame(stamp(14), stamp(8))).toBe(false)
  expect(ids.areSame(stamp(16), stamp(7))).toBe(false)
  expect(ids.areSame(stamp(16), stamp(8))).toBe(true)
})

test('reasons of faults name them, too', () => {
  const reason = (theirs: number, ours: number) =>
    `Multiple projections emitting to the same stream detected.  Stream: 'a'. Last event projection: '${theirs}'.  Emitting projection: '${ours}'`
  const ids = createProjectionIds()
  expect(ids.areSame(reason(20, 22), reason(6, 7))).toBe(true)
  expect(ids.areSame('stream managed by projection 22 has', 'stream managed by projection 7 has')).toBe(true)
  expect(ids.areSame('stream managed by projection 22 has', 'stream managed by projection 6 has')).toBe(false)
})

test('nothing else may differ, nor may ids of built-in projections, or larger ones than were recorded', () => {
  const ids = createProjectionIds()
  expect(ids.areSame(stamp(13), stamp(6, '"$s":{"x":2}'))).toBe(false)
  expect(ids.areSame('{"$v":"13:-1:0:4"}', '{"$v":"6:-1:1:4"}')).toBe(false)
  expect(ids.areSame(stamp(3), stamp(2))).toBe(false)
  expect(ids.areSame(stamp(6), stamp(4))).toBe(false)
  expect(ids.areSame(stamp(6), stamp(7))).toBe(false)
  expect(ids.areSame(13, 6)).toBe(false)
  expect(ids.areSame('13', '6')).toBe(false)
})
