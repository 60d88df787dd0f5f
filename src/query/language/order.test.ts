import { describe, expect, test } from 'vitest'
import { makeSchedule } from './order.ts'
import type { Slot } from './partitions.ts'

/** Runs the schedule of one read: small letters are partitions in memory, capitals are not, a dot is an event without a partition. */
function orderOf(partitions: string): string {
  const slots = new Map<string, Slot>()
  const slotOf = (name: string): Slot => {
    const slot = slots.get(name) ?? ({ name, read: name === name.toLowerCase() ? 0 : -1 } as Slot)
    slots.set(name, slot)
    return slot
  }
  const events = partitions.split('').map((name) => (name === '.' ? undefined : slotOf(name)))
  const schedule = makeSchedule([undefined, ...events], 1, events.length)
  if (schedule === undefined) return 'in order'
  let order = ''
  while (schedule.finished() < events.length) {
    const position = schedule.next()
    order += position
    schedule.handled(position)
  }
  return order
}

describe('the order of the events of one read (projection-language §8.8)', () => {
  test.each(['', 'aab', 'ABC', 'aabaCD', '.a.B.', 'a.a'])('%j is that of the source', (partitions) => {
    expect(orderOf(partitions)).toBe('in order')
  })

  test.each([
    ['Aa', '10'],
    ['AaBa', '1023'],
    ['AAB', '021'],
    ['ABA', '012'],
    ['AABB', '0213'],
    ['.Aa.A', '214'],
  ])('%j is %s', (partitions, order) => {
    expect(orderOf(partitions)).toBe(order)
  })
})
