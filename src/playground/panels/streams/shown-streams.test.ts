import { expect, test } from 'vitest'
import type { ListedStream } from '../../../engine/observe/listed-streams.ts'
import { badgeOf, shownStreams } from './shown-streams.ts'

const stream = (name: string, deleted: ListedStream['deleted'] = 'no'): ListedStream => ({ name, events: 1, last: 0, deleted })
const streams = ['$ce-cart', 'cart-10', 'Cart-2', '$$cart-2', 'order-1', 'cart-1'].map((name) => stream(name))
const names = (text: string, system: boolean) => shownStreams(streams, { text, system }).map(({ name }) => name)

test('the user’s streams come first, in the order of their numbers; system streams on demand', () => {
  expect(names('', false)).toEqual(['cart-1', 'Cart-2', 'cart-10', 'order-1'])
  expect(names('', true).slice(0, 4)).toEqual(['cart-1', 'Cart-2', 'cart-10', 'order-1'])
  expect(names('', true).slice(4).toSorted()).toEqual(['$$cart-2', '$ce-cart'])
})

test('the filter looks for parts of names, in any case', () => {
  expect(names(' CART-1', false)).toEqual(['cart-1', 'cart-10'])
  expect(names('ce-', true)).toEqual(['$ce-cart'])
  expect(names('nothing', true)).toEqual([])
})

test('deleted streams are told apart', () => {
  expect([stream('a'), stream('a', 'soft'), stream('a', 'hard')].map(badgeOf)).toEqual([undefined, 'deleted', 'tombstone'])
})
