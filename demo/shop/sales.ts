// The sales projection over all orders, and the loop that follows its results.

import type { EventStore } from './event-store.ts'
import query from './sales.query.js?raw'

export { query }

export interface Sales {
  readonly orders: number
  readonly cancelled: number
  /** In cents. */
  readonly revenue: number
  readonly products: Readonly<Record<string, { readonly name: string; readonly quantity: number; readonly revenue: number }>>
}

const noSales: Sales = { orders: 0, cancelled: 0, revenue: 0, products: {} }

export const projectionName = 'shop-sales'
const results = `$projections-${projectionName}-result`

export const ensureSales = (store: EventStore): Promise<void> => store.ensureProjection(projectionName, query)

/**
 * Calls back with the current result and after every change, from this tab or another, until the signal aborts.
 *
 * @param onError called when a read fails; the next try follows after a second.
 */
export async function followSales(
  store: EventStore,
  signal: AbortSignal,
  onResult: (sales: Sales) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  const [last] = await store.readLast(results, 1)
  let next = last ? last.number + 1 : 0
  onResult(read(last?.data))
  while (!signal.aborted) {
    try {
      const [newest] = await store.readNext(results, next, 20)
      if (signal.aborted) return
      if (newest) next = newest.number + 1
      if (newest) onResult(read(newest.data))
    } catch (error) {
      onError(error)
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

const read = (data: unknown): Sales => (data as Sales | undefined) ?? noSales
