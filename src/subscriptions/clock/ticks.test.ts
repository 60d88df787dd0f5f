import { describe, expect, test } from 'vitest'
import { hasDueTick, tickUntil } from './ticks.ts'
import type { GroupConfiguration } from '../group/configuration.ts'
import { acknowledge, deliver, nextMessages } from '../group/delivery.ts'
import { idOfNumber, liveGroup, messages, numbersOf } from '../group/group.fixture.ts'
import type { Group } from '../group/group.ts'

const taken = (count: number, now: number, configured: Partial<GroupConfiguration> = {}): Group => {
  const group = liveGroup(messages(0, 3), configured)
  return deliver(
    group,
    nextMessages(group, count).map((message) => ({ message, id: idOfNumber(message.number) })),
    now,
  )
}

describe('the clock', () => {
  test('notices a time-out at the first whole second after it', () => {
    const group = taken(2, 300, { messageTimeout: 1_000 })
    expect(hasDueTick(group, 1_999)).toBe(false)
    expect(numbersOf(tickUntil(group, 1_999).group.outstanding)).toEqual([0, 1])
    expect(hasDueTick(group, 2_000)).toBe(true)
    expect(numbersOf(tickUntil(group, 2_000).group.retries)).toEqual([0, 1])
  })

  test.each([0, -5])('takes a time-out of %i for the next tick', (messageTimeout) => {
    const group = taken(1, 300, { messageTimeout })
    expect(hasDueTick(group, 999)).toBe(false)
    expect(numbersOf(tickUntil(group, 1_000).group.retries)).toEqual([0])
  })

  test('goes through long sleeps at once, each tick with its own time', () => {
    const group = taken(2, 300, { messageTimeout: 1_000, maxRetries: 0, minCheckpointCount: 1 })
    const late = 40 * 24 * 3_600_000
    expect(tickUntil(group, late).writes).toMatchObject([
      { kind: 'park', at: 2_000, parking: { message: { number: 0 } } },
      { kind: 'park', at: 2_000, parking: { message: { number: 1 } } },
      { kind: 'checkpoint', at: 2_000, number: 1 },
    ])
    expect(tickUntil(group, late).group.ticked).toBe(late)
  })

  test('writes checkpoints by time', () => {
    const group = acknowledge(taken(3, 0, { minCheckpointCount: 2, messageTimeout: 60_000 }), [idOfNumber(0), idOfNumber(1)])
    const { group: after, writes } = tickUntil(group, 5_500)
    expect(writes).toEqual([{ kind: 'checkpoint', at: 1_000, number: 1 }])
    expect(tickUntil(after, 90_000).writes).toEqual([])
  })

  test('does nothing to a group at rest, and never goes back', () => {
    const group = liveGroup(messages(0, 3))
    expect(hasDueTick(group, 1e12)).toBe(false)
    expect(tickUntil(group, 7_100).group).toEqual({ ...group, ticked: 7_000 })
    expect(tickUntil({ ...group, ticked: 9_000 }, 7_100).group.ticked).toBe(9_000)
  })
})
