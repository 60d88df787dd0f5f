import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { eventsFor, firstBatchLength, manyWrites, mostInOrder, nextBatchLength } from './batch-size.ts'
import { readLength } from './batch.ts'

describe('the length of a batch', () => {
  const after = (contents: readonly number[]) => contents.reduce(nextBatchLength, firstBatchLength)

  test('grows while bodies are small, up to a limit', () => {
    assert.equal(after([1000]), 16 * readLength)
    assert.equal(after([1000, 1000, 1000, 1000]), 32 * readLength)
  })

  test('shrinks to one read of large bodies, and grows again behind them', () => {
    assert.equal(after([2_000_000]), firstBatchLength)
    assert.equal(after([1e9, 1e9, 1e9, 1e9]), readLength)
    assert.equal(after([1e9, 1e9, 1e9, 10, 10]), 16 * readLength)
  })

  test('is always a number of whole reads', () => {
    for (const contents of [
      [10, 1e9],
      [1e9, 10, 1e9, 1e9],
      [5e6, 5e6, 5e6, 5e6],
    ])
      assert.equal(after(contents) % readLength, 0)
  })
})

test('a commit takes as many events as bring many writes, and at least one', () => {
  assert.equal(eventsFor(manyWrites, 4, 1000), 4)
  assert.equal(eventsFor(20_000, 1, 1000), 1)
  assert.equal(eventsFor(500, 500, 1000), 1000)
  assert.equal(eventsFor(0, 500, 1000), 1000)
})

test('the order of events of many streams is recorded in small commits, because each link names all of them', () => {
  assert.ok(mostInOrder(2) > 1000)
  assert.equal(mostInOrder(1000), 100)
  assert.equal(mostInOrder(1_000_000), 1)
})
