import { describe, expect, test } from 'vitest'
import { orderOf } from './order.ts'
import type { Slot } from './partitions.ts'

/** The order of one read: small letters are partitions in memory, capitals are not, a dot is an event without a partition. */
function orderIn(partitions: string): string {
  const slots = new Map<string, Slot>()
  const slotOf = (name: string): Slot => {
    const slot = slots.get(name) ?? ({ name, read: name === name.toLowerCase() ? 0 : -1 } as Slot)
    slots.set(name, slot)
    return slot
  }
  const events = partitions.split('').map((name) => (name === '.' ? undefined : slotOf(name)))
  const order = orderOf([undefined, ...events], [1, events.length], events.length + 1)
  return order === undefined ? 'in order' : Array.from(order, (index) => index - 1).join('')
}

describe('the order of the events of one read (projection-language §8.8)', () => {
  test.each(['', 'aab', 'ABC', 'aabaCD', '.a.B.', 'a.a'])('%j is that of the source', (partitions) => {
    expect(orderIn(partitions)).toBe('in order')
  })

  test.each([
    ['Aa', '10'],
    ['AaBa', '1023'],
    ['AAB', '021'],
    ['ABA', '012'],
    ['AABB', '0213'],
    ['.Aa.A', '214'],
  ])('%j is %s', (partitions, order) => {
    expect(orderIn(partitions)).toBe(order)
  })
})
