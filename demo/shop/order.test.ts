import { describe, expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import type { StoredEvent } from './event-store.ts'
import type { Basket } from './order.ts'
import { basketLines, cancelOrder, changeBasket, placeOrder, readOrders, total } from './order.ts'

const basket: Basket = changeBasket(changeBasket(changeBasket(new Map(), 'papers', 1), 'espresso', 1), 'espresso', 1)
const lines = basketLines(basket, catalogue)

const stored = (stream: string, events: readonly { type: string; data: unknown }[], from = 0): StoredEvent[] =>
  events.map(({ type, data }, index) => ({ stream, number: from + index, type, data, updated: '2024-01-01T00:00:00Z' }))

describe('a basket', () => {
  test('has lines in the order of the catalogue', () => {
    expect(lines.map(({ product, quantity }) => [product, quantity])).toEqual([
      ['espresso', 2],
      ['papers', 1],
    ])
    expect(total(lines)).toBe(2 * 1150 + 590)
  })

  test('loses a product with its last piece, and never holds less than nothing', () => {
    expect([...changeBasket(basket, 'papers', -1).keys()]).toEqual(['espresso'])
    expect(changeBasket(new Map(), 'papers', -1).size).toBe(0)
  })
})

describe('orders', () => {
  test('are read back from the events that place them, newest first', () => {
    const events = [...stored('order-1', placeOrder(lines, 7)), ...stored('order-2', placeOrder(lines.slice(1), 8))]
    expect(readOrders(events)).toEqual([
      { stream: 'order-2', version: 1, placed: 8, lines: lines.slice(1), cancelled: false },
      { stream: 'order-1', version: 2, placed: 7, lines, cancelled: false },
    ])
  })

  test('are cancelled by events that take every line back', () => {
    const placed = stored('order-1', placeOrder(lines, 7))
    const [order] = readOrders(placed)
    const taken = cancelOrder(order!)
    expect(taken.map(({ type }) => type)).toEqual(['ItemReturned', 'ItemReturned', 'OrderCancelled'])
    expect(readOrders([...placed, ...stored('order-1', taken, 3)])).toEqual([{ ...order, version: 5, cancelled: true }])
  })
})
