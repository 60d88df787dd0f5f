import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eventTable, recordedFrom } from '../../../base/events/event-table.ts'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import type { CommitHint, Storage } from '../../../storage/storage.ts'
import { longestBatch } from '../batch-size.ts'
import { Tail } from './tail.ts'

let created = 0
const event = (data = '{}') => ({
  id: `00000000-0000-4000-8000-${String(created++).padStart(12, '0')}`,
  type: 'T',
  data,
  metadata: '',
  isJson: true,
  stream: 's',
  number: created,
  created: 0,
})

/** Appends, and waits until the storage has told of it. */
async function append(storage: Storage, count: number, data?: string): Promise<void> {
  await storage.write((tx) => tx.append(eventTable(Array.from({ length: count }, () => event(data)))))
  await told()
}

const told = () => new Promise((resolve) => setImmediate(resolve))

/** Another tab tells of a commit without its events. */
const fromAnotherTab = ({ appended: _appended, ...hint }: CommitHint): CommitHint => hint

/** A storage that counts how often its log is read, and a tail that hears of its commits. @param told what it hears. */
function watched(told = (hint: CommitHint): CommitHint => hint) {
  const storage = memoryStorage()
  let reads = 0
  const counting: Storage = {
    ...storage,
    read: (work) => {
      reads++
      return storage.read(work)
    },
  }
  const tail = new Tail(counting)
  storage.onCommit((hint) => tail.commit(told(hint)))
  return { storage, tail, reads: () => reads }
}

const positions = (read: { events: readonly { position: number }[] }) => read.events.map(({ position }) => position)

test('gives everything that was committed, from memory once it is there', async () => {
  const { storage, tail, reads } = watched()
  await tail.read(0, 10)
  await append(storage, 3)
  assert.deepEqual(positions(await tail.read(0, 10)), [0, 1, 2])
  const before = reads()
  const all = await Promise.all([tail.read(0, 10), tail.read(1, 1), tail.read(3, 10)])
  assert.deepEqual(all.map(positions), [[0, 1, 2], [1], []])
  assert.equal(reads(), before)
})

test('does not read what this tab appends behind what is there, and reads behind a gap', async () => {
  const { storage, tail, reads } = watched()
  await tail.read(0, 10)
  const before = reads()
  await append(storage, 2)
  const { events, end } = await tail.read(0, 10)
  assert.equal(reads(), before)
  assert.equal(end, 2)
  assert.deepEqual(events, await storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 10 })))
  tail.commit({ end: 4, streams: ['s'], tables: [], appended: [recordedFrom(eventTable([event()]), 3)] })
  await append(storage, 2)
  assert.deepEqual(positions(await tail.read(0, 10)), [0, 1, 2, 3])
})

/** Readers wait for events that are appended meanwhile. @returns how many of them went on in one task, at most. */
async function mostInOneTask(appended: number): Promise<number> {
  const { storage, tail } = watched()
  await tail.read(0, 1000)
  await append(storage, appended)
  let [inThisTask, most] = [0, 0]
  const reader = async () => {
    await tail.read(0, 1000)
    most = Math.max(most, ++inThisTask)
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    inThisTask--
  }
  await Promise.all([reader(), reader(), reader()])
  return most
}

test('readers that wait for the same many events go on one after another, each in a task of its own', async () => {
  assert.equal(await mostInOneTask(100), 1)
})

test('readers that wait for the same few events go on at once: requests must not overtake them', async () => {
  assert.equal(await mostInOneTask(3), 3)
})

test('a reader that gives way meanwhile reads on where it was, also when the kept events are forgotten', async () => {
  const { storage, tail } = watched()
  await tail.read(0, 1000)
  await append(storage, 100)
  await tail.read(0, 1000)
  const read = tail.read(50, 1000)
  // Behind the first steps of the read, which gives way to others then.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  tail.forget()
  const { events, end } = await read
  assert.deepEqual([events[0]?.position, events.length, end], [50, 50, 100])
})

test('readers that ask at the same time share one reading', async () => {
  const { storage, tail, reads } = watched(fromAnotherTab)
  await tail.read(0, 10)
  await append(storage, 2)
  const before = reads()
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => tail.read(0, 10)))
  assert.ok(all.every(({ events, end }) => events.length === 2 && end === 2))
  assert.equal(reads(), before + 1)
})

test('a reader behind the kept events reads the storage itself', async () => {
  const { storage, tail } = watched()
  await tail.read(0, 10)
  await append(storage, 3000)
  assert.deepEqual(positions(await tail.read(5, 2)), [5, 6])
  assert.equal(tail.covers(0), false)
  assert.deepEqual(positions(await tail.read(2999, 2)), [2999])
})

