import { describe, expect, it, test } from 'vitest'
import type { AppendState } from './append.ts'
import { checkVersion, decideByPlaces, decideByStoredIds, decideDeletion } from './append.ts'
import { expectedVersion } from '../outcomes.ts'

const { any, noStream, streamExists, softDeleted: whereSoftDeleted } = expectedVersion
const empty: AppendState = { last: -1, deleted: false, softDeleted: false, hasMetadata: false }
const live: AppendState = { ...empty, last: 2 }
const softDeleted: AppendState = { ...live, softDeleted: true, hasMetadata: true }
const deleted: AppendState = { ...live, deleted: true }

const append = { kind: 'append' }
const gone = { kind: 'deleted' }
const wrong = (current: number) => ({ kind: 'wrong-version', current })

describe('checkVersion', () => {
  test.each([
    ['a tombstone', deleted, any, gone],
    ['a tombstone, stream must exist', deleted, streamExists, gone],
    ['nothing there, any', empty, any, append],
    ['nothing there, no stream', empty, noStream, append],
    ['nothing there, stream must exist', empty, streamExists, wrong(-1)],
    ['nothing there, a number', empty, 5n, wrong(-1)],
    ['metadata only, stream must exist', { ...empty, hasMetadata: true }, streamExists, append],
    ['live, any', live, any, { kind: 'places-of-ids' }],
    ['live, stream must exist', live, streamExists, { kind: 'places-of-ids' }],
    ['live, the last number', live, 2n, append],
    ['live, a number before', live, 0n, { kind: 'ids-at', from: 1 }],
    ['live, no stream', live, noStream, { kind: 'ids-at', from: 0 }],
    ['live, a number behind', live, 3n, wrong(2)],
    ['soft deleted, any', softDeleted, any, { kind: 'places-of-ids' }],
    ['soft deleted, stream must exist', softDeleted, streamExists, gone],
    ['a tombstone, stream must be soft deleted', deleted, whereSoftDeleted, gone],
    ['nothing there, stream must be soft deleted', empty, whereSoftDeleted, wrong(-1)],
    ['live, stream must be soft deleted', live, whereSoftDeleted, { kind: 'places-of-ids' }],
    ['soft deleted, stream must be', softDeleted, whereSoftDeleted, { kind: 'places-of-ids' }],
    ['soft deleted before its first event, stream must be', { ...softDeleted, last: -1 }, whereSoftDeleted, append],
    ['soft deleted, the last number', softDeleted, 2n, append],
    ['soft deleted before its first event', { ...softDeleted, last: -1 }, any, append],
  ])('%s', (_, state, expected, decision) => {
    expect(checkVersion(state, expected)).toEqual(decision)
  })
})

describe('decideByPlaces', () => {
  test.each([
    ['the first id is new', [undefined, 1], append],
    ['all ids are known', [0, 1], { kind: 'repeated', first: 0, last: 1 }],
    ['all ids are known in another order', [2, 0], { kind: 'repeated', first: 2, last: 0 }],
    ['only the first id is known', [2, undefined], wrong(2)],
  ])('%s', (_, places, decision) => {
    expect(decideByPlaces(live, any, places)).toEqual(decision)
  })

  it('asks whether the stream is soft deleted for new events only', () => {
    expect(decideByPlaces(live, whereSoftDeleted, [undefined])).toEqual(wrong(2))
    expect(decideByPlaces(softDeleted, whereSoftDeleted, [undefined, 1])).toEqual(append)
    expect(decideByPlaces(live, whereSoftDeleted, [2])).toEqual({ kind: 'repeated', first: 2, last: 2 })
    expect(decideByPlaces(softDeleted, whereSoftDeleted, [1, undefined])).toEqual(wrong(2))
  })
})

describe('decideByStoredIds', () => {
  it('takes the same ids at the same numbers for a repetition', () => {
    expect(decideByStoredIds(live, 0n, ['b', 'c'], ['b', 'c'])).toEqual({ kind: 'repeated', first: 1, last: 2 })
  })

  it('refuses a first id that differs, but appends to a soft-deleted stream that should not exist', () => {
    expect(decideByStoredIds(live, noStream, ['x'], ['a'])).toEqual(wrong(2))
    expect(decideByStoredIds(softDeleted, noStream, ['x'], ['a'])).toEqual(append)
    expect(decideByStoredIds(softDeleted, 0n, ['x'], ['b'])).toEqual(wrong(2))
  })

  it('refuses a later id that differs or lies behind the last event', () => {
    expect(decideByStoredIds(softDeleted, noStream, ['a', 'x'], ['a', 'b'])).toEqual(wrong(2))
    expect(decideByStoredIds(live, 1n, ['c', 'd'], ['c', undefined])).toEqual(wrong(2))
  })
})

describe('decideDeletion', () => {
  test.each([
    ['nothing there, any', empty, any, append],
    ['nothing there, stream must exist', empty, streamExists, wrong(-1)],
    ['live, any', live, any, append],
    ['live, the last number', live, 2n, append],
    ['live, a number before', live, 1n, wrong(2)],
    ['live, a number behind', live, 3n, wrong(2)],
    ['live, no stream', live, noStream, wrong(2)],
    ['soft deleted, no stream', softDeleted, noStream, append],
    ['soft deleted, stream must exist', softDeleted, streamExists, gone],
    ['nothing there, stream must be soft deleted', empty, whereSoftDeleted, wrong(-1)],
    ['live, stream must be soft deleted', live, whereSoftDeleted, wrong(2)],
    ['soft deleted, stream must be', softDeleted, whereSoftDeleted, append],
    ['a tombstone, stream must be soft deleted', deleted, whereSoftDeleted, gone],
    ['a tombstone', deleted, any, gone],
  ])('%s', (_, state, expected, decision) => {
    expect(decideDeletion(state, expected)).toEqual(decision)
  })
})
