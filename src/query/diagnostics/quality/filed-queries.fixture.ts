// Faulty queries as users of EventStoreDB and KurrentDB filed them, in our own words, each with the place where they asked.

import { factsOf } from '../../../base/release/releases.ts'
import type { FaultyQuery } from './faulty-query.fixture.ts'

const kurrent = 'https://github.com/kurrent-io'

export const filedQueries: readonly FaultyQuery[] = [
  {
    from: `${kurrent}/KurrentDB/issues/652`,
    codes: ['unknown-chain-method'],
    query: `fromCategory('vehicle')
      .foreachStream()
      .⟦whenAny⟧(function (s, ev) {
        linkTo('vehicles', ev)
      })`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/1067`,
    codes: ['feeds-itself'],
    query: `fromStreams(['$et-OrderPlaced', '$et-OrderShipped']).when({
      OrderPlaced: function (s, e) {
        emit(⟦'AllOrders'⟧, e.eventType, e.data)
      },
      OrderShipped: function (s, e) {},
    })`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/1892`,
    codes: ['nothing-returned'],
    query: `fromStream('commissions')
      .when({
        $init: function () { return { balance: 0, sent: 0, received: 0 } },
        'CommissionSent': function (state, event) { state.sent += event.data.amount },
        'CommissionReceived': function (state, event) { state.received += event.data.amount },
      })
      .transformBy(⟦function (state) {
        state.balance = state.received - state.sent
      }⟧)`,
  },
  {
    from: 'https://github.com/EventStore/EventStore/wiki/Projections',
    codes: ['unknown-member', 'member-of-data'],
    query: `fromAll().when({
      $any: function (s, e) {
        linkTo(e.⟦user⟧, e)
        return null
      },
    })`,
  },
  {
    from: 'http://docs.geteventstore.com/projections/4.0.0/user-defined-projections/',
    codes: ['unknown-name'],
    query: `options({ resultStreamName: "accounts_result", reorderEvents: false })
    fromStream('account-1')
      .when({
        $init: function (state, evnt) { return { count: 0 } },
        OrderPlaced: function (state, evnt) { ⟦s⟧.count += 1; },
      })`,
  },
  {
    from: 'https://eventstore.com/blog/projections-6-an-indexing-use-case',
    codes: ['syntax'],
    query: `fromAll().when({$any : function(s,e) { linkTo(e.metadata.user, e); }}⟦}⟧)`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/976`,
    codes: ['selector-after-handlers'],
    query: `fromCategory('order').⟦fromCategory⟧('cart').when({ $any: (s, e) => e.data })`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/976#issuecomment-231754821`,
    codes: ['stream-as-category'],
    query: `fromCategory(⟦'order-1'⟧).foreachStream().when({ $init: () => ({ n: 0 }), $any(s) { s.n++ } })`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/976`,
    codes: ['unknown-function'],
    query: `⟦fromRegEx⟧(/^order-/).when({ OrderPlaced: (s, e) => { s.last = e.data.total } })`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/1135`,
    codes: ['unknown-chain-method'],
    query: `fromStream('order-1')
      .⟦statePartitionedBy⟧(function (e) { return e.data.status })
      .when({ $any: function (s, e) { s.seen = true } })`,
  },
  {
    from: `${kurrent}/KurrentDB/pull/31`,
    codes: ['unknown-chain-method'],
    query: `fromAll().⟦paritionBy⟧(e => e.streamId).when({ OrderPlaced(s, e) { s.total = e.data.total } })`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/1238`,
    codes: ['unknown-member'],
    query: `fromCategory('order').when({
      $init: () => ({ first: null }),
      OrderPlaced(state, event) {
        if (!state.first) state.first = event.⟦timestamp⟧
      },
    })`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/3959`,
    codes: ['created-since-26'],
    options: { language: factsOf('23.10').language },
    query: `fromCategory('order').when({
      OrderPlaced: (state, { data, ⟦created⟧ }) => ({ total: data.total, at: created }),
    })`,
  },
  {
    from: 'https://github.com/prooph/event-store/issues/366',
    codes: ['emit-disabled'],
    options: { emitEnabled: false },
    query: `fromAll().when({
      OrderPlaced: function (s, e) {
        if (e.streamId.startsWith('$')) return s
        ⟦emit⟧('totals-' + e.streamId, 'TotalKnown', { total: e.data.total })
      }
    })`,
  },
  {
    from: 'https://github.com/EventStore/documentation/pull/234',
    codes: ['event-only'],
    query: `fromStream('order-1')
      .when({ $init: function () { return { n: 0 } }, OrderPlaced: function (s, e) { s.n++ } })
      .transformBy(function (state, ⟦event⟧) { return { n: state.n, last: event.sequenceNumber } })`,
  },
  {
    from: 'https://github.com/EventStore/documentation/issues/216',
    codes: ['event-only'],
    query: `fromCategory('order')
      .when({ $init: function () { return { n: 0 } }, $any: function (s, e) { s.n++ } })
      .filterBy(function (⟦e⟧) { return e.eventType === 'OrderPlaced' })`,
  },
  {
    from: 'https://discuss.eventstore.com/t/projection-documentation-and-examples/268',
    codes: ['unknown-function'],
    query: `fromAll().when({
      $init: function () { return { count: 0, sum: 0 } },
      OrderPlaced: function (s, e) { s.count += 1; s.sum += e.data.total; },
      ItemAdded: function (s, e) { ⟦Log⟧("avg " + s.sum / s.count); s.sum = 0; s.count = 0; }
    })`,
  },
  {
    from: `${kurrent}/KurrentDB/pull/4276`,
    codes: ['growing-state'],
    query: `fromAll().when({
      $init: () => ({ orders: [] }),
      OrderPlaced: (state, { data }) => {
        state.⟦orders⟧ = [...state.orders, data]
        return state
      },
    })`,
  },
  {
    from: `${kurrent}/KurrentDB/issues/86`,
    codes: ['syntax'],
    query: `fromStream('order-1').
      when({
        $init : function() { return { count : 0 } },
        $any: function(s,e) { s.count += 1; return s; }
      })⟦fromStream⟧('order-1').
      when({ $any: function(s,e) { return s; } })`,
  },
  {
    from: 'https://github.com/EventStore/EventStore/wiki/Projections#linkto',
    codes: ['unknown-function'],
    query: `fromStream('order-1').when({ $any: function (s, e) { ⟦link_to⟧('seen', e) } })`,
  },
]