test('gives no events that were dropped, near the end and far behind it', async () => {
  const { storage, tail } = watched()
  await tail.read(0, 10)
  await append(storage, 2 * longestBatch)
  await tail.read(0, 10)
  await append(storage, 4)
  const last = 2 * longestBatch + 3
  const ends = async () => [positions(await tail.read(0, longestBatch))[0], positions(await tail.read(last - 1, 10))]
  assert.deepEqual(await ends(), [0, [last - 1, last]])
  await storage.write((tx) => tx.dropEvents([0, last]))
  await told()
  assert.deepEqual(await ends(), [1, [last - 1]])
  assert.ok(tail.isCommitEnd(last + 1))
})

test('keeps no more of large events than of small ones', async () => {
  const { storage, tail, reads } = watched()
  await tail.read(0, 10)
  for (let count = 0; count < 3; count++) await append(storage, 1, 'x'.repeat(3_000_000))
  assert.deepEqual(positions(await tail.read(0, 10)), [0, 1, 2])
  assert.equal(tail.covers(0), false)
  const before = reads()
  assert.deepEqual(positions(await tail.read(1, 10)), [1, 2])
  assert.equal(reads(), before)
  await append(storage, 1, 'x'.repeat(9_000_000))
  assert.deepEqual(positions(await tail.read(3, 10)), [3])
  assert.equal(tail.covers(3), false)
  assert.deepEqual(positions(await tail.read(4, 10)), [])
})

test('forgets its events when the store is cleared', async () => {
  const { storage, tail } = watched()
  await tail.read(0, 10)
  await append(storage, 5)
  assert.equal((await tail.read(0, 10)).events.length, 5)
  await storage.write((tx) => Promise.resolve(tx.clear()))
  await told()
  await append(storage, 5)
  const { events, end } = await tail.read(0, 10)
  assert.equal(end, 5)
  assert.deepEqual(positions({ events }), [0, 1, 2, 3, 4])
  assert.equal(events[0]!.id, `00000000-0000-4000-8000-${String(created - 5).padStart(12, '0')}`)
})

const commitTo = (end: number) => ({ end, streams: ['s'], tables: [] })

test('a hint from before a clear that comes behind it is forgotten by the next reading', async () => {
  const storage = memoryStorage()
  let reads = 0
  const tail = new Tail({
    ...storage,
    read: (work) => {
      // Reading without end would never let the test fail.
      if (++reads > 10) throw new Error('It reads on and on.')
      return storage.read(work)
    },
  })
  await append(storage, 12)
  tail.commit({ end: 12, streams: undefined, tables: undefined })
  tail.commit(commitTo(1001))
  assert.equal((await tail.read(12, 10)).end, 12)
  const before = reads
  await tail.read(12, 10)
  assert.equal(reads, before)
})

test('a commit that is announced during a reading that missed it is read behind that one', async () => {
  const storage = memoryStorage()
  let missed = 1
  const tail = new Tail({
    ...storage,
    read: async (work) => {
      const found = await storage.read(work)
      if (missed-- > 0) await append(storage, 1)
      return found
    },
  })
  storage.onCommit((hint) => tail.commit(fromAnotherTab(hint)))
  await tail.read(0, 10)
  tail.commit(commitTo(1))
  missed = 1
  await append(storage, 1)
  assert.deepEqual(positions(await tail.read(1, 10)), [1, 2])
})

test('begins where a reader has come to the end of the log in another way', async () => {
  const { storage, tail, reads } = watched()
  await append(storage, 3)
  tail.beginning()(3)
  await append(storage, 2)
  const before = reads()
  assert.equal(tail.covers(3), true)
  assert.deepEqual(positions(await tail.read(3, 10)), [3, 4])
  assert.equal(reads(), before)
})

test('does not begin with an end that was read before another log replaced this one', async () => {
  const { storage, tail } = watched()
  await append(storage, 3)
  const begin = tail.beginning()
  await storage.write(async (tx) => tx.clear())
  await told()
  begin(3)
  await append(storage, 1)
  assert.equal(tail.covers(3), false)
  assert.deepEqual(positions(await tail.read(0, 10)), [0])
})

test('reads what was committed between such an end and its beginning', async () => {
  const { storage, tail } = watched()
  await append(storage, 3)
  const begin = tail.beginning()
  await append(storage, 2)
  begin(3)
  assert.deepEqual(positions(await tail.read(3, 10)), [3, 4])
})
