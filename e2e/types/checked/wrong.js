// @ts-check
/// <reference types="rillbox/query-language" />
// Mistakes that an editor shows: an error that is missing here is an error.

const withTotal = 'every file has names of its own'

fromCategory('order').when({
  $init: () => ({ total: 0, text: withTotal }),
  OrderPlaced: (state, event) => {
    // @ts-expect-error no field of the data
    state.total += event.data.totl
    // @ts-expect-error no member of events
    state.text = event.streamName
    // @ts-expect-error no console in a query
    console.log(state)
  },
  // @ts-expect-error no event of this type
  OrderPlacd: () => {},
})

// @ts-expect-error no such selector
fromStrem('order-1').when({})
