import { expect, test } from 'vitest'
import { historyUnreadable } from './buffer.ts'
import { deliver, nextMessages } from './delivery.ts'
import { groupWith, idOfNumber, liveGroup, messages } from './group.fixture.ts'
import { measure } from './statistics.ts'

test('deliveries are counted since the last question', () => {
  const group = liveGroup(messages(0, 3))
  const taken = deliver(
    group,
    nextMessages(group, 3).map((message) => ({ message, id: idOfNumber(message.number) })),
    0,
  )
  const first = measure(taken, 400)
  expect(first.statistics).toMatchObject({ delivered: 3, deliveredSinceMeasurement: 3, averagePerSecond: 7, outstanding: 3, waiting: 1 })
  const second = measure(first.group, 900)
  expect(second.statistics).toMatchObject({ delivered: 3, deliveredSinceMeasurement: 0, averagePerSecond: 0 })
  expect(measure(taken, 0).statistics.averagePerSecond).toBe(0)
})

test.each([
  [liveGroup([]), 'Live'],
  [groupWith(), 'Behind'],
  [historyUnreadable(groupWith()), 'Behind, OutstandingPageRequest'],
])('status %#', (group, status) => {
  expect(measure(group, 0).statistics.status).toBe(status)
})
