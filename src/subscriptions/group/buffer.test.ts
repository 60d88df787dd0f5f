import { describe, expect, test } from 'vitest'
import { addHistory, addLive, batchSize, hasRoom, historyUnreadable, liveBatchSize, skipForgotten, skipBeforeStart } from './buffer.ts'
import { groupWith, liveGroup, messages, numbersOf } from './group.fixture.ts'
import type { Group } from './group.ts'

const page = (first: number, last: number, isEnd = false) => ({ messages: messages(first, last), next: last + 1, isEnd })
const endless = (group: Group, size: number): Group => {
  let next = group
  while (!next.reading.live && hasRoom(next)) next = addHistory(next, page(next.reading.next, next.reading.next + size - 1))
  return next
}

describe('history', () => {
  test.each([
    { bufferSize: 500, readBatchSize: 20, waiting: 480 },
    { bufferSize: 10, readBatchSize: 3, waiting: 9 },
    { bufferSize: 5, readBatchSize: 1, waiting: 4 },
  ])('of a long stream fills a buffer of $bufferSize in batches of $readBatchSize with $waiting messages', (sizes) => {
    const group = endless(groupWith(sizes), sizes.readBatchSize)
    expect(group.waiting).toHaveLength(sizes.waiting)
    expect(group.reading).toMatchObject({ live: false, pending: false, next: sizes.waiting })
  })

  test('is never read in batches of more than a hundred', () => {
    expect(batchSize(groupWith({ readBatchSize: 499 }))).toBe(100)
    expect(batchSize(groupWith({ readBatchSize: 15 }))).toBe(15)
  })

  test('that reaches the end makes the group live', () => {
    const group = addHistory(groupWith(), page(0, 3, true))
    expect(numbersOf(group.waiting)).toEqual([0, 1, 2, 3])
    expect(group.reading.live).toBe(true)
    expect(group.counters.lastKnown).toBe(3)
  })

  test('that holds nothing makes the group live and nothing known', () => {
    const group = addHistory(groupWith(), { messages: [], next: 0, isEnd: true })
    expect(group.reading.live).toBe(true)
    expect(group.counters.lastKnown).toBeUndefined()
  })

  test('leaves out events that the checkpoint covers', () => {
    const group = groupWith()
    const afterCheckpoint = { ...group, reading: { ...group.reading, after: 1 } }
    const read = addHistory(afterCheckpoint, page(1, 3, true))
    expect(numbersOf(read.waiting)).toEqual([2, 3])
    expect(addHistory(afterCheckpoint, page(1, 1, true)).counters.lastKnown).toBeUndefined()
  })

  test('makes room only as the buffer empties, waiting retries included', () => {
    const group = { ...groupWith({ bufferSize: 10, readBatchSize: 3 }), waiting: messages(0, 3) }
    expect(hasRoom(group)).toBe(true)
    expect(hasRoom({ ...group, retries: messages(4, 6) })).toBe(false)
  })

  test('of a stream that is deleted for good leaves the page asked for', () => {
    expect(historyUnreadable(groupWith()).reading).toMatchObject({ live: false, pending: true })
  })
})

describe('live events', () => {
  test('enter the buffer directly', () => {
    const group = addLive(liveGroup([]), messages(0, 2), 3)
    expect(numbersOf(group.waiting)).toEqual([0, 1, 2])
    expect(group.reading).toMatchObject({ live: true, unseen: 3, remembered: 3, missed: [] })
    expect(group.counters.lastKnown).toBe(2)
  })

  test('beyond the buffer turn the group to history', () => {
    const group = addLive(liveGroup(messages(0, 3), { bufferSize: 5, readBatchSize: 1 }), messages(4, 7), 8)
    expect(numbersOf(group.waiting)).toEqual([0, 1, 2, 3, 4])
    expect(numbersOf(group.reading.missed)).toEqual([5, 6, 7])
    expect(group.reading).toMatchObject({ live: false, next: 5, remembered: 4 })
  })

  test('that were missed follow as soon as history meets any remembered one', () => {
    const full = addLive(liveGroup(messages(0, 4), { bufferSize: 5, readBatchSize: 1 }), messages(5, 7), 8)
    const read = addHistory({ ...full, waiting: [] }, page(5, 5))
    expect(numbersOf(read.waiting)).toEqual([5, 6, 7])
    expect(read.reading).toMatchObject({ live: true, remembered: 0, missed: [] })
  })

  test('written while history is read are appended where history meets them', () => {
    const behind = addLive({ ...groupWith(), waiting: messages(0, 3) }, messages(10, 11), 12)
    expect(behind.reading).toMatchObject({ live: false, remembered: 2 })
    const read = addHistory({ ...behind, reading: { ...behind.reading, next: 4 } }, page(4, 11))
    expect(numbersOf(read.waiting)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(read.reading.live).toBe(true)
  })

  test('of which only the latest are remembered leave the others to history', () => {
    const full = addLive(liveGroup(messages(0, 1), { bufferSize: 2, readBatchSize: 1, liveBufferSize: 3 }), messages(2, 9), 10)
    expect(numbersOf(full.reading.missed)).toEqual([7, 8, 9])
    const once = addHistory({ ...full, waiting: [] }, page(2, 2))
    expect(numbersOf(once.waiting)).toEqual([2])
    expect(once.reading.live).toBe(false)
    const met = addHistory({ ...once, waiting: [] }, page(3, 7))
    expect(numbersOf(met.waiting)).toEqual([3, 4, 5, 6, 7, 8, 9])
  })

  test('that are hidden from history meanwhile leave the group waiting for it', () => {
    const full = addLive(liveGroup(messages(0, 1), { bufferSize: 2, readBatchSize: 1 }), messages(2, 3), 4)
    const stuck = addHistory(addHistory(full, { messages: [], next: 4, isEnd: true }), { messages: [], next: 4, isEnd: true })
    expect(stuck.reading).toMatchObject({ live: false, pending: true })
    const later = addLive(stuck, messages(4, 4), 5)
    const read = addHistory({ ...later, waiting: [] }, page(4, 4, true))
    expect(numbersOf(read.waiting)).toEqual([4])
    expect(read.reading.live).toBe(true)
  })

  test('before the start position are not wanted', () => {
    const group = groupWith({ startFrom: 6n }, 4)
    expect(skipBeforeStart(group, 5).reading.unseen).toBe(5)
    expect(skipBeforeStart(group, 9).reading.unseen).toBe(6)
    expect(skipBeforeStart(groupWith({ startFrom: -1n }, 4), 9).reading.unseen).toBe(4)
  })

  test('are fetched as many as find room and one more', () => {
    expect(liveBatchSize(liveGroup(messages(0, 3), { bufferSize: 5 }))).toBe(2)
    expect(liveBatchSize(groupWith({ liveBufferSize: 7 }))).toBe(7)
  })

  test('that would be forgotten again are passed over while the group is behind', () => {
    const behind = addLive(groupWith({ liveBufferSize: 3 }), messages(0, 1), 2)
    const passed = skipForgotten(behind, 100)
    expect(passed.reading).toMatchObject({ unseen: 97, remembered: 0, missed: [] })
    expect(skipForgotten(behind, 5)).toBe(behind)
    expect(skipForgotten(liveGroup([]), 100).reading.unseen).toBe(0)
  })
})
