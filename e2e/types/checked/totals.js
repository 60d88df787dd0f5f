// @ts-check
/// <reference types="rillbox/query-language" />
// A query in JavaScript: the handlers know the data of the application's events.

const withTotal = (state, total) => ({ ...state, total: state.total + total })

fromCategory('order')
  .foreachStream()
  .when({
    $init: () => ({ total: 0, skus: /** @type {string[]} */ ([]) }),
    OrderPlaced: (state, { data }) => {
      state.skus = data.items.map(({ sku }) => sku.toUpperCase())
      return withTotal(state, data.total)
    },
    'item-added': (state, event) => {
      emit('prices', 'PriceSeen', { price: event.data.price.toFixed(2) })
    },
    $deleted: (state) => {
      state.total = 0
    },
  })
