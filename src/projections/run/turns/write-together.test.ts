import assert from 'node:assert/strict'
import { test } from 'vitest'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import { table } from '../../../storage/storage.ts'
import { writeTogether } from './write-together.ts'

const rows = table<number>('rows')

/** A storage that counts its write transactions. */
function counted(longest = 1000) {
  const storage = memoryStorage()
  const transactions: number[] = []
  const write = writeTogether(
    (work) =>
      storage.write(async (tx) => {
        let writes = 0
        await work({ ...tx, putRow: (...given) => (writes++, tx.putRow(...given)) })
        transactions.push(writes)
      }),
    longest,
  )
  const put = (key: string) =>
    write(async (tx) => {
      tx.putRow(rows, key, 1)
      await tx.row(rows, key)
      return key
    })
  const fail = () =>
    write(async (tx) => {
      tx.putRow(rows, 'failed', 1)
      await tx.row(rows, 'failed')
      throw new Error('no')
    })
  return { storage, transactions, write, put, fail }
}

const keys = (count: number) => Array.from({ length: count }, (_, n) => `key ${n}`)

test('writes that wait share a transaction, and each gets its own outcome', async () => {
  const { put, transactions, storage } = counted()
  assert.deepEqual(await Promise.all(keys(20).map(put)), keys(20))
  assert.equal(
    transactions.reduce((sum, writes) => sum + writes, 0),
    20,
  )
  assert.ok(transactions.length <= 2, `${transactions.length} transactions`)
  assert.equal((await storage.read((tx) => tx.rows(rows))).length, 20)
})

test('a transaction that has lasted long enough takes no more', async () => {
  const { put, transactions } = counted(0)
  await Promise.all(keys(5).map(put))
  assert.deepEqual(transactions, [1, 1, 1, 1, 1])
})

test('a write that fails takes those of its transaction with it, and is alone when it fails again', async () => {
  const { put, fail, storage } = counted()
  const first = await Promise.allSettled([put('before'), fail(), put('behind')])
  assert.equal(first[1].status, 'rejected')
  const [before, failed, behind] = await Promise.allSettled([put('before'), fail(), put('behind')])
  assert.deepEqual([before.status, failed.status, behind.status], ['fulfilled', 'rejected', 'fulfilled'])
  assert.deepEqual(
    (await storage.read((tx) => tx.rows(rows))).map(([key]) => key),
    ['before', 'behind'],
  )
})

test('later writes share transactions again', async () => {
  const { put, fail, transactions } = counted()
  await fail().catch(() => undefined)
  await Promise.all(keys(64).map(put))
  transactions.length = 0
  await Promise.all(keys(10).map(put))
  assert.ok(transactions.length <= 2)
})

test('a transaction that cannot begin fails one write after the other', async () => {
  const write = writeTogether(() => Promise.reject(new Error('closed')), 1000)
  for (const outcome of await Promise.allSettled([write(() => Promise.resolve(1)), write(() => Promise.resolve(2))]))
    assert.equal(outcome.status, 'rejected')
})
