import { expect, test } from 'vitest'
import { formatQuery, sameOffset } from './format-query.ts'

test('lays out a query that stands on one line', () => {
  const text = `fromCategory('cart').foreachStream().when({$init:()=>({total:0}),ItemAdded(state,event){state.total+=event.data.price;if(state.total>3)return {...state,big:true}},'Item Removed':(s,e)=>{s.n--}}).outputState()`
  expect(formatQuery(text)).toBe(`fromCategory('cart').foreachStream().when({
  $init: () => ({ total: 0 }),
  ItemAdded(state, event) {
    state.total += event.data.price;
    if (state.total > 3) return { ...state, big: true }
  },
  'Item Removed': (s, e) => { s.n-- }
}).outputState()`)
})

test('leaves a query that is laid out as it is', () => {
  const text = `// What is in each cart
fromCategory('cart')
  .foreachStream()
  .when({
    $init: () => ({ total: 0 }),

    ItemAdded: (state, event) => {
      // Prices are in cents.
      state.total += event.data?.price ?? 0
    },
  })
  .transformBy((state) => ({ total: state.total }))
`
  expect(formatQuery(text)).toBe(text)
})

test('keeps texts, patterns and comments', () => {
  const text = 'fromAll().when({\nA:(s)=>{\nconst t = `a   ${s.x}\n  b`\nreturn /a  b\\/c/g.test(t)?"x  y":\'z\' /* as\n   is */\n}})'
  const formatted = formatQuery(text)!
  for (const kept of ['`a   ${s.x}\n  b`', '/a  b\\/c/g', '"x  y"', "'z'"]) expect(formatted).toContain(kept)
  expect(formatQuery(formatted)).toBe(formatted)
})

test('does not touch a query with a syntax error', () => {
  expect(formatQuery('fromAll().when({ A: (s) => })')).toBeUndefined()
})

test('the caret stays behind the same character', () => {
  expect(sameOffset('a(b,c)', 4, 'a(b, c)')).toBe(4)
  expect(sameOffset('a(b,c)', 5, 'a(b, c)')).toBe(6)
  expect(sameOffset('a', 1, 'a\n')).toBe(1)
  expect(sameOffset('ab', 2, 'ab')).toBe(2)
})
