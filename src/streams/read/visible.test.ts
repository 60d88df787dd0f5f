import { describe, expect, it, test } from 'vitest'
import type { StreamHead, StreamMetadata } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import { event } from '../event.fixture.ts'
import { firstVisible, horizon, isMissing, isVisible } from './visible.ts'

const head = (metadata: StreamMetadata, more: Partial<StreamHead> = {}): StreamHead => ({
  stream: 's',
  last: 24,
  tombstone: false,
  metadata,
  ...more,
})

describe('firstVisible', () => {
  test.each([
    ['nothing set', {}, 0n],
    ['count', { maxCount: 5n }, 20n],
    ['count larger than the stream', { maxCount: maxInt64 }, 0n],
    ['truncation', { truncateBefore: 10n }, 10n],
    ['both', { maxCount: 20n, truncateBefore: 10n }, 10n],
    ['truncation behind the end', { truncateBefore: 30n }, 30n],
  ])('%s', (_, metadata, expected) => {
    expect(firstVisible(head(metadata))).toBe(expected)
  })

  it('leaves only the last event of a metastream, whatever its own metadata', () => {
    expect(firstVisible(head({ maxCount: 10n }, { stream: '$$s' }))).toBe(24n)
  })
})

describe('horizon', () => {
  it('counts seconds back from now', () => {
    expect(horizon(head({ maxAge: 10n }), 100_000)).toEqual({ kind: 'since', milliseconds: 90_000 })
    expect(horizon(head({}), 100_000)).toEqual({ kind: 'since', milliseconds: Number.NEGATIVE_INFINITY })
  })

  it('ends with the year 1', () => {
    expect(horizon(head({ maxAge: 62_135_596_800n }), 0).kind).toBe('since')
    expect(horizon(head({ maxAge: 62_135_596_801n }), 0).kind).toBe('unrepresentable')
  })
})

test('isMissing: no event yet, or soft deleted', () => {
  expect(isMissing(undefined)).toBe(true)
  expect(isMissing(head({}, { last: -1 }))).toBe(true)
  expect(isMissing(head({ truncateBefore: maxInt64 }))).toBe(true)
  expect(isMissing(head({ truncateBefore: 30n }))).toBe(false)
})

test('isVisible: behind the first visible one, young enough, not deleted', () => {
  expect(isVisible(event({ number: 20, created: 50 }), head({ maxCount: 5n }), 50)).toBe(true)
  expect(isVisible(event({ number: 19, created: 50 }), head({ maxCount: 5n }), 50)).toBe(false)
  expect(isVisible(event({ number: 20, created: 49 }), head({ maxCount: 5n }), 50)).toBe(false)
  expect(isVisible(event({ number: 20, created: 50 }), head({}, { tombstone: true }), 0)).toBe(false)
})
