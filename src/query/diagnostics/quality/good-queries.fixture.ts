// Queries that work as meant, in varied spelling: nothing in them is an error or a warning.

export const goodQueries: readonly string[] = [
  `fromAll().when({ $init: () => ({ count: 0 }), OrderPlaced(s) { s.count++ } })`,
  `fromCategory('order').foreachStream().when({
     $init: function () { return { total: 0, gone: false } },
     OrderPlaced: function (state, event) { state.total += event.data.total; return state },
     $deleted: function (state) { state.gone = true },
   }).outputState()`,
  `// Self revealing module, as in the examples of old.
   var counter = function () {
     var init = function () { return { count: 0 } }
     var increase = function (state) { state.count += 1 }
     return { init: init, increase: increase }
   }
   var it = counter()
   fromAll().when({ $init: it.init, OrderPlaced: it.increase })`,
  `fromAll().when({
     $any: (s, e) => {
       if (e.streamId.substring(0, 1) === '$') return
       linkTo('all', e)
     },
   })`,
  `options({ resultStreamName: 'totals', $includeLinks: false })
   fromStreams('order-1', 'order-2').when({
     OrderPlaced: (state, { data }) => ({ ...state, total: (state.total ?? 0) + data.total }),
   }).transformBy((s) => ({ total: s.total })).filterBy((r) => r.total > 3)`,
  `const pick = (event) => event.data && event.data.total
   fromAll().partitionBy(({ streamId }) => streamId.split('-')[0]).when({
     OrderPlaced: (state, event) => { state.largest = Math.max(state.largest || 0, pick(event)) },
   })`,
  `options({ biState: true })
   fromCategory('order').foreachStream().when({
     $init: () => ({ n: 0 }),
     $initShared: () => ({ all: 0 }),
     OrderPlaced([own, shared], e) { own.n++; shared.all++; return [own, shared] },
   })`,
  `fromStream('order-1').when({
     OrderPlaced: (state, event) => {
       const { total = 0, items = [] } = event.data
       const skus = items.map(({ sku }) => sku).filter((sku) => sku !== undefined)
       emit('skus-' + event.streamId, 'SkusKnown', { skus, total }, { $correlationId: event.metadata?.$correlationId })
     },
   })`,
  `on_event('OrderPlaced', function (s, e) { s.last = e.sequenceNumber; return s })
   fromCategory('order')`,
  `const bumped = (counts, key) => ({ ...counts, [key]: (counts[key] || 0) + 1 })
   fromAll().when({
     $init: () => ({ byType: {} }),
     $any: (state, event) => ({ byType: bumped(state.byType, event.eventType) }),
   })`,
  `fromCategory('cart').foreachStream().when({
     $init() { return { items: [] } },
     ItemAdded(cart, { data }) { cart.items.push(data.price); if (cart.items.length > 20) cart.items.shift() },
   })`,
  `fromAll().when({
     OrderPlaced(state, event) {
       try { state.meta = JSON.parse(event.metadataRaw) } catch (error) { state.meta = null }
     },
   })`,
  `fromStreams(['order-1', 'cart-1']).when({
     $init: () => [],
     OrderPlaced: (list, e) => list.slice(-9).concat(e.data.total),
     ItemAdded: (list, e) => list.slice(-9).concat(e.data.price),
   })`,
  `'use strict'
   class Basket {
     static price(event) { return event.data.price }
   }
   fromCategory('cart').when({ $init: () => ({ sum: 0 }), ItemAdded: (s, e) => { s.sum += Basket.price(e) } })`,
  `fromAll().when({
     $init: () => ({ day: '', n: 0 }),
     OrderPlaced(s, e) {
       const day = new Date(e.data.at || 0).toISOString().slice(0, 10)
       if (s.day !== day) { s.day = day; s.n = 0 }
       s.n += 1
     },
   })`,
  `const types = { OrderPlaced: +1, OrderShipped: -1 }
   fromCategory('order').when({
     $init: () => ({ open: 0 }),
     OrderPlaced: (s, { eventType }) => { s.open += types[eventType] },
     OrderShipped: (s, { eventType }) => { s.open += types[eventType] },
   })`,
  `fromAll().foreachStream().when({
     $init: function () { return { versions: 0 } },
     $created: function (s, e) { linkTo('streams', e) },
     OrderPlaced: function (s, e) { s.versions = Number(e.sequenceNumber) + 1 },
   })`,
  `fromCategory('order').when({
     OrderPlaced: function handle(s, e) {
       if (typeof e.data.discount === 'number') s.discounted = (s.discounted || 0) + 1
       log('Placed. Seen by the projection. ' + JSON.stringify(e.data))
       return s
     },
   })`,
  `fromStream('order-1').partitionBy(function (e) { return e.data.total > 3 ? 'large' : 'small' }).when({
     $init: () => ({ n: 0 }), $any: (s) => { s.n++ },
   }).outputState().transformBy(function (s) { return s.n }).outputTo('sizes', 'sizes-{0}')`,
  `const sum = (numbers) => numbers.reduce((one, other) => one + other, 0)
   let handlers = { $init: () => ({ prices: { last: [] } }) }
   handlers.ItemAdded = (s, e) => {
     s.prices.last.unshift(e.data.price)
     s.prices.last.length = Math.min(s.prices.last.length, 5)
     s.sum = sum(s.prices.last)
   }
   fromCategory('cart').when(handlers)`,
  `fromAll().when({
    $init: () => ({ items: {}, label: '0' }),
    OrderPlaced(s, e) {
      const entry = { total: e.data.total }
      entry.at = e.sequenceNumber
      s.items[e.streamId] = entry
      s.items[e.streamId].seen = true
      s.label = '0'
      s.label += '-' + e.streamId
    },
  })`,
  `this.helpers = { total: (event) => event.data.total }
  fromAll().when({ $init: () => ({ sum: 0 }), OrderPlaced: function (s, e) { s.sum += this.helpers.total(e) } })`,
  `fromAll().when({
    $init: () => ({ byCity: {} }),
    OrderShipped: (s, e) => {
      const { city } = e.data.address
      if (!s.byCity[city]) s.byCity[city] = { count: 0 }
      s.byCity[city].count++
    },
  })`,
  `const empty = { total: 0, items: [] }
   fromCategory('order').foreachStream().when({
     $init: () => ({ ...empty, items: [], last: -1, label: '', units: 0 }),
     OrderPlaced(s, e) {
       if (e.sequenceNumber <= s.last) return s
       s.last = e.sequenceNumber
       for (const index in e.data.items) s.units += e.data.items[index].amount
       e.data.items.map((item) => { s.total += item.price })
       s.label = s.units + e.data.status
       if (s.items.indexOf(e.data.status) === -1) s.items.push(e.data.status)
       s.items = s.items.slice(-5)
       return s
     },
   }).transformBy((s) => ({ ...s, items: s.items.slice().sort((a, b) => (a < b ? -1 : 1)) }))`,
  `fromAll().when({
     $init: () => ({ stock: {}, byType: {}, note: 'Write \${name} here.' }),
     OrderPlaced: (s, e) => {
       for (const { sku } of e.data.items) s.stock[sku] = (s.stock[sku] || 0) + 1
       s.byType[e.eventType] ??= 0
       s.byType[e.eventType]++
     },
     OrderShipped: (s, e) => { s.stock[e.data.address.city] -= 1 },
   })`,
  `fromAll().partitionBy((e) => e.streamId).when({
     $init: () => ({ numbers: {}, last: 0 }),
     OrderPlaced: (s, e) => {
       if (e.sequenceNumber > s.last) s.last = e.sequenceNumber
       switch (e.data.status) {
         case 'new':
           s.isNew = true
         // And so it counts.
         case 'old':
           s.numbers[e.data.status] = true
           break
         default:
           return s
       }
       let text = e.data.status
       text = text.trim()
       return { ...s, text }
     },
   })`,
  `const greeting = 'Dear \${name}'
   fromAll().when({ OrderPlaced: (s, e) => {
     const { status: name } = e.data
     s.letter = greeting.replace('\${name}', name)
   } })`,
  `fromAll().when({ OrderPlaced: (s, e) => {
     const name = e.data.status
     s.letter = 'Dear \${name}'.replace(/\\$\\{name\\}/g, name)
   } })`,
]
