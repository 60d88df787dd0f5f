import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { createBatchSize, firstBatchLength, manyWrites, mostInOrder, nextBatchLength } from './batch-size.ts'
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

describe('the size of a commit', () => {
  test('halves where commits take long, and grows back', () => {
    const size = createBatchSize(1000)
    size.committed(500, 1000)
    assert.equal(size.current(), 500)
    size.committed(500, 500)
    size.committed(50, 250)
    assert.equal(size.current(), 250)
    size.committed(5, 250)
    size.committed(5, 500)
    size.committed(5, 1000)
    assert.equal(size.current(), 1000)
  })

  test('does not depend on long commits of few events', () => {
    const size = createBatchSize(1000)
    for (let commit = 0; commit < 9; commit++) size.committed(500, 1)
    assert.equal(size.current(), 1000)
  })

  test('never falls to nothing', () => {
    const size = createBatchSize(1000)
    for (let commit = 0; commit < 99; commit++) size.committed(500, size.current())
    assert.ok(size.current() >= 64)
  })

  test('counts the writes that events bring', () => {
    const size = createBatchSize(1000)
    size.brought(manyWrites, 4)
    assert.equal(size.current(), 4)
    size.brought(20_000, 1)
    assert.equal(size.current(), 1)
    // An event that is not finished says nothing about the others.
    size.brought(0, 0)
    assert.equal(size.current(), 1)
    size.brought(500, 500)
    assert.equal(size.current(), 1000)
    size.brought(0, 500)
    assert.equal(size.current(), 1000)
  })
})

test('the order of events of many streams is recorded in small commits, because each link names all of them', () => {
  assert.ok(mostInOrder(2) > 1000)
  assert.equal(mostInOrder(1000), 100)
  assert.equal(mostInOrder(1_000_000), 1)
})
