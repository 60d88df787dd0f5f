// The sales projection over all orders, and the loop that follows its results.

import type { Streams } from './streams.ts'
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

export interface FollowOptions {
  readonly signal: AbortSignal
  readonly streams: Streams
  readonly onResult: (sales: Sales) => void
  /** Called when a read fails; the next try follows after a second. */
  readonly onError: (error: unknown) => void
}

/** Calls back with the current result and after every change, from this tab or another, until the signal aborts. */
export async function followSales(store: EventStore, { signal, streams, onResult, onError }: FollowOptions): Promise<void> {
  let next: number | undefined
  while (!signal.aborted) {
    try {
      if (next === undefined && !(await streams.has(results))) {
        onResult(noSales)
        await streams.until(results, signal)
      }
      const [newest] = next === undefined ? await store.readLast(results, 1) : await store.readNext(results, next, { seconds: 20, signal })
      if (signal.aborted) return
      next = newest ? newest.number + 1 : (next ?? 0)
      if (newest) onResult(read(newest.data))
    } catch (error) {
      if (signal.aborted) return
      onError(error)
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

const read = (data: unknown): Sales => (data as Sales | undefined) ?? noSales
