import { describe, expect, it, test } from 'vitest'
import { allowedFor, announcementOf, stopsFirst, wordsOf } from './status.ts'

describe('allowedFor', () => {
  it('has only commands that change something', () => {
    expect(allowedFor({ name: 'a', activity: 'running', canStop: true })).toEqual({
      enable: false,
      disable: true,
      reset: true,
      delete: true,
    })
    expect(allowedFor({ name: 'a', activity: 'stopped', canStop: false })).toMatchObject({ enable: true, disable: false })
    expect(allowedFor({ name: 'a', activity: 'faulted', canStop: true })).toMatchObject({ enable: true, disable: true })
    expect(allowedFor({ name: 'a', activity: 'faulted', canStop: false })).toMatchObject({ enable: true, disable: false })
  })
  it('never deletes projections that come with the store', () =>
    expect(allowedFor({ name: '$by_category', activity: 'stopped', canStop: false }).delete).toBe(false))
})

describe('stopsFirst', () => {
  it.each([
    ['Continuous', false, true],
    ['OneTime', false, true],
    ['Continuous', true, false],
    ['Transient', false, false],
  ] as const)('%s, stopped %s: %s', (mode, isStopped, stops) => expect(stopsFirst({ mode, isStopped })).toBe(stops))
})

describe('announcementOf', () => {
  const running = { name: 'totals', status: 'Running', handled: 1200 }
  it('is one sentence', () => {
    expect(announcementOf(running, 0)).toBe('totals: Running, 1,200 events handled.')
    expect(announcementOf({ ...running, handled: 1 }, 3)).toBe('totals: Running, 1 event handled, 3 partitions.')
    expect(announcementOf({ ...running, status: 'Completed/Stopped', handled: undefined }, 0)).toBe('totals: Completed/Stopped.')
  })
})

test.each([
  ['Running', ['Running', '']],
  ['Faulted (Enabled)', ['Faulted', ' (Enabled)']],
  ['Completed/Stopped/Writing results', ['Completed', '/Stopped/Writing results']],
])('%s is cut behind its first word', (status, words) => {
  expect(wordsOf(status)).toEqual(words)
})
