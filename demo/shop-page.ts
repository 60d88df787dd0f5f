// Connects the shop to its page: turns the customer's actions into requests, and the store's responses into views.

import { catalogue } from './shop/catalogue.ts'
import type { EventStore } from './shop/event-store.ts'
import { Refused, connect } from './shop/event-store.ts'
import type { Basket, Order } from './shop/order.ts'
import { basketLines, cancelOrder, changeBasket, placeOrder, readOrders } from './shop/order.ts'
import type { Sales } from './shop/sales.ts'
import { ensureSales, followSales, query } from './shop/sales.ts'
import type { Streams } from './shop/streams.ts'
import { byId } from './view/dom.ts'
import { salesView } from './view/sales.ts'
import { basketView, ordersView, productList } from './view/shop.ts'

export interface ShopOptions {
  readonly baseUrl: string
  /** Empties the store. */
  readonly clear: () => Promise<void>
  /** Calls back whenever the store holds another content than before, for example after a restore. */
  readonly whenReplaced: (listener: () => void) => void
  readonly streams: Streams
}

export async function openShop({ baseUrl, clear, whenReplaced, streams }: ShopOptions): Promise<void> {
  const store = connect({ baseUrl, login: 'admin', password: 'changeit' })

  showIntro()
  byId('query').textContent = query
  byId('products').replaceChildren(...productList(catalogue, (id) => setBasket(changeBasket(basket, id, 1))))

  let basket: Basket = new Map()
  let isOrdering = false
  const showBasket = (): void =>
    byId('basket').replaceChildren(
      basketView(basketLines(basket, catalogue), isOrdering, {
        onChange: (id, change) => setBasket(changeBasket(basket, id, change)),
        onOrder: () => void attempt(order),
      }),
    )
  const setBasket = (changed: Basket): void => {
    basket = changed
    showBasket()
  }

  const refresh = merged(async () => {
    const orderEvents = (await streams.has('$ce-order')) ? await store.readLast('$ce-order', 400) : []
    byId('orders').replaceChildren(
      ordersView(readOrders(orderEvents.toReversed()).slice(0, 12), (which) => void attempt(() => cancel(which))),
    )
  })

  const order = async (): Promise<void> => {
    isOrdering = true
    showBasket()
    try {
      const id = crypto.randomUUID().slice(0, 8)
      await store.append(`order-${id}`, placeOrder(basketLines(basket, catalogue), Date.now()), -1)
      basket = new Map()
    } finally {
      isOrdering = false
      showBasket()
    }
    await refresh()
  }

  const cancel = async (which: Order): Promise<void> => {
    await store.append(which.stream, cancelOrder(which), which.version)
    await refresh()
  }

  const follow = (signal: AbortSignal): void => {
    const whenChanged = (): void => void attempt(refresh)
    const onResult = (sales: Sales): void => {
      byId('sales').replaceChildren(salesView(sales))
      whenChanged()
    }
    void followSales(store, { signal, streams, onResult, onError: showProblem })
  }

  let following = new AbortController()
  /** What was read belongs to a content that is gone. */
  const startOver = async (): Promise<void> => {
    following.abort()
    following = new AbortController()
    await begin(store, follow, following.signal)
  }

  /** A read under way would ask for streams that are gone. */
  const reset = async (): Promise<void> => {
    following.abort()
    await refresh().catch(() => undefined)
    await clear().catch(async (error: unknown) => {
      await startOver()
      throw error
    })
  }

  byId('reset').addEventListener('click', () => void attempt(reset))
  whenReplaced(() => void attempt(startOver))
  showBasket()
  // A fault that a reader has switched on outlives a reload: the way back has to stay open.
  await attempt(() => begin(store, follow, following.signal))
  ;(byId('reset') as HTMLButtonElement).disabled = false
}

async function begin(store: EventStore, follow: (signal: AbortSignal) => void, signal: AbortSignal): Promise<void> {
  await ensureSales(store)
  follow(signal)
}

/** Runs the work one at a time: calls during a run share one more run. */
function merged(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return (last = work())
      })
    return next
  }
}

/** Shows a failure on the page until the next success. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    show(openStatus)
  } catch (error) {
    showProblem(error)
  }
}

function showProblem(error: unknown): void {
  if (error instanceof Refused && error.status === 400)
    show(byId('status').textContent, 'Another tab or client changed this order in the meantime. Check it again.')
  else show('The last request failed', `The request failed: ${String(error)}`)
}

let isOver = false

function show(status: string, problem = ''): void {
  // What fails without a store fails for want of it.
  if (isOver) return
  byId('status').textContent = status
  const notice = byId('notice')
  notice.textContent = problem
  notice.hidden = problem === ''
}

/** Says that there is no store, or no longer: nothing that happens later is shown in place of that. */
export function showEnd(status: string, error: unknown): void {
  show(status, error instanceof Error ? error.message : String(error))
  isOver = true
}

const openStatus = 'The store is open in this tab'

function showIntro(): void {
  const intro = byId('intro')
  const key = 'rillbox-demo:intro-seen'
  intro.hidden = localStorage.getItem(key) !== null
  byId('intro-close').addEventListener('click', () => {
    localStorage.setItem(key, 'yes')
    intro.hidden = true
  })
}
