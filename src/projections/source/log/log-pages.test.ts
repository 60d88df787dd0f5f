import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eventTable } from '../../../base/events/event-table.ts'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import type { ReadTransaction, Storage } from '../../../storage/storage.ts'
import { longestBatch } from '../batch-size.ts'
import type { LogRead } from './log-pages.ts'
import { LogPages } from './log-pages.ts'

let created = 0
const event = (data: string) => ({
  id: `00000000-0000-4000-8000-${String(created++).padStart(12, '0')}`,
  type: 'T',
  data,
  metadata: '',
  isJson: true,
  stream: 's',
  number: created,
  created: 0,
})

const append = (storage: Storage, count: number, data = '{}') =>
  storage.write((tx) => tx.append(eventTable(Array.from({ length: count }, () => event(data)))))

/** Pages of a storage that counts the events that are read of its log. */
function watched() {
  const storage = memoryStorage()
  let count = 0
  const counting = (tx: ReadTransaction): ReadTransaction => ({
    ...tx,
    log: async (range) => {
      const events = await tx.log(range)
      count += events.length
      return events
    },
  })
  const timers = new Set<() => void>()
  const time = {
    after(_: number, callback: () => void) {
      timers.add(callback)
      return () => void timers.delete(callback)
    },
  }
  const pages = new LogPages({ ...storage, read: (work) => storage.read((tx) => work(counting(tx))) }, time)
  return { storage, pages, timers, count: () => count }
}

const readDirectly = (storage: Storage, from: number, limit: number): Promise<LogRead> =>
  storage.read(async (tx) => ({ events: await tx.log({ from, direction: 'forward', limit }), end: await tx.end() }))

const endIn = (storage: Storage) => storage.read((tx) => tx.end())

test('readers at different places share reads of the log', async () => {
  const { storage, pages, count } = watched()
  await append(storage, 3 * longestBatch)
  const end = await endIn(storage)
  const reader = async (first: number) => {
    for (let from = first; from < end; from += longestBatch) await pages.read(from, longestBatch, end)
  }
  await reader(0)
  await Promise.all([7, 400, 401, 2000].map(reader))
  assert.equal(count(), end)
})

test('reads what the storage holds from any place on, also while it grows and loses events', async () => {
  const { storage, pages } = watched()
  const starts = [0, 1, longestBatch - 1, longestBatch, longestBatch + 1, 2 * longestBatch - 3]
  const compare = async () => {
    for (const from of starts) {
      for (const limit of [444, longestBatch]) {
        assert.deepEqual(await pages.read(from, limit, await endIn(storage)), await readDirectly(storage, from, limit))
      }
    }
  }
  for (const count of [longestBatch, 1, 3, longestBatch - 4, 2, longestBatch]) {
    await append(storage, count)
    await compare()
  }
  await storage.write((tx) => tx.dropEvents([0, 5, longestBatch - 1, longestBatch, longestBatch + 1]))
  pages.forget()
  await compare()
})

test('finds the end of a log that was cleared meanwhile', async () => {
  const { storage, pages } = watched()
  await append(storage, 10)
  const from = 5 * longestBatch
  assert.deepEqual(await pages.read(from, longestBatch, 100 * longestBatch), { events: [], end: 10 })
})

test('readers go on one after another, each in a task of its own', async () => {
  const { storage, pages } = watched()
  await append(storage, longestBatch)
  let [inThisTask, most] = [0, 0]
  const reader = async () => {
    await pages.read(0, longestBatch, longestBatch)
    most = Math.max(most, ++inThisTask)
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    inThisTask--
  }
  await Promise.all([reader(), reader(), reader()])
  assert.equal(most, 1)
})

test('keeps no large events, no page of another log, and none that nobody needs', async () => {
  const { storage, pages, timers, count } = watched()
  const readsAgain = async (): Promise<boolean> => {
    const before = count()
    await pages.read(0, longestBatch, await endIn(storage))
    return count() > before
  }
  await append(storage, 10)
  assert.ok(await readsAgain())
  assert.ok(!(await readsAgain()))
  pages.forget()
  assert.ok(await readsAgain())
  assert.ok(!(await readsAgain()))
  assert.equal(timers.size, 1)
  for (const fire of timers) fire()
  assert.equal(timers.size, 0)
  assert.ok(await readsAgain())
  await append(storage, 1, 'x'.repeat(3_000_000))
  assert.ok(await readsAgain())
  assert.ok(await readsAgain())
})

test('a read that fails is not shared with those behind it', async () => {
  const storage = memoryStorage()
  await append(storage, 10)
  let isBroken = true
  const pages = new LogPages({ ...storage, read: (work) => (isBroken ? Promise.reject(new Error('broken')) : storage.read(work)) })
  await assert.rejects(pages.read(0, longestBatch, 10), /broken/)
  isBroken = false
  assert.equal((await pages.read(0, longestBatch, 10)).events.length, 10)
})
