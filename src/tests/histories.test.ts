// Histories of a declared machine, and the shortest one that breaks a projection.

import { assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { findBreakingHistory, histories } from '../histories.ts'
import { isHistory } from '../testing/machine.ts'

const orders = {
  streams: ['order-1', 'order-2'],
  start: 'none',
  events: {
    Placed: { from: 'none', to: 'placed', data: record({ total: integer({ min: 1, max: 100 }) }) },
    Noted: { from: ['placed', 'paid'] },
    Paid: { from: 'placed', to: 'paid' },
    Refunded: { from: 'paid', to: 'none' },
  },
}

test('histories are those that the machine allows, and reach all of its states', () => {
  const seen = new Set<string>()
  assert(
    property(histories(orders, { maxLength: 12 }), (events) => {
      for (const { type } of events) seen.add(type)
      return events.length <= 12 && isHistory(orders, events)
    }),
    { seed: 1 },
  )
  expect([...seen].toSorted()).toEqual(['Noted', 'Paid', 'Placed', 'Refunded'])
  expect(isHistory(orders, [{ stream: 'order-1', type: 'Paid' }])).toBe(false)
})

/** Forgets that an order can be placed again after a refund. */
const forgetful = `fromCategory('order').foreachStream().when({
  $init: () => ({ total: 0, refunds: 0 }),
  Placed: (state, event) => { state.total += event.data.total },
  Refunded: (state) => { state.refunds += 1; if (state.refunds > 1) throw 'refunded twice' },
})`

test('the shortest history that breaks a projection is found, whatever the seed', async () => {
  for (const historySeed of [1, 2, 3]) {
    const found = await findBreakingHistory(orders, forgetful, undefined, { numRuns: 300, historySeed })
    expect(found?.events.map(({ type }) => type)).toEqual(['Placed', 'Paid', 'Refunded', 'Placed', 'Paid', 'Refunded'])
    expect(new Set(found!.events.map(({ stream }) => stream)).size).toBe(1)
    expect(found!.run.fault?.message).toMatch(/refunded twice/)
  }
})

test('what has to hold may be said, and data shrink too', async () => {
  const holds = ({ partitions }: { partitions: Readonly<Record<string, unknown>> }) => {
    for (const state of Object.values(partitions) as { total: number }[]) if (state.total > 50) throw new Error(`too much: ${state.total}`)
  }
  const found = await findBreakingHistory(orders, forgetful, holds, { historySeed: 7 })
  expect(found).toMatchObject({ events: [{ type: 'Placed', data: { total: 51 } }], reason: 'too much: 51' })
})

test('a projection that holds is found to', async () => {
  expect(await findBreakingHistory(orders, 'fromAll().when({ $any: (state) => state })', undefined, { numRuns: 20 })).toBeUndefined()
  expect(() => histories({ ...orders, events: {} })).toThrow('A machine needs an event and a stream.')
})
