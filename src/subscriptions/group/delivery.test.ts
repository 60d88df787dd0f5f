import { describe, expect, test } from 'vitest'
import { acknowledge, deliver, expire, handBack, nextMessages, replay } from './delivery.ts'
import { idOfNumber, liveGroup, messages, numbersOf } from './group.fixture.ts'
import type { Group, Message } from './group.ts'

const idOf = ({ number, replayed }: Message): string => idOfNumber(replayed ? number + 1000 : number)

const take = (group: Group, count: number, now = 0): Group =>
  deliver(
    group,
    nextMessages(group, count).map((message) => ({ message, id: idOf(message) })),
    now,
  )

const parkedNumbers = (parked: readonly { message: Message }[]): number[] => parked.map(({ message }) => message.number)

describe('taking', () => {
  test('gives messages in stream order, each once', () => {
    const first = take(liveGroup(messages(0, 3)), 3)
    expect(numbersOf(first.outstanding)).toEqual([0, 1, 2])
    const second = take(first, 3)
    expect(numbersOf(second.outstanding)).toEqual([0, 1, 2, 3])
    expect(second.waiting).toEqual([])
    expect(second.counters.delivered).toBe(4)
  })

  test('gives every message its turn and the messages delivered before it', () => {
    const group = take(liveGroup(messages(5, 6)), 2)
    expect(group.outstanding.map(({ turn }) => turn)).toEqual([{ sequence: 0 }, { sequence: 1, previous: 5 }])
    expect(group.progress).toMatchObject({ nextSequence: 2, lastDelivered: 6 })
  })

  test('starts the time-out', () => {
    expect(take(liveGroup(messages(0, 0), { messageTimeout: 250 }), 1, 1_000).outstanding[0]!.due).toBe(1_250)
  })

  test('passes over events that a scavenge has removed', () => {
    const before = liveGroup(messages(0, 1))
    const group = deliver(before, [{ message: before.waiting[0]!, id: undefined }], 0)
    expect(group.outstanding).toEqual([])
    expect(numbersOf(group.waiting)).toEqual([1])
    expect(group.counters.delivered).toBe(0)
  })

  test('hands out but does not wait for a message whose id is outstanding already', () => {
    const [one, other] = messages(0, 1)
    const group = deliver(
      liveGroup(messages(0, 1)),
      [
        { message: one!, id: 'same' },
        { message: other!, id: 'same' },
      ],
      0,
    )
    expect(numbersOf(group.outstanding)).toEqual([0])
    expect(group.counters.delivered).toBe(2)
  })
})

describe('handing back', () => {
  const taken = take(liveGroup(messages(0, 3)), 4)
  const ids = [idOfNumber(2), idOfNumber(0)]

  test.each(['retry', 'unknown'] as const)('to %s delivers again, lowest position first, before new messages', (action) => {
    const { group, parked } = handBack(take(liveGroup(messages(0, 3)), 3), ids, action)
    expect(parked).toEqual([])
    expect(nextMessages(group, 9).map(({ number, retries }) => [number, retries])).toEqual([
      [0, 1],
      [2, 1],
      [3, 0],
    ])
    expect(numbersOf(group.outstanding)).toEqual([1])
  })

  test('to retry keeps the turn of the first delivery', () => {
    const again = take(handBack(taken, [idOfNumber(1)], 'retry').group, 1)
    expect(again.outstanding.find(({ number }) => number === 1)!.turn).toEqual({ sequence: 1, previous: 0 })
    expect(again.progress.nextSequence).toBe(4)
  })

  test.each(['skip', 'stop'] as const)('to %s is as good as acknowledging', (action) => {
    expect(handBack(taken, ids, action)).toEqual({ group: acknowledge(taken, ids), parked: [] })
  })

  test('to park gives the messages in the order of the ids', () => {
    const { group, parked } = handBack(taken, ids, 'park')
    expect(parkedNumbers(parked)).toEqual([2, 0])
    expect(parked[0]!.reason).toBe("Client explicitly NAK'ed message.\nNacked from HTTP")
    expect(numbersOf(group.outstanding)).toEqual([1, 3])
  })

  test('once too often parks', () => {
    let group = take(liveGroup(messages(0, 0), { maxRetries: 2 }), 1)
    for (const retries of [1, 2]) {
      group = take(handBack(group, [idOfNumber(0)], 'retry').group, 1)
      expect(group.outstanding[0]!.retries).toBe(retries)
    }
    const last = handBack(group, [idOfNumber(0)], 'retry')
    expect(last.parked).toMatchObject([{ reason: 'Reached retry count of 2' }])
    expect(last.group).toMatchObject({ outstanding: [], retries: [] })
  })

  test.each(['park', 'retry', 'skip', 'stop', 'unknown'] as const)('to %s ignores messages that are not outstanding', (action) => {
    const group = take(liveGroup(messages(0, 3)), 1)
    const settled = handBack(group, [idOfNumber(2), 'nobody'], action)
    expect(settled).toEqual({ group, parked: [] })
  })

  test('an id named twice is retried once', () => {
    const { group } = handBack(taken, [idOfNumber(1), idOfNumber(1)], 'retry')
    expect(numbersOf(group.retries)).toEqual([1])
  })

  test.each(['retry', 'unknown', 'park'] as const)('an id named twice is parked twice when %s parks it', (action) => {
    const last = take(liveGroup(messages(0, 0), { maxRetries: 0 }), 1)
    const { group, parked } = handBack(last, [idOfNumber(0), idOfNumber(0)], action)
    expect(parkedNumbers(parked)).toEqual([0, 0])
    expect(group).toMatchObject({ outstanding: [], retries: [] })
  })
})

describe('timing out', () => {
  test('takes back due messages, as a retry', () => {
    const group = take(take(liveGroup(messages(0, 3), { messageTimeout: 1_000 }), 2, 0), 1, 500)
    const { group: after } = expire(group, 1_000)
    expect(numbersOf(after.outstanding)).toEqual([2])
    expect(after.retries.map(({ number, retries }) => [number, retries])).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  test('parks messages retried often enough', () => {
    const { group, parked } = expire(take(liveGroup(messages(0, 1), { maxRetries: 0 }), 2), 60_000)
    expect(parkedNumbers(parked)).toEqual([0, 1])
    expect(group.retries).toEqual([])
  })
})

describe('replayed messages', () => {
  const parked: Message[] = [
    { number: 0, target: { stream: 's', number: 7 }, retries: 0, replayed: true },
    { number: 1, target: 'missing', retries: 0, replayed: true },
  ]

  test('come after other retries and before new messages, and have no turn', () => {
    const retrying = handBack(take(liveGroup(messages(5, 7)), 1), [idOfNumber(5)], 'retry').group
    const group = take(replay(retrying, parked), 4)
    expect(group.outstanding.map(({ number, replayed = false }) => [number, replayed])).toEqual([
      [5, false],
      [0, true],
      [1, true],
      [6, false],
    ])
    expect(group.outstanding[1]!.turn).toBeUndefined()
    expect(group.outstanding[3]!.turn).toEqual({ sequence: 1, previous: 5 })
  })

  test('that are retried go to the end, and later retries go before them only for a higher position that is no replayed one', () => {
    const group = take(replay(liveGroup(messages(5, 6)), parked), 4)
    const replayedFirst = handBack(group, [idOfNumber(1000), idOfNumber(6), idOfNumber(5)], 'retry').group
    expect(replayedFirst.retries.map(({ number, replayed = false }) => [number, replayed])).toEqual([
      [0, true],
      [5, false],
      [6, false],
    ])
  })
})
