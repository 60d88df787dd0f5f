import { expect, test } from 'vitest'
import { judge } from './expectations.ts'

const outcome = (name: string, ...agrees: boolean[]) => ({
  name,
  differences: agrees.map((agree) => (agree ? [] : ['body: expected 1, got 2'])),
})

test('an unlisted difference is unexpected', () => {
  const verdict = judge([outcome('streams/a', true, false)], [], true)
  expect(verdict).toEqual({ unexpected: [{ scenario: 'streams/a', step: 1, differences: ['body: expected 1, got 2'] }], stale: [] })
})

test('a listed difference is neither unexpected nor stale', () => {
  const verdict = judge([outcome('streams/a', true, false)], [{ scenario: 'streams/a', steps: [1], reason: 'why' }], true)
  expect(verdict).toEqual({ unexpected: [], stale: [] })
})

test('a listed step that agrees is stale', () => {
  const verdict = judge([outcome('streams/a', true, false)], [{ scenario: 'streams/a', steps: [0, 1], reason: 'why' }], true)
  expect(verdict.stale).toEqual([{ scenario: 'streams/a', steps: [0], reason: 'why' }])
})

test('an unstable step may agree or differ', () => {
  const listed = [{ scenario: 'streams/a', steps: [0, 1], reason: 'a race', unstable: true }]
  expect(judge([outcome('streams/a', true, false)], listed, true)).toEqual({ unexpected: [], stale: [] })
})

test('a deviation of a scenario that does not exist is stale when everything was played, and ignored in a part', () => {
  const listed = [{ scenario: 'streams/gone', steps: [0], reason: 'why' }]
  expect(judge([outcome('streams/a', true)], listed, true).stale).toHaveLength(1)
  expect(judge([outcome('streams/a', true)], listed, false).stale).toEqual([])
})

test('a group of names covers the differences in it, and is stale without any', () => {
  const listed = [{ scenario: 'server/users-*', reason: 'not built' }]
  expect(judge([outcome('server/users-a', false), outcome('server/ping', true)], listed, true)).toEqual({ unexpected: [], stale: [] })
  expect(judge([outcome('server/users-a', true)], listed, true).stale).toEqual([
    { scenario: 'server/users-*', steps: [], reason: 'not built' },
  ])
})
