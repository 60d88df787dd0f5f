import { expect, test } from 'rillbox/playwright'

interface Order {
  readonly total: number
}

test('takes an order', async ({ page, store }) => {
  await page.goto('/')
  await page.getByLabel('Total').fill('12')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you.')
  await expect(page.getByRole('listitem')).toHaveText(['Order over 12'])
  await expect(store).toHaveEvents('orders', [{ type: 'OrderPlaced', data: { total: 12 } }], { exact: true })
})

test('says so when it is offline, and sends nothing twice', async ({ page, store }) => {
  await page.goto('/')
  store.faults.add({ kind: 'dropped', method: 'POST', times: 1 })
  await page.getByLabel('Total').fill('12')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('status')).toHaveText('You are offline.')
  await expect(store).toHaveReceived({ method: 'POST', path: '/streams/orders', times: 1 })
  await expect(store).not.toHaveStream('orders')
})

test.describe('with orders of yesterday', () => {
  test.use({
    store: {
      scenario: {
        version: 1,
        events: [
          { stream: 'orders', type: 'OrderPlaced', data: { total: 1 } },
          { stream: 'orders', type: 'OrderPlaced', data: { total: 2 } },
        ],
        projections: [
          {
            name: 'sales',
            query: "fromStream('orders').when({ $init: () => ({ sum: 0 }), OrderPlaced: (s, e) => ({ sum: s.sum + e.data.total }) })",
          },
        ],
      },
    },
  })

  test('shows them, and counts a new one', async ({ page, store }) => {
    await page.goto('/')
    await expect(page.getByRole('listitem')).toHaveText(['Order over 1', 'Order over 2'])
    await store.append<Order>('orders', { type: 'OrderPlaced', data: { total: 3 } })
    await page.reload()
    await expect(page.getByRole('listitem')).toHaveCount(3)
    await expect(store).toHaveProjectionState('sales', { sum: 6 })
    const [first] = await store.read<Order>('orders')
    expect(first?.data.total).toBe(1)
  })
})
