// Queries as a TypeScript project writes them: some must type-check, and others must not.
// oxlint-disable typescript/no-explicit-any, typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- the types under test are compared exactly

import type { AnyEvent, ProjectionEvent } from '../../src/query-language.d.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function same<A, B>(equal: Equal<A, B>): void

interface Cart {
  total: number
  buyer?: string
}
type CartEvents = { ItemAdded: { price: number }; CheckedOut: { by: string } }

// ---- good

fromCategory<CartEvents>('cart')
  .foreachStream()
  .when({
    $init: (): Cart => ({ total: 0 }),
    ItemAdded: (state, event) => {
      same<typeof state, Cart>(true)
      same<typeof event, ProjectionEvent<{ price: number }, 'ItemAdded'>>(true)
      state.total += event.data.price
    },
    CheckedOut(state, event) {
      state.buyer = event.data.by
      return state
    },
    $created(state) {
      state.total = 1
    },
    $deleted: (state, event, partition) => {
      same<typeof event, null>(true)
      same<typeof partition, string>(true)
      state.total = 0
    },
  })
  .transformBy((state) => ({ cents: state.total * 100 }))
  .filterBy((result) => result.cents > 0)
  .outputTo('totals', 'totals-{0}')

fromAll().when({
  $init: () => ({ n: 0 }),
  $any: (state, event) => {
    same<typeof state, { n: number }>(true)
    state.n += 1
    if (event.eventType !== null) emit('out', 'Seen', { id: event.eventId }, { who: 'me' })
    if (event.streamId !== null) linkTo('index', event)
  },
})

fromStream('a').when({
  T: (state, event) => {
    same<typeof state, Record<string, any>>(true)
    state.last = event.data.anything
    log('seen', state)
  },
})

fromStream('a')
  .when({
    $init: () => ({ n: 0 }),
    $initShared: () => 'x',
    T: (state) => {
      same<typeof state, [own: { n: number }, shared: string]>(true)
    },
  })
  .filterBy(([own]) => own.n > 0)

fromAll<CartEvents>().when({
  $any: (_state, event) => {
    if (event.eventType === 'ItemAdded') same<typeof event.data, { price: number }>(true)
  },
})

fromStreams('a', 'b')
  .partitionBy((event) => event.data.k)
  .when({ $init: () => 0, T: (state) => state + 1 })
  .outputState()

fromAll<CartEvents>()
  .partitionBy((event: AnyEvent<CartEvents>) => (event.eventType === 'ItemAdded' ? event.data.price : event.data.by))
  .when({})

fromAll()
  .when({ $init: () => ({ n: 0 }) })
  .$defines_state_transform()
options({ resultStreamName: 'r', $includeLinks: true })
on_event('T', (state, event) => {
  state.n = event.sequenceNumber
})

// ---- bad

const stream = fromStream('a')
const several = fromCategory(['a', 'b'])
const handled = fromAll().when({})
const named = handled.outputTo('r')
const carts = fromCategory<CartEvents>('cart')

// @ts-expect-error streams have no foreachStream
stream.foreachStream()
// @ts-expect-error several categories are read as streams
several.foreachStream()
// @ts-expect-error only one `when`
handled.when({})
// @ts-expect-error outputTo ends the chain
named.outputState()
// @ts-expect-error a number is no stream
fromStream(1)
// @ts-expect-error the name is missing
fromStreams()
// @ts-expect-error no such option
options({ nothing: true })
// @ts-expect-error an option of the wrong type
options({ processingLag: '50' })
// @ts-expect-error bodies are objects
emit('s', 'T', 'text')
// @ts-expect-error an explicit undefined faults
emit('s', 'T', {}, undefined)
// @ts-expect-error always faults
linkStreamTo('a', 'b', {})
// @ts-expect-error a filter answers true or false
handled.filterBy(() => 'yes')
// @ts-expect-error a link needs an event
linkTo('s', { streamId: 'x' })
fromAll().when({
  $any: () => {},
  // @ts-expect-error not combinable with $any
  T: () => {},
})
carts.when({
  // @ts-expect-error the source has no such event
  Removed: () => {},
})
carts.when({
  // @ts-expect-error deletions are told only by stream
  $deleted: () => {},
})
carts.when({
  $init: (): Cart => ({ total: 0 }),
  ItemAdded: (state, event) => {
    // @ts-expect-error no member of the body
    state.total += event.data.prize
    // @ts-expect-error members of events are read-only
    event.streamId = 'other'
  },
})
carts.when({
  $init: (): Cart => ({ total: 0 }),
  // @ts-expect-error no state
  ItemAdded: () => 'text',
})
