import { describe, expect, test } from 'vitest'
import { markCheckpoint } from './checkpoint.ts'
import type { GroupConfiguration } from './configuration.ts'
import { acknowledge, deliver, handBack, nextMessages, replay } from './delivery.ts'
import { idOfNumber, liveGroup, messages } from './group.fixture.ts'
import type { Group } from './group.ts'

/** A group whose messages 0 to 9 are all outstanding. */
const busy = (configured: Partial<GroupConfiguration>): Group => {
  const group = liveGroup(messages(0, 9), configured)
  return deliver(
    group,
    nextMessages(group, 10).map((message) => ({ message, id: idOfNumber(message.number) })),
    0,
  )
}

const ids = (...numbers: number[]): string[] => numbers.map(idOfNumber)

describe('a checkpoint', () => {
  test('is written at once when enough messages are done', () => {
    const group = acknowledge(busy({ maxCheckpointCount: 2 }), ids(0, 1))
    const marked = markCheckpoint(group, 7, false)
    expect(marked.checkpoint).toBe(1)
    expect(marked.group.progress).toMatchObject({ checkpointed: 1, checkpoint: 1, checkpointTime: 7 })
    expect(markCheckpoint(marked.group, 8, false).checkpoint).toBeUndefined()
  })

  test('is written at a tick when fewer are done', () => {
    const group = acknowledge(busy({ minCheckpointCount: 2 }), ids(0, 1))
    expect(markCheckpoint(group, 0, false).checkpoint).toBeUndefined()
    expect(markCheckpoint(group, 0, true).checkpoint).toBe(1)
    expect(markCheckpoint(acknowledge(busy({ minCheckpointCount: 3 }), ids(0, 1)), 0, true).checkpoint).toBeUndefined()
  })

  test('is held back by the first message that is not done, outstanding or waiting for a retry', () => {
    const group = acknowledge(busy({ minCheckpointCount: 1 }), ids(0, 2, 3))
    expect(markCheckpoint(group, 0, true).checkpoint).toBe(0)
    const retrying = handBack(group, ids(1), 'retry').group
    expect(markCheckpoint(retrying, 0, true).checkpoint).toBe(0)
    expect(markCheckpoint(handBack(group, ids(1), 'park').group, 0, true).checkpoint).toBe(3)
  })

  test('is never written while the very first message is not done', () => {
    expect(markCheckpoint(acknowledge(busy({ minCheckpointCount: 1 }), ids(1, 2, 3)), 0, true).checkpoint).toBeUndefined()
    expect(markCheckpoint(liveGroup(messages(0, 3), { minCheckpointCount: 1 }), 0, true).checkpoint).toBeUndefined()
  })

  test('by time waits for the time between two of them', () => {
    const first = markCheckpoint(acknowledge(busy({ minCheckpointCount: 1, checkpointAfter: 5_000 }), ids(0)), 1_000, true)
    expect(first.checkpoint).toBe(0)
    const more = acknowledge(first.group, ids(1))
    expect(markCheckpoint(more, 5_999, true).checkpoint).toBeUndefined()
    expect(markCheckpoint(more, 6_000, true).checkpoint).toBe(1)
  })

  test('is never written by time where that is switched off', () => {
    const group = acknowledge(busy({ minCheckpointCount: 1, checkpointAfter: 0 }), ids(0, 1))
    expect(markCheckpoint(group, 1e12, true).checkpoint).toBeUndefined()
    expect(markCheckpoint(acknowledge(busy({ maxCheckpointCount: 2, checkpointAfter: 0 }), ids(0, 1)), 0, false).checkpoint).toBe(1)
  })

  test.each([0, -3])('says nothing twice where the least count is %i', (count) => {
    const group = acknowledge(busy({ minCheckpointCount: count, maxCheckpointCount: count, checkpointAfter: 1 }), ids(0))
    const marked = markCheckpoint(group, 0, false)
    expect(marked.checkpoint).toBe(0)
    expect(markCheckpoint(marked.group, 1e9, true).checkpoint).toBeUndefined()
  })

  test('is not held back by replayed messages', () => {
    const settled = acknowledge(busy({ minCheckpointCount: 1 }), ids(0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
    const group = replay(settled, [{ number: 0, retries: 0, replayed: true }])
    expect(markCheckpoint(group, 0, true).checkpoint).toBe(9)
  })
})
