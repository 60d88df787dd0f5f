import assert from 'node:assert/strict'
import { test } from 'vitest'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import { table } from '../../../storage/storage.ts'
import { requestsFirst } from './requests-first.ts'

const rows = table<number>('rows')

/** Storages whose transactions tell when they begin. */
function shared(share = 0) {
  const { requests, runners } = requestsFirst(memoryStorage(), share)
  const order: string[] = []
  return {
    order,
    request: (name: string) => requests.read(async (tx) => void (order.push(name), await tx.row(rows, 'a'))),
    runner: (name: string) => runners.write(async (tx) => void (order.push(name), tx.putRow(rows, 'a', 1), await tx.row(rows, 'a'))),
    reader: (name: string) => runners.read(async (tx) => void (order.push(name), await tx.row(rows, 'a'))),
  }
}

test('a runner waits for a request that has begun, with all of its transactions', async () => {
  const { order, request, runner, reader } = shared()
  const asked = request('first').then(() => request('second'))
  await Promise.all([runner('written'), reader('read'), asked])
  assert.deepEqual(order.slice(0, 2), ['first', 'second'])
  assert.deepEqual(order.slice(2).sort(), ['read', 'written'])
})

test('a runner that has hardly had anything goes on beside a request', async () => {
  const { order, request, runner } = shared(1000)
  const asked = request('first').then(() => request('second'))
  await Promise.all([runner('written'), asked])
  assert.deepEqual(order, ['first', 'written', 'second'])
})

test('a request waits for one runner and no more', async () => {
  const { order, request, runner } = shared()
  const runners = ['one', 'two', 'three', 'four', 'five'].map(runner)
  while (order.length === 0) await Promise.resolve()
  await request('asked')
  await Promise.all(runners)
  assert.deepEqual(order, ['one', 'asked', 'two', 'three', 'four', 'five'])
})

test('clients that never rest do not stop runners', async () => {
  const { order, request, runner } = shared()
  let isOver = false
  const client = async () => {
    while (!isOver) {
      await request('asked')
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const clients = [client(), client()]
  await runner('written')
  isOver = true
  await Promise.all(clients)
  assert.ok(order.includes('written'))
})

test('the first request is over once no transaction follows', async () => {
  const { requests, untilAsked } = requestsFirst(memoryStorage())
  const order: string[] = []
  const asked = untilAsked(60_000).then(() => order.push('over'))
  for (const name of ['one', 'two', 'three']) {
    await requests.read(() => Promise.resolve())
    order.push(name)
    // Between the transactions of a request other tasks have their turns.
    await new Promise((resolve) => setImmediate(resolve))
  }
  await asked
  assert.deepEqual(order, ['one', 'two', 'three', 'over'])
})

test('a request that never comes is not waited for', async () => {
  assert.equal(await requestsFirst(memoryStorage()).untilAsked(1), undefined)
})

test('a runner goes on behind a write that failed', async () => {
  const { runners } = requestsFirst(memoryStorage())
  await assert.rejects(
    runners.write(() => Promise.reject(new Error('no'))),
    /no/,
  )
  await runners.write(async (tx) => tx.putRow(rows, 'a', 1))
  assert.equal(await runners.read((tx) => tx.row(rows, 'a')), 1)
})
