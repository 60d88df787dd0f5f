import { describe, expect, test } from 'vitest'
import { maxInt64 } from '../../base/events/events.ts'
import type { PageRange } from './page-plan.ts'
import { planPage, reachesEnd } from './page-plan.ts'

interface Given {
  last?: number
  least?: bigint
  hidden?: (number: number) => boolean
  lastTooOld?: boolean
}

/** The page of a stream whose visible events have these numbers. */
function pageOf(range: PageRange, { last = 24, least = 0n, hidden = () => false, lastTooOld = false }: Given = {}) {
  const plan = planPage(range, last, least)
  const numbers: number[] = []
  if (plan.window) for (let number = plan.window.last; number >= plan.window.first; number -= 1) if (!hidden(number)) numbers.push(number)
  const isEnd = reachesEnd(range.direction, plan, { oldest: numbers.at(-1), lastTooOld })
  return { newest: numbers[0], oldest: numbers.at(-1), isEnd, from: plan.from }
}

const backward = (from: bigint | 'head', count: number): PageRange => ({ from, direction: 'backward', count })
const forward = (from: bigint, count: number): PageRange => ({ from, direction: 'forward', count })
const none = { newest: undefined, oldest: undefined }

describe('a stream of 25 events (streams-http §10.7)', () => {
  test.each([
    ['head', backward('head', 20), { newest: 24, oldest: 5, isEnd: false, from: 24n }],
    ['4/backward/20', backward(4n, 20), { newest: 4, oldest: 0, isEnd: true, from: 4n }],
    ['24/backward/20', backward(24n, 20), { newest: 24, oldest: 5, isEnd: false, from: 24n }],
    ['24/backward/25', backward(24n, 25), { newest: 24, oldest: 0, isEnd: true, from: 24n }],
    ['100/backward/5', backward(100n, 5), { ...none, isEnd: false, from: 100n }],
    ['26/backward/5', backward(26n, 5), { newest: 24, oldest: 22, isEnd: false, from: 26n }],
    ['max/backward/5', backward(maxInt64, 5), { ...none, isEnd: false, from: maxInt64 }],
    ['0/forward/20', forward(0n, 20), { newest: 19, oldest: 0, isEnd: false, from: 0n }],
    ['5/forward/20', forward(5n, 20), { newest: 24, oldest: 5, isEnd: true, from: 5n }],
    ['20/forward/20', forward(20n, 20), { newest: 24, oldest: 20, isEnd: true, from: 20n }],
    ['25/forward/20', forward(25n, 20), { ...none, isEnd: true, from: 25n }],
    ['max/forward/20', forward(maxInt64, 20), { ...none, isEnd: true, from: maxInt64 }],
  ])('%s', (_, range, expected) => {
    expect(pageOf(range)).toEqual(expected)
  })
})

describe('the same stream with $maxCount 5', () => {
  test.each([
    ['head', backward('head', 20), { newest: 24, oldest: 20, isEnd: true, from: 24n }],
    ['10/backward/5', backward(10n, 5), { ...none, isEnd: true, from: 10n }],
    ['0/forward/5', forward(0n, 5), { ...none, isEnd: false, from: 0n }],
    ['18/forward/5', forward(18n, 5), { newest: 22, oldest: 20, isEnd: false, from: 18n }],
  ])('%s', (_, range, expected) => {
    expect(pageOf(range, { least: 20n })).toEqual(expected)
  })
})

describe('a stream of 7 events of which the first five are too old', () => {
  const hidden = (number: number): boolean => number < 5
  test.each([
    ['head', backward('head', 20), { newest: 6, oldest: 5, isEnd: true, from: 6n }],
    ['head/backward/2', backward('head', 2), { newest: 6, oldest: 5, isEnd: false, from: 6n }],
    ['4/backward/2', backward(4n, 2), { ...none, isEnd: true, from: 4n }],
    ['0/forward/5', forward(0n, 5), { ...none, isEnd: false, from: 0n }],
    ['0/forward/6', forward(0n, 6), { newest: 5, oldest: 5, isEnd: false, from: 0n }],
    ['3/forward/2', forward(3n, 2), { ...none, isEnd: false, from: 3n }],
  ])('%s', (_, range, expected) => {
    expect(pageOf(range, { last: 6, hidden })).toEqual(expected)
  })

  test('all of them too old', () => {
    const all = { last: 6, hidden: () => true, lastTooOld: true }
    expect(pageOf(forward(0n, 2), all)).toEqual({ ...none, isEnd: true, from: 0n })
    expect(pageOf(backward('head', 20), all)).toEqual({ ...none, isEnd: true, from: 6n })
  })
})

describe('a stream truncated behind its end', () => {
  test('its newest page is empty and starts at -1', () => {
    expect(pageOf(backward('head', 20), { least: 30n })).toEqual({ ...none, isEnd: true, from: -1n })
  })

  test('a forward page reaches the end only once it reaches the truncation', () => {
    expect(pageOf(forward(25n, 5), { least: 30n }).isEnd).toBe(false)
    expect(pageOf(forward(25n, 6), { least: 30n }).isEnd).toBe(true)
  })
})
