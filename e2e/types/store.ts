// Stores and scenarios as a TypeScript project uses them: some uses must type-check, and others must not.
// oxlint-disable typescript/no-unnecessary-type-parameters -- the types under test are compared exactly

import type { EventOf, NewEventOf, Scenario, Store } from '../../src/index.ts'
import { createStore, defineScenario } from '../../src/index.ts'
import type { TestPageStore, TestStore } from '../../src/playwright.ts'
import { createPageStoreFixture, createStoreFixture, expect } from '../../src/playwright.ts'
import { test as base } from '@playwright/test'
import alerts from '../../demo/scenarios/alerts.json' with { type: 'json' }
import categories from '../../demo/scenarios/categories.json' with { type: 'json' }
import counter from '../../demo/scenarios/counter.json' with { type: 'json' }
import deletion from '../../demo/scenarios/deletion.json' with { type: 'json' }
import inventory from '../../demo/scenarios/inventory.json' with { type: 'json' }
import linkIndex from '../../demo/scenarios/link-index.json' with { type: 'json' }
import cart from '../../demo/scenarios/shopping-cart.json' with { type: 'json' }
import transient from '../../demo/scenarios/transient.json' with { type: 'json' }
import versions from '../../demo/scenarios/versions.json' with { type: 'json' }

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function same<A, B>(equal: Equal<A, B>): void
declare function takesAny(store: Store): void

interface Order {
  readonly total: number
}
interface Events {
  OrderPlaced: Order
  OrderPaid: { by?: string }
  OrderCancelled: undefined
}

// ---- a store without types

const plain = createStore()
export const untold = async (): Promise<void> => {
  await plain.append('order-1', { type: 'anything', data: { at: 'all' } })
  await plain.append<Order>('order-1', [{ type: 'OrderPlaced', data: { total: 1 } }, { type: 'without data' }])
  // @ts-expect-error the named type has no such data
  await plain.append<Order>('order-1', { type: 'OrderPlaced', data: { sum: 1 } })
  const given: NewEventOf<Order> | readonly NewEventOf<Order>[] = []
  await plain.append('order-1', given)
  same<Awaited<ReturnType<typeof plain.read>>, EventOf[]>(true)
  const events = await plain.read<Order>('order-1')
  same<typeof events, EventOf<Order>[]>(true)
  const named = {} as ReturnType<typeof createStore>
  await named.append('order-1', { type: 'anything', data: 1 })
  takesAny(named)
}

// ---- a store with types of its events

const orders = createStore<Events>()
export const told = async (): Promise<void> => {
  await orders.append('order-1', { type: 'OrderPlaced', data: { total: 1 }, metadata: { by: 'ann' } })
  await orders.append(
    'order-1',
    [{ type: 'OrderPlaced', data: { total: 1 } }, { type: 'OrderPaid', data: {} }, { type: 'OrderCancelled' }],
    {
      expectedVersion: 'any',
    },
  )
  // @ts-expect-error data of another type
  await orders.append('order-1', { type: 'OrderPlaced', data: { total: '1' } })
  // @ts-expect-error data of another event
  await orders.append('order-1', [{ type: 'OrderPlaced', data: { by: 'ann' } }])
  // @ts-expect-error data is missing
  await orders.append('order-1', { type: 'OrderPlaced' })
  // @ts-expect-error unknown data
  await orders.append('order-1', { type: 'OrderPlaced', data: { total: 1, sum: 2 } })
  // @ts-expect-error no such event
  await orders.append('order-1', { type: 'OrderPlacd', data: { total: 1 } })
  for (const event of await orders.read('order-1', { limit: 10 })) {
    if (event.type === 'OrderPlaced') same<typeof event.data, Order>(true)
    // @ts-expect-error no such event
    if (event.type === 'OrderPlacd') throw new Error()
  }
  takesAny(orders)
  const again: Store<Events> = plain
  await again.reset()
}

// ---- fixtures

export const typed = base.extend<{ orders: TestStore<Events>; inPage: TestPageStore<Events> }>({
  orders: createStoreFixture<Events>({ scenario: cart }),
  inPage: createPageStoreFixture<Events>({ scenario: new URL('cart.json', import.meta.url) }),
})
export const look = async ({ orders: store }: { orders: TestStore<Events> }): Promise<void> => {
  await store.append('order-1', { type: 'OrderPlaced', data: { total: 1 } })
  // @ts-expect-error no such event
  await store.append('order-1', { type: 'OrderPlacd' })
  await expect(store).toHaveEvents('order-1', ['OrderPlaced'])
}

// ---- scenarios

export const imported = async (): Promise<void> => {
  for (const scenario of [alerts, categories, counter, deletion, inventory, linkIndex, cart, transient, versions])
    await plain.seed(scenario)
  await plain.seed(cart)
  // @ts-expect-error the queries are missing
  await plain.seed({ version: 1, projections: [{ name: 'a' }] })
  // @ts-expect-error no list
  await plain.seed({ version: 1, events: { stream: 'a', type: 'b' } })
}

export const defined = defineScenario({ version: 1, projections: [{ name: 'a', query: '', mode: 'one-time' }] })
same<typeof defined, Scenario>(true)
// @ts-expect-error no such mode
defineScenario({ version: 1, projections: [{ name: 'a', query: '', mode: 'oneTime' }] })
// @ts-expect-error no such member
defineScenario({ version: 1, event: [] })
// @ts-expect-error no such version
defineScenario({ version: 2 })
const kept = { version: 1, events: [{ stream: 'a', type: 'b' }] }
export const widened = (): Promise<unknown> => plain.seed(kept)
