import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { nextTask } from '../base/time/time-slice.ts'
import { useClock } from './contract/pieces.fixture.ts'
import { engineInMemory, memoryStorage } from './memory/memory.ts'
import { things } from './storage.fixture.ts'
import type { Storage } from './storage.ts'
import { synchronousStorage } from './synchronous.ts'

interface WatchedStorage {
  readonly storage: Storage
  /** Of the engine, in order. */
  readonly calls: string[]
  /** Has the `nth` next call of this name throw, once. */
  failAt(call: string, nth?: number): void
}

/** A storage in memory whose commits are shared, notes the calls of its engine, and fails where it is told to. */
function createStorageOver(): WatchedStorage {
  const engine = engineInMemory()
  const calls: string[] = []
  const failing = new Map<string, number>()
  const watched =
    <Answer>(name: string, work: () => Answer) =>
    (): Answer => {
      calls.push(name)
      const left = failing.get(name)
      if (left !== undefined) failing.set(name, left - 1)
      if (left === 1) throw new Error(`${name} failed`)
      return work()
    }
  const storage = synchronousStorage({
    ...engine,
    sharesCommits: true,
    begin: watched('begin', engine.begin),
    commit: watched('commit', engine.commit),
    abort: watched('abort', engine.abort),
    part: {
      begin: watched('begin part', engine.part.begin),
      end: watched('end part', engine.part.end),
      undo: watched('undo part', engine.part.undo),
    },
    close: watched('close', engine.close),
  })
  return { storage, calls, failAt: (call, nth = 1) => void failing.set(call, nth) }
}

const put = (storage: Storage, key: string): Promise<void> =>
  storage.write(async (tx) => {
    await tx.row(things, key)
    tx.putRow(things, key, { size: 1 })
  })
const fail = (storage: Storage): Promise<void> =>
  storage.write(async (tx) => {
    tx.putRow(things, 'failed', { size: 1 })
    await tx.row(things, 'failed')
    throw new Error('no')
  })
const keysIn = async (storage: Storage): Promise<string[]> => (await storage.read((tx) => tx.rows(things))).map(([key]) => key)

test('writes of one task share a commit, each a part of its own', async () => {
  const { storage, calls } = createStorageOver()
  await Promise.all(['a', 'b', 'c'].map((key) => put(storage, key)))
  assert.deepEqual(calls, ['begin', ...['a', 'b', 'c'].flatMap(() => ['begin part', 'end part']), 'commit'])
  await put(storage, 'd')
  assert.deepEqual(calls.slice(-4), ['begin', 'begin part', 'end part', 'commit'])
})

test('no write is acknowledged, announced or shown before its commit', async () => {
  const { storage, calls } = createStorageOver()
  const order: string[] = []
  storage.onCommit(({ tables }) => void order.push(`announced ${tables?.join(' ')}`))
  const all = [
    put(storage, 'a').then(() => order.push('acknowledged a')),
    keysIn(storage).then((keys) => order.push(`read ${keys.join(' ')}`)),
    put(storage, 'b').then(() => order.push('acknowledged b')),
  ]
  while (calls.filter((call) => call === 'end part').length < 2) await Promise.resolve()
  assert.deepEqual(order, [])
  await Promise.all(all)
  assert.deepEqual(new Set(order), new Set(['announced things', 'acknowledged a', 'acknowledged b', 'read a']))
})

test('a write that fails leaves the others of its commit alone', async () => {
  const { storage, calls } = createStorageOver()
  const outcomes = await Promise.allSettled([put(storage, 'a'), fail(storage), put(storage, 'b')])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(await keysIn(storage), ['a', 'b'])
  assert.equal(calls.filter((call) => call === 'commit').length, 1)
})

test('where a commit fails, all that share it do, and so do readers that have seen it; others go on', async () => {
  const { storage, failAt } = createStorageOver()
  await put(storage, 'before')
  failAt('commit')
  const outcomes = await Promise.allSettled([put(storage, 'a'), keysIn(storage), put(storage, 'b')])
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason)),
    Array.from({ length: 3 }, () => 'Error: commit failed'),
  )
  await put(storage, 'after')
  assert.deepEqual(await keysIn(storage), ['after', 'before'])
})

test('where a part can neither be kept nor undone, those before it fail for the same reason', async () => {
  for (const [call, reason] of [
    ['undo part', 'Error: no'],
    ['end part', 'Error: end part failed'],
  ] as const) {
    const { storage, failAt } = createStorageOver()
    const first = put(storage, 'a')
    await Promise.resolve()
    const second = call === 'undo part' ? fail(storage) : put(storage, 'b')
    failAt(call, call === 'end part' ? 2 : 1)
    const outcomes = await Promise.allSettled([first, second])
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason)),
      [reason, reason],
    )
    assert.deepEqual(await keysIn(storage), [])
    await put(storage, 'after')
    assert.deepEqual(await keysIn(storage), ['after'])
  }
})

test('a commit is a task of its own where the parts took long', async () => {
  const { storage, calls } = createStorageOver()
  useClock(10)
  await storage.write(async (tx) => {
    await tx.row(things, 'a')
    tx.putRow(things, 'a', { size: 1 })
    void nextTask().then(() => calls.push('task of another'))
  })
  vi.restoreAllMocks()
  assert.deepEqual(calls.slice(-3), ['end part', 'task of another', 'commit'])
})

test('closing commits what waits', async () => {
  const { storage, calls } = createStorageOver()
  const written = put(storage, 'a')
  await storage.close()
  await written
  assert.deepEqual(calls.slice(-2), ['commit', 'close'])
})

test('a storage in memory commits at once', async () => {
  const storage = memoryStorage()
  let isLater = false
  void nextTask().then(() => (isLater = true))
  await put(storage, 'a')
  assert.equal(isLater, false)
})

test('others run between reads of streams that are asked for in one task', async () => {
  const engine = engineInMemory()
  const order: string[] = []
  const { stream } = engine.operations
  const storage = synchronousStorage({
    ...engine,
    operations: { ...engine.operations, stream: (name, range) => (order.push(name), stream(name, range)) },
  })
  useClock(10)
  const range = { from: 0, direction: 'forward', limit: 1 } as const
  const reading = storage.read((tx) => Promise.all(['a', 'b', 'c'].map((name) => tx.stream(name, range))))
  while (order.length === 0) await nextTask()
  assert.deepEqual(order, ['a'])
  await reading
  assert.deepEqual(order, ['a', 'b', 'c'])
  vi.restoreAllMocks()
})
