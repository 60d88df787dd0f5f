import { javascriptLanguage } from '@codemirror/lang-javascript'
import { describe, expect, it } from 'vitest'
import { FieldShapes } from '../../engine/queries/event-names.ts'
import { hintsIn } from './hints.ts'
import type { StoreNames } from '../model/store/store-names.ts'

const fields = new FieldShapes()
fields.note('ItemAdded', '{"price":5,"to":{"city":"Ulm"}}', '{"user":"kim"}')
const names: StoreNames = {
  types: new Set(['ItemAdded', 'CheckedOut', 'Item Removed']),
  streams: new Set(['cart-1', 'orders']),
  categories: new Set(['cart']),
  fields,
  isComplete: true,
}
const hints = (text: string, given = names) =>
  hintsIn(javascriptLanguage.parser.parse(text), text, given).map(({ from, to, message, instead }) => [
    text.slice(from, to),
    message,
    instead,
  ])

describe('a hint for', () => {
  it.each([
    ["fromStrem('orders').when({})", 'fromStrem', 'There is no function fromStrem. Did you mean fromStream?', 'fromStream'],
    ['fromAll().wen({ ItemAdded(s) {} })', 'wen', 'There is no wen() in the chain. Did you mean when?', 'when'],
    ['fromAll().when({ $ny: (s) => s })', '$ny', 'There is no special handler $ny. Did you mean $any?', '$any'],
    ["fromAll().when({ '$intit': () => ({}) })", '$intit', 'There is no special handler $intit. Did you mean $init?', '$init'],
    ['fromAll().when({ ItemAded: (s) => s })', 'ItemAded', 'There is no event of type ItemAded yet. Did you mean ItemAdded?', 'ItemAdded'],
    ["fromAll().when({ 'Item Removd': (s) => s })", 'Item Removd', expect.stringContaining('Item Removed?'), 'Item Removed'],
    ['fromAll().when({ Shipped: (s) => s })', 'Shipped', 'There is no event of type Shipped yet.', undefined],
    ["on_event('Shipped', (s) => s)", 'Shipped', 'There is no event of type Shipped yet.', undefined],
    ["fromStream('order')", 'order', 'There is no stream order yet. Did you mean orders?', 'orders'],
    ["fromCategory('crat')", 'crat', 'There is no stream in the category crat yet. Did you mean cart?', 'cart'],
    ['fromAll().when({ ItemAdded: (s, e) => { s.n = e.dta } })', 'dta', 'Events have no member dta. Did you mean data?', 'data'],
    ['fromAll().when({ ItemAdded: (s, e) => { s.n = e.data.prise } })', 'prise', expect.stringContaining('Did you mean price?'), 'price'],
    ['fromAll().when({ ItemAdded: (s, e) => { emti("a", "B", {}) } })', 'emti', expect.stringContaining('Did you mean emit?'), 'emit'],
  ])('%s', (text, word, message, instead) => expect(hints(text)).toEqual([[word, message, instead]]))
})

describe('no hint for', () => {
  it.each([
    ["fromCategory('cart').foreachStream().when({ $init: () => ({ n: 0 }), ItemAdded(s, e) { s.n += e.data.price } }).outputState()"],
    ['function fromStrem() {}\nfromStrem()'],
    ['fromAll().when({ ItemAdded: (s, e) => { s.total = e.data.somethingElse; s.map((x) => x).fliter(Boolean) } })'],
    ['fromAll().when({ $streamDeleted: (s) => s, $any: (s) => s })'],
    ["fromAll().when({ ItemAdded: (s, e) => { emit('new-stream', 'NewType', { a: 1 }) } })"],
    ["fromStream('brand-new')"],
    ["fromStream('$stats-127.0.0.1:2113')"],
    ['parseInt("5"); String(1); JSON.stringify({})'],
    ['fromAll().when({ ItemAdded: (s, e) => ({ pric: e.data.price }) })'],
    ['this is no query, fromStrem'],
  ])('%s', (text) => expect(hints(text)).toEqual([]))

  it('an event type while the store is empty, or not wholly read', () => {
    const text = 'fromAll().when({ Shipped: (s) => s })'
    expect(hints(text, { ...names, types: new Set() })).toEqual([])
    expect(hints(text, { ...names, isComplete: false })).toEqual([])
  })
})
