const { placeOrder, sales } = require('./orders.js')
const { store } = require('./store.js')

test('sales are added up', async () => {
  await store.project(
    'sales',
    `fromStream('orders').when({
      $init: () => ({ total: 0 }),
      OrderPlaced: (state, event) => ({ total: state.total + event.data.total }),
    })`,
  )
  expect(await placeOrder(12)).toBe(201)
  expect(await placeOrder(30)).toBe(201)
  expect(await store.read('orders')).toMatchObject([{ data: { total: 12 } }, { data: { total: 30 } }])
  await store.settled()
  expect(await sales()).toEqual({ total: 42 })
})
