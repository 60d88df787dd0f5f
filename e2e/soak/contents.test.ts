import { expect, test } from 'vitest'
import type { Contents } from './contents.ts'
import { findFaults } from './contents.ts'

const events = [
  { id: 'a', number: 0, value: 3 },
  { id: 'b', number: 1, value: 4 },
]
const state = { n: 2, sum: 7, last: 1 }
const stream = { events, copiesOf: [0, 1], state }
const whole: Contents = { streams: { s: stream }, links: ['1@s', '0@s'], total: state }
const acknowledged = [{ stream: 's', first: 0, ids: ['a', 'b'] }]

test('finds nothing if all is well', () => {
  expect(findFaults(whole, acknowledged)).toEqual([])
  expect(findFaults({ streams: { s: { events: [], copiesOf: [], state: undefined } }, links: [], total: undefined }, [])).toEqual([])
})

test.each<[string, Partial<Contents['streams'][string]>, RegExp]>([
  ['a lost event', { events: events.slice(0, 1) }, /acknowledged, is gone/],
  ['an event at another place', { events: events.toReversed() }, /gap/],
  ['an event that is there twice', { events: [events[0]!, { ...events[1]!, id: 'a' }] }, /twice/],
  ['a lost emission', { copiesOf: [0] }, /copies 0 to 0/],
  ['a doubled emission', { copiesOf: [0, 1, 1] }, /copies 1 at place 2/],
  ['a state that counts an event twice', { state: { ...state, sum: 11 } }, /the state is/],
  ['no state', { state: undefined }, /the state is/],
])('finds %s', (_, change, fault) => {
  expect(findFaults({ ...whole, streams: { s: { ...stream, ...change } } }, acknowledged).join('\n')).toMatch(fault)
})

test('finds lost and doubled links, and a wrong total', () => {
  expect(findFaults({ ...whole, links: ['0@s'] }, acknowledged)).toEqual(['2 events have 1 links'])
  expect(findFaults({ ...whole, links: ['0@s', '1@s', '0@s'] }, acknowledged)).toEqual(['1 events are linked twice'])
  expect(findFaults({ ...whole, total: { ...state, n: 3 } }, acknowledged)).toHaveLength(1)
})
