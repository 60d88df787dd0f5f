import { expect, test } from 'vitest'
import { queryPaths, stoppableLine } from './query-paths.ts'

const query = `fromCategory('cart')
  .when({
    $init: () => ({ total: 0 }),
    ItemAdded(state, { data, streamId }) {
      const { price } = data
      state.total += price
      if (data.gift)
        state.gifts.push(data.sku)
      delete state.open
      return [1].map((n) => state.items[0].n + n)
    },
    Counted: (s, e) => {
      s.n++
    },
    Kept: (s, e) => e.data['order id'],
  })
  .transformBy((state) => state.total)`

test('paths of the state and the event, under the names that each handler gives them', () => {
  const shown = queryPaths(query).uses.map(
    ({ line, root, names, text, isChanged }) => `${line} ${root} ${names.map(String).join('/')} ${text}${isChanged ? ' changed' : ''}`,
  )
  expect(shown).toEqual([
    '6 state total state.total changed',
    '7 event data/gift data.gift',
    '8 state gifts state.gifts changed',
    '8 event data/sku data.sku',
    '9 state open state.open changed',
    '10 state items/0/n state.items[0].n',
    '13 state n s.n changed',
    "15 event data/order id e.data['order id']",
  ])
})

test('lines on which statements begin', () => {
  const paths = queryPaths(query)
  expect(paths.statements).toEqual([3, 5, 6, 7, 8, 9, 10, 13, 15, 17])
  expect([4, 11, 99].map((line) => stoppableLine(paths, line))).toEqual([5, 13, 17])
  expect(stoppableLine(queryPaths('fromAll()'), 1)).toBeUndefined()
})

const places = (query: string) => Object.fromEntries(queryPaths(query).handlers)

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
