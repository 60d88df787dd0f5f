// Faulty queries of our own thinking, in as many spellings as people write: arrows, methods, helpers, aliases, patterns, objects of handlers.

import type { FaultyQuery } from './faulty-query.fixture.ts'

export const ownQueries: readonly FaultyQuery[] = [
  {
    codes: ['unknown-handler'],
    query: `// Counts. Everything. Really.
    const handlers = {
      $init() { return { n: 0 } },
      ⟦$ny⟧(state) { state.n += 1 }
    }
    fromAll().when(handlers)`,
  },
  {
    codes: ['unknown-handler'],
    query: `fromAll().when({ "⟦$Init⟧": function () { return { n: 0 } }, $any: (s) => { s.n = (s.n || 0) + 1 } })`,
  },
  {
    codes: ['unknown-type'],
    query: `fromCategory('order').foreachStream().when({
      ⟦'OrderShiped'⟧(s, e) { s.isShipped = true },
    })`,
  },
  {
    codes: ['unknown-stream'],
    query: `const sources = ['order-1', ⟦'ordr-2'⟧]
    fromStreams(sources).when({ $any: (s, e) => ({ last: e.streamId }) })`,
  },
  {
    codes: ['category-as-stream'],
    query: `fromStream(⟦"cart"⟧).when({ ItemAdded: (s, e) => ({ price: e.data.price }) })`,
  },
  {
    codes: ['unknown-name'],
    query: `const handleShipped = (state, event) => {
      const city = event.data.address.city
      state.cities[⟦ctiy⟧] = true
    }
    fromAll().when({ $init: () => ({ cities: {} }), OrderShipped: handleShipped })`,
  },
  {
    codes: ['unknown-member'],
    query: `function remember(state, ev) {
      state.revision = ev.⟦eventNumber⟧
      return state
    }
    fromStream('order-1').when({ $any: remember })`,
  },
  {
    codes: ['unknown-member'],
    query: `const nameOf = (evt) => evt.⟦type⟧.toLowerCase()
    fromStream('order-1').when({ $init: () => ({ names: {} }), $any(s, e) { s.names[nameOf(e)] = 1 } })`,
  },
  {
    codes: ['unknown-member'],
    query: `fromAll().when({ OrderPlaced(state, event) { const { ⟦streamName⟧, data } = event; state[streamName] = data.total } })`,
  },
  {
    codes: ['emit-disabled'],
    options: { emitEnabled: false },
    query: `const mark = (event) => ⟦linkTo⟧('marked', event)
    fromAll().when({ OrderPlaced: (_, event) => { mark(event) } })`,
  },
  {
    codes: ['state-not-returned'],
    query: `fromAll().when({
      $init: () => ({ count: 0, last: '' }),
      OrderPlaced(state, { streamId }) {
        ⟦state = { ...state, count: state.count + 1, last: streamId }⟧
      },
    })`,
  },
  {
    codes: ['state-becomes-value'],
    query: `fromAll().when({ $init: () => ({ count: 0 }), OrderPlaced: ({ count }) => ⟦count + 1⟧ })`,
  },
  {
    codes: ['state-becomes-value'],
    query: `const bump = (s) => { return ⟦++s.count⟧ }
    fromAll().when({ $init: () => ({ count: 0 }), OrderPlaced: bump })`,
  },
  {
    codes: ['state-becomes-value'],
    query: `fromAll().when({ $init: () => ({ names: [] }), OrderPlaced: (s, e) => ⟦s.names.push(e.streamId)⟧ })`,
  },
  {
    codes: ['object-needs-parentheses'],
    query: `const init = () => ⟦{ n: 0 }⟧
    fromAll().when({ $init: init, $any(s) { s.n++ } })`,
  },
  {
    codes: ['missing-init'],
    query: `const add = (state, amount) => { ⟦state.sum⟧ += amount }
    fromAll().when({ OrderPlaced: (state, e) => { add(state, e.data.total) } })`,
  },
  {
    codes: ['missing-init'],
    query: `fromStream('cart-1').when({
      ItemAdded(cart, { data: { price } }) {
        ⟦cart.prices⟧.push(price)
        if (cart.prices.length > 10) cart.prices.shift()
      },
    })`,
  },
  {
    codes: ['missing-init', 'missing-member'],
    query: `fromAll().when({
      $init: function () { return { byCity: {} } },
      OrderShipped: function (state, event) {
        var city = event.data.address.city;
        if (!state.byCity[city]) state.byCity[city] = 0;
        state.byCity[city] += 1;
        ⟦state.total⟧ = state.total + 1;
      }
    })`,
  },
  {
    codes: ['nothing-returned', 'object-needs-parentheses'],
    query: `fromAll().when({ $init: () => ({ n: 1 }), $any(s) { s.n++ } }).transformBy((s) => ⟦{ double: s.n * 2 }⟧)`,
  },
  {
    codes: ['nothing-returned'],
    query: `fromAll().partitionBy(⟦function (e) { if (e.data) { e.data.total } }⟧).when({ OrderPlaced: (s, e) => e.data })`,
  },
  {
    codes: ['already-parsed'],
    query: `fromAll().when({ OrderPlaced: (s, { data }) => { const order = ⟦JSON.parse(data)⟧; s.total = order.total } })`,
  },
  {
    codes: ['already-parsed'],
    query: `fromAll().when({ OrderPlaced: function (s, e) { var body = e.body; var o = ⟦JSON.parse(body)⟧; s.total = o.total } })`,
  },
  {
    codes: ['sign-for-operator'],
    query: `fromAll().when({ $init: () => ({ sum: 0 }), OrderPlaced(s, e) { s.sum ⟦=+⟧ e.data.total } })`,
  },
  {
    codes: ['sign-for-operator'],
    query: `fromAll().when({ $init: () => ({ left: 9 }), OrderPlaced(s, e) { s.left ⟦=-⟧ 1 } })`,
  },
  {
    codes: ['async-handler'],
    query: `const placed = async (s, e) => { s.total = await lookUp(e) }
    async function lookUp(e) { return e.data.total }
    fromAll().when({ ⟦OrderPlaced⟧: placed })`,
  },
  {
    codes: ['promise-in-handler'],
    query: `const later = (f) => ⟦Promise.resolve()⟧.then(f)
    fromAll().when({ $init: () => ({ n: 0 }), OrderPlaced(s) { later(() => { s.n++ }) } })`,
  },
  {
    codes: ['not-repeatable'],
    query: `const now = () => ⟦Date.now()⟧
    fromAll().when({ OrderPlaced(s, e) { s.seenAt = now() } })`,
  },
  {
    codes: ['not-repeatable'],
    query: `const { random } = Math
    fromAll().when({ OrderPlaced(s) { s.lot = ⟦random()⟧ } })`,
  },
  {
    codes: ['not-repeatable'],
    query: `fromAll().when({ OrderPlaced(s) { s.day = ⟦new Date()⟧.getDay() } })`,
  },
  {
    codes: ['foreign-global'],
    query: `fromAll().when({ OrderPlaced: (s, e) => { if (!e.data) { ⟦console⟧.warn('Nothing in it.'); return } s.total = e.data.total } })`,
  },
  {
    codes: ['foreign-global'],
    query: `const _ = ⟦require⟧('lodash')
    fromAll().when({ OrderPlaced: (s, e) => _.merge(s, e.data) })`,
  },
  {
    codes: ['foreign-global'],
    query: `fromAll().when({ OrderPlaced(s, e) { ⟦setTimeout⟧(() => emit('later', 'Later', {}), 1000) } })`,
  },
  {
    codes: ['feeds-itself'],
    query: `const own = 'order-1'
    fromStream(own).when({ $any: (s, e) => { linkTo(⟦own⟧, e) } })`,
  },
  {
    codes: ['feeds-itself'],
    query: `fromCategory('order').when({ OrderPlaced: (s, e) => { linkTo(⟦\`order-\${e.data.total}\`⟧, e) } })`,
  },
  {
    codes: ['feeds-itself'],
    query: `fromAll().when({ $any: (s, { streamId, ...rest }) => { linkTo(⟦streamId⟧, rest) } })`,
  },
  {
    codes: ['unbounded-partitions'],
    query: `fromAll().partitionBy(({ streamId, sequenceNumber }) => ⟦\`\${streamId}@\${sequenceNumber}\`⟧).when({ OrderPlaced: (s, e) => e.data })`,
  },
  {
    codes: ['unbounded-partitions'],
    query: `fromAll().partitionBy(function (e) { const id = e.eventId; return ⟦id⟧ }).when({ OrderPlaced: (s, e) => e.data })`,
  },
  {
    codes: ['growing-state'],
    query: `fromAll().when({ $init: () => ({ log: '' }), $any: (s, e) => { ⟦s.log⟧ += e.eventType + '\\n' } })`,
  },
  {
    codes: ['growing-state'],
    query: `fromAll().when({ $init: () => ({ byId: {} }), OrderPlaced: (s, { eventId, data }) => { ⟦s.byId⟧[eventId] = data } })`,
  },
  {
    codes: ['growing-state'],
    query: `fromAll().when({ $init: () => ({ seen: [] }), OrderPlaced(state, event) { return { ...state, ⟦seen⟧: state.seen.concat(event.data) } } })`,
  },
  {
    codes: ['misplaced-chain-method'],
    query: `fromStream('order-1').⟦foreachStream⟧().when({ OrderPlaced: (s, e) => e.data })`,
  },
  {
    codes: ['misplaced-chain-method', 'unknown-chain-method'],
    query: `fromAll().when({ OrderPlaced: (s, e) => e.data }).⟦foreachStream⟧()`,
  },
  {
    codes: ['unknown-option'],
    query: `const settings = { resultStream: 'totals' }
    options({ ⟦resultStream⟧: 'totals' })
    fromAll().when({ OrderPlaced: (s, e) => e.data }).outputState()`,
  },
  {
    codes: ['reorder-needs-streams'],
    query: `options({ ⟦reorderEvents⟧: true, processingLag: 500 })
    fromCategory('order').when({ OrderPlaced: (s, e) => e.data })`,
  },
  {
    codes: ['deleted-without-foreach'],
    query: `const whenGone = (state) => { state.isGone = true }
    const handlers = { OrderPlaced: (s, e) => e.data, ⟦$deleted⟧: whenGone }
    fromCategory('order').when(handlers)`,
  },
  {
    codes: ['any-beside-named'],
    query: `fromAll().when({
      OrderPlaced(s, e) { s.placed = e.data.total },
      ⟦$any⟧: function (s) { return s },
    })`,
  },
  {
    codes: ['unknown-field'],
    query: `fromAll().when({ OrderPlaced: (s, { data: { ⟦Total⟧ } }) => ({ total: Total }) })`,
  },
  {
    codes: ['unknown-field'],
    query: `fromAll().when({ OrderShipped(s, e) { const to = e.data.address; s.city = to.⟦City⟧ } })`,
  },
  {
    codes: ['unknown-field'],
    query: `fromCategory('order').when({ OrderPlaced(s, e) { s.totals = [e.data['⟦totl⟧']] } })`,
  },
  {
    codes: ['parameter-order'],
    query: `fromAll().when({ OrderPlaced(⟦event⟧, state) { state.total = event.data.total } })`,
  },
  {
    codes: ['handler-is-no-function'],
    query: `fromAll().when({ ⟦$init⟧: { n: 0 }, $any(s) { s.n = (s.n ?? 0) + 1 } })`,
  },
  {
    codes: ['large-state'],
    query: `const size = 9 * 1024 * 1024
    fromAll().when({ $init: () => ({ text: '' }), OrderPlaced(s) { s.text = ⟦'x'.repeat(size)⟧ } })`,
  },
  {
    codes: ['state-becomes-value'],
    query: `fromAll().when({ $init: () => ({ count: 0, sum: 0 }), OrderPlaced(s, e) { s.count += 1; s.sum += e.data.total; return ⟦s.sum⟧ } })`,
  },
  {
    codes: ['missing-init'],
    query: `fromAll().when({ OrderPlaced: ({ count, sum }, { data }) => ({ count: ⟦count⟧ + 1, sum: sum + data.total }) })`,
  },
  {
    codes: ['unknown-member'],
    query: `const handlers = {}
    handlers.OrderPlaced = (state, e) => { state.at = e.metadata.user + e.⟦createdEpoch⟧ }
    fromAll().when(handlers)`,
  },
  {
    codes: ['lost-in-state'],
    query: `fromAll().when({ $init() { const state = { users: ⟦new Set()⟧ }; return state }, OrderPlaced(s, e) { s.users.add(e.streamId) } })`,
  },
  {
    codes: ['state-outside'],
    query: `var total = 0
    fromAll().when({ OrderPlaced(s, e) { ⟦total⟧ += e.data.total; return { total: total } } })`,
  },
  {
    codes: ['selector-in-handler'],
    query: `fromCategory('cart').when({ ItemAdded(s, e) { ⟦fromStream⟧('order-1').when({ OrderPlaced: (t, f) => f.data }) } })`,
  },
  {
    codes: ['emit-arguments'],
    query: `fromAll().when({ OrderPlaced: (s, e) => { ⟦emit('totals', { total: e.data.total })⟧ } })`,
  },
  {
    codes: ['emit-arguments'],
    query: `fromAll().when({ OrderPlaced: (s, e) => { ⟦linkTo(e, 'orders')⟧ } })`,
  },
  {
    codes: ['assignment-in-condition'],
    query: `fromAll().when({ OrderPlaced(s, e) { while (⟦s.open = false⟧) { s.n = 1 } } })`,
  },
  {
    codes: ['selector-not-called'],
    query: `⟦fromAll⟧.foreachStream().when({ OrderPlaced: (s, e) => e.data })`,
  },
  {
    codes: ['unknown-handler'],
    query: `fromAll().when({ ⟦init⟧: () => ({ n: 0 }), OrderPlaced: (s, e) => { s.n = (s.n || 0) + 1 } })`,
  },
  {
    codes: ['object-needs-parentheses'],
    query: `fromAll().when({ $init: function () ⟦{ count: 0 }⟧, OrderPlaced: (s, e) => { s.count++ } })`,
  },
  {
    codes: ['state-becomes-value'],
    query: `fromAll().when({ $init: () => ({ n: 0 }), OrderPlaced: (s, e) => { s = s.n + 1; return ⟦s⟧ } })`,
  },
  {
    codes: ['state-becomes-value'],
    query: `fromAll().when({ $init: () => ({ n: 0 }), OrderPlaced(s, e) { s.n++; return ⟦true⟧ } })`,
  },
  {
    codes: ['state-is-pair'],
    query: `options({ biState: true })
    fromCategory('order').foreachStream().when({
      $init: () => ({ n: 0 }), $initShared: () => ({ n: 0 }), OrderPlaced: (s, e) => { ⟦s.n⟧++ },
    })`,
  },
  {
    codes: ['unknown-category'],
    query: `fromStream(⟦'$ce-ordr'⟧).when({ OrderPlaced: (s, e) => { s.x = 1 } })`,
  },
  {
    codes: ['unknown-type'],
    query: `const wanted = ['OrderPlaced', ⟦'OrderSiped'⟧]
    fromAll().when({ $any: (s, e) => { if (wanted.includes(e.eventType)) s.n = 1 } })`,
  },
  {
    codes: ['unknown-method'],
    query: `fromAll().when({ $any: (s, { streamId }) => { if (streamId.⟦startWith⟧('order')) s.n = 1 } })`,
  },
  {
    codes: ['unknown-method'],
    query: `fromAll().when({ OrderPlaced: (s, e) => { s.count = e.data.items.⟦lenght⟧ } })`,
  },
  {
    codes: ['state-outside'],
    query: `const cache = new Map()
    fromAll().when({ OrderPlaced: (s, e) => { ⟦cache⟧.set(e.streamId, e.data); s.known = cache.size } })`,
  },
  {
    codes: ['when-argument'],
    query: `fromStream('order-1').when(⟦function (s, e) { s.n = 1 }⟧)`,
  },
  {
    codes: ['when-argument'],
    query: `fromAll().when({ $init: () => ({ n: 0 }) }, ⟦{ OrderPlaced: (s, e) => { s.n++ } }⟧)`,
  },
  {
    codes: ['partition-not-text'],
    query: `fromAll().partitionBy(e => ⟦({ id: e.data.status })⟧).when({ OrderPlaced: (s, e) => e.data })`,
  },
  {
    codes: ['no-effect'],
    query: `fromAll().when({ $init: () => ({ count: 0 }), OrderPlaced: function (s, e) { ⟦s.count + 1⟧ } })`,
  },
  {
    codes: ['no-effect'],
    query: `fromAll().when({ OrderPlaced: function (s, e) { if (!s.count) { ⟦s.count == 0⟧ } s.count += 1 } })`,
  },
  {
    codes: ['option-without-effect'],
    query: `options({ ⟦resultStreamName⟧: 'totals' })
    fromAll().when({ OrderPlaced: (s, e) => { s.total = e.data.total } })`,
  },
  {
    codes: ['option-without-effect'],
    query: `fromAll().when({ OrderPlaced: (s, e) => { s.total = e.data.total } }).⟦outputTo⟧('totals')`,
  },
  {
    codes: ['option-without-effect'],
    query: `fromCategory('order').when({ OrderPlaced: (s, e) => { ⟦copyTo⟧('archive', e) } })`,
  },
  {
    codes: ['selector-argument'],
    query: `fromCategory('order').partitionBy(⟦'status'⟧).when({ OrderPlaced: (s, e) => e.data })`,
  },
  {
    codes: ['selector-argument'],
    query: `fromAll().when({ OrderPlaced: (s, e) => e.data }).transformBy(⟦{ total: 0 }⟧)`,
  },
  {
    codes: ['selector-argument'],
    query: `fromAll().when({ OrderPlaced: (s, e) => e.data }).outputState().outputTo(⟦7⟧)`,
  },
  {
    codes: ['filter-not-true'],
    query: `fromAll().when({ $init: () => ({ n: 0 }), OrderPlaced: (s, e) => { s.n += 1 } }).filterBy(s => ⟦s.n⟧)`,
  },
  {
    codes: ['filter-not-true'],
    query: `fromAll().when({ OrderPlaced: (s, e) => e.data }).filterBy(function (s) { return s.status && ⟦s.items.length⟧ })`,
  },
  {
    codes: ['syntax'],
    query: `fromAll().when({ OrderPlaced: (s, e) => { s.n = 1 }⟦⟧ `,
  },
  {
    codes: ['no-effect'],
    query: `fromStream('cart-1').when({
      $init: () => ({ items: [] }),
      ItemAdded: (s, e) => {
        ⟦({ ...s, items: [...s.items, e.data.price] })⟧
      },
    })`,
  },
  {
    codes: ['copy-not-returned'],
    query: `fromCategory('order').foreachStream().when({
      $init: () => ({ status: 'none', n: 0 }),
      OrderPlaced: (state, event) => ({ ...state, status: event.data.status }),
      OrderShipped: (state, event) => {
        const next = { ...state, n: state.n + 1 }
        ⟦next.city = event.data.address.city⟧
      },
    })`,
  },
  {
    codes: ['this-in-handler'],
    query: `fromStream('order-1').when({ $init: () => ({ n: 0 }), OrderPlaced: function (s, e) { ⟦this.n++⟧; return s } })`,
  },
  {
    codes: ['unknown-method'],
    query: `fromStream('order-1').when({ $init: () => ({ items: {} }), OrderPlaced: (s, e) => { s.items.⟦push⟧(e.data.total); return s } })`,
  },
  {
    codes: ['text-for-number'],
    query: `fromStream('order-1').when({ $init: () => ({ n: ⟦'0'⟧ }), OrderPlaced: (s, e) => { s.n += e.data.total; return s } })`,
  },
  {
    codes: ['missing-key'],
    query: `fromStream('order-1').when({
      $init: () => ({ byStatus: {} }),
      OrderPlaced: (s, e) => {
        ⟦s.byStatus[e.data.status]⟧.total += e.data.total
        return s
      },
    })`,
  },
  {
    codes: ['assignment-in-condition'],
    query: `fromStream('order-1').when({
      $init: () => ({ n: 0, open: true }),
      OrderPlaced: (s, e) => {
        for (const item of e.data.items) {
          if (item.sku === 'a' && (⟦s.open = true⟧)) s.n++
        }
        return s
      },
    })`,
  },
  {
    codes: ['writes-into-source'],
    query: `fromStream('order-1').when({ OrderPlaced: (s, e) => { emit(⟦'order-1'⟧, 'Copied', e.data) } })`,
  },
  {
    codes: ['unknown-function'],
    query: `const normalise = (name) => name.trim().toLowerCase()
    const keyFor = (event) => 'by-' + normalise(event.data.status)
    fromCategory('order').partitionBy(keyFor).when({
      $init: () => ({ count: 0, last: null }),
      OrderPlaced: (state, event) => {
        state.count++
        state.last = ⟦normalize⟧(event.data.status)
        return state
      },
    })`,
  },
  {
    codes: ['unknown-name'],
    query: `var rates = { eur: 1, usd: 1.1 }
    function convert(amount, currency) {
      return amount * rates[currency || 'eur']
    }
    fromCategory('order').foreachStream().when({
      $init: function () {
        return { placed: false, shipped: false, total: 0, history: [] }
      },
      OrderPlaced: function (state, event) {
        state.placed = true
        state.total = convert(event.data.total, event.data.status)
        state.history.push({ what: 'placed', at: event.sequenceNumber })
        return state
      },
      OrderShipped: function (state, event) {
        if (!state.placed) {
          return state
        }
        state.shipped = true
        state.history.push({ what: 'shipped', city: ⟦evnt⟧.data.address.city })
        return state
      },
    })`,
  },
]
