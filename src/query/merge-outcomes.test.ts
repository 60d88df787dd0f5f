import { expect, test } from 'vitest'
import { mergeOutcomes } from './merge-outcomes.ts'
import { emptyOutcome } from './sandbox/outcome.ts'
import type { BatchOutcome } from './query.ts'

const outcome = (given: Partial<BatchOutcome>): BatchOutcome => ({ ...emptyOutcome, handlerTime: 1, ...given })
const texts = (state: string, event: number) => ({ state, result: undefined, event })

test('counts the events of the second run from the first of the first', () => {
  const first = outcome({
    finished: 2,
    handled: 2,
    lastHandled: 1,
    more: true,
    states: new Map([
      ['a', texts('1', 0)],
      ['b', texts('2', 1)],
    ]),
    writes: [{ kind: 'partition', event: 0, partition: 'a' }],
    logs: ['x'],
  })
  const second = outcome({
    finished: 3,
    handled: 1,
    lastHandled: 0,
    states: new Map([['a', texts('3', 0)]]),
    writes: [{ kind: 'result', event: 0, partition: 'a', result: 'r' }],
    logs: ['y'],
    fault: { kind: 'runtime', message: 'm', wrapped: true, event: 3 },
  })
  expect(mergeOutcomes(first, second)).toEqual({
    finished: 5,
    handled: 3,
    lastHandled: 2,
    more: false,
    states: new Map([
      ['a', texts('3', 2)],
      ['b', texts('2', 1)],
    ]),
    writes: [
      { kind: 'partition', event: 0, partition: 'a' },
      { kind: 'result', event: 2, partition: 'a', result: 'r' },
    ],
    logs: ['x', 'y'],
    fault: { kind: 'runtime', message: 'm', wrapped: true, event: 5 },
    handlerTime: 2,
  })
})

test('keeps the last handled event of the first run where the second handled none, and a fault that blames no event', () => {
  const merged = mergeOutcomes(outcome({ finished: 1, lastHandled: 0 }), outcome({ fault: { kind: 'crash', message: 'm', wrapped: true } }))
  expect(merged).toMatchObject({ lastHandled: 0, fault: { kind: 'crash' } })
  expect(merged.fault).not.toHaveProperty('event')
})

test('joins steps where there are any', () => {
  const step = { partition: '', handler: '$any', skipped: undefined, state: '', result: undefined, logs: [] }
  const merged = mergeOutcomes(outcome({ finished: 1, steps: [{ ...step, event: 0 }] }), outcome({ steps: [{ ...step, event: 0 }] }))
  expect(merged.steps?.map(({ event }) => event)).toEqual([0, 1])
  expect(mergeOutcomes(outcome({}), outcome({}))).not.toHaveProperty('steps')
})

test('keeps what the first run changed where the second left it without a state', () => {
  const left = { ...texts('', 0), isUnaltered: true }
  const first = outcome({ finished: 2, states: new Map([['a', texts('', 1)]]) })
  const second = outcome({
    finished: 1,
    states: new Map([
      ['a', left],
      ['b', left],
    ]),
  })
  expect(mergeOutcomes(first, second).states).toEqual(
    new Map([
      ['a', texts('', 1)],
      ['b', { ...left, event: 2 }],
    ]),
  )
})
