import { expect, test } from 'vitest'
import { handlerPlaces } from './handler-places.ts'

const places = (query: string) => Object.fromEntries(handlerPlaces(query))

test('members of when, in whatever way they are written', () => {
  const query = `fromCategory('cart')
  .partitionBy((event) => event.data.customer)
  .when({
    $init() {
      return { n: 0 }
    },
    ItemAdded: (state, event) => {
      state.n += 1
    },
    'order placed': function (state) { return state },
    "$any": (state) => state,
  })
  .transformBy((state) =>
    state.n)`
  expect(places(query)).toMatchObject({
    partitionBy: { first: 2, last: 2 },
    $init: { first: 4, last: 6 },
    ItemAdded: { first: 7, last: 9 },
    'order placed': { first: 10, last: 10 },
    $any: { first: 11, last: 11 },
    transformBy: { first: 13, last: 14 },
  })
})

test('an invalid query has no places, or only the readable ones', () => {
  expect(places('')).toEqual({})
  expect(places('fromAll().when({ $any: (s) => {')).toMatchObject({ $any: { first: 1, last: 1 } })
  expect(places('fromAll().when(handlers)')).toEqual({})
})
