// Converts a basket into events, and events back into orders.

import type { Product } from './catalogue.ts'
import type { NewEvent, StoredEvent } from './event-store.ts'

/** Quantity of each product, by its id. */
export type Basket = ReadonlyMap<string, number>

export interface Line {
  readonly product: string
  readonly name: string
  readonly quantity: number
  /** Unit price in cents. */
  readonly price: number
}

export interface Order {
  /** `order-` and an id. */
  readonly stream: string
  /** Number of its last event, to expect in the next write. */
  readonly version: number
  /** Milliseconds since 1970. */
  readonly placed: number
  readonly lines: readonly Line[]
  readonly cancelled: boolean
}

/** @param change quantity to add; negative to remove. */
export function changeBasket(basket: Basket, product: string, change: number): Basket {
  const quantity = Math.max(0, (basket.get(product) ?? 0) + change)
  const rest = [...basket].filter(([id]) => id !== product)
  return new Map(quantity ? [...rest, [product, quantity]] : rest)
}

export const basketLines = (basket: Basket, catalogue: readonly Product[]): Line[] =>
  catalogue.flatMap(({ id, name, price }) => {
    const quantity = basket.get(id)
    return quantity ? [{ product: id, name, quantity, price }] : []
  })

export const total = (lines: readonly Line[]): number => lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)

/** One batch: the store writes the order and its lines together or not at all. */
export const placeOrder = (lines: readonly Line[], now: number): NewEvent[] => [
  { type: 'OrderPlaced', data: { placed: now, total: total(lines) } },
  ...lines.map((line) => ({ type: 'ItemOrdered', data: line })),
]

export const cancelOrder = ({ lines }: Order): NewEvent[] => [
  ...lines.map((line) => ({ type: 'ItemReturned', data: line })),
  { type: 'OrderCancelled', data: { total: total(lines) } },
]

/** @param events of any orders, oldest first. @returns orders, newest first. */
export function readOrders(events: readonly StoredEvent[]): Order[] {
  const orders = new Map<string, Order>()
  for (const { stream, number, type, data } of events) {
    const order = { ...(orders.get(stream) ?? { stream, placed: 0, lines: [], cancelled: false }), version: number }
    if (type === 'OrderPlaced') orders.set(stream, { ...order, placed: (data as { placed: number }).placed })
    else if (type === 'ItemOrdered') orders.set(stream, { ...order, lines: [...order.lines, data as Line] })
    else if (type === 'OrderCancelled') orders.set(stream, { ...order, cancelled: true })
    else orders.set(stream, order)
  }
  return [...orders.values()].toReversed()
}
