import { describe, expect, it } from 'vitest'
import type { ProjectionStatistics } from './status.ts'
import { allowedFor, announcementOf, percentOf, stopsFirst, toneOf } from './status.ts'

describe('toneOf', () => {
  it.each([
    ['Running', 'running'],
    ['Running/CompletingPhase/Writing results', 'running'],
    ['Completed/Stopped/Writing results', 'completed'],
    ['Stopped', 'stopped'],
    ['Stopped (Enabled)', 'stopped'],
    ['Aborted/Stopped', 'stopped'],
    ['Faulted (Enabled)', 'faulted'],
    ['Faulted/Stopped', 'faulted'],
    ['Stopped/Faulted', 'faulted'],
    ['Stopping', 'busy'],
    ['Preparing', 'busy'],
    ['Creating', 'busy'],
  ])('%s: %s', (status, tone) => expect(toneOf(status)).toBe(tone))
})

describe('allowedFor', () => {
  it('has only commands that change something', () => {
    expect(allowedFor({ name: 'a', status: 'Running' })).toEqual({ enable: false, disable: true, reset: true, delete: true })
    expect(allowedFor({ name: 'a', status: 'Stopped' })).toMatchObject({ enable: true, disable: false })
    expect(allowedFor({ name: 'a', status: 'Faulted (Enabled)' })).toMatchObject({ enable: true, disable: true })
    expect(allowedFor({ name: 'a', status: 'Stopped/Faulted' })).toMatchObject({ enable: true, disable: false })
  })
  it('never deletes projections that come with the store', () =>
    expect(allowedFor({ name: '$by_category', status: 'Stopped' }).delete).toBe(false))
})

describe('stopsFirst', () => {
  it.each([
    ['Continuous', 'Running', true],
    ['OneTime', 'Completed/Stopped/Writing results', true],
    ['Continuous', 'Aborted/Stopped', true],
    ['Continuous', 'Stopped', false],
    ['Continuous', 'Faulted (Enabled)', false],
    ['Transient', 'Running', false],
  ] as const)('%s, %s: %s', (mode, status, stops) => expect(stopsFirst({ mode, status })).toBe(stops))
})

describe('percentOf', () => {
  it.each([
    [-1, undefined],
    [-2, undefined],
    [0, 0],
    [66.7, 66.7],
    [100.4, 100],
  ])('%s: %s', (progress, percent) => expect(percentOf({ progress })).toBe(percent))
})

describe('announcementOf', () => {
  const statistics = { name: 'totals', status: 'Running', eventsProcessedAfterRestart: 1200 } as ProjectionStatistics
  it('is one sentence', () => {
    expect(announcementOf(statistics, 0)).toBe('totals: Running, 1,200 events handled.')
    expect(announcementOf({ ...statistics, eventsProcessedAfterRestart: 1 }, 3)).toBe('totals: Running, 1 event handled, 3 partitions.')
    expect(announcementOf({ ...statistics, status: 'Completed/Stopped' }, 0)).toBe('totals: Completed/Stopped.')
  })
})
