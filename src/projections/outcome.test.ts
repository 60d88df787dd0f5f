import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { BatchOutcome } from '../query/query.ts'
import { isAhead, joinOutcomes } from './outcome.ts'

const outcome = (given: Partial<BatchOutcome>): BatchOutcome => ({
  finished: 0,
  handled: 0,
  lastHandled: -1,
  more: false,
  states: new Map(),
  writes: [],
  logs: [],
  handlerTime: 0,
  ...given,
})
const state = (event: number, isNew = false) => ({ state: `${event}`, result: undefined, event, isNew })

test('an event that was handled and not finished is ahead', () => {
  assert.equal(isAhead(outcome({ finished: 2, states: new Map([['a', state(1)]]) })), false)
  assert.equal(
    isAhead(
      outcome({
        finished: 2,
        states: new Map([
          ['a', state(1)],
          ['b', state(2)],
        ]),
      }),
    ),
    true,
  )
})

test('two runs count as one', () => {
  const first = outcome({
    finished: 2,
    handled: 2,
    lastHandled: 1,
    more: true,
    states: new Map([
      ['a', state(0, true)],
      ['b', state(3, true)],
    ]),
    writes: [{ kind: 'partition', event: 1, partition: 'a' }],
    logs: ['one'],
    handlerTime: 5,
  })
  const second = outcome({
    finished: 3,
    handled: 2,
    lastHandled: 2,
    states: new Map([['b', state(1)]]),
    writes: [{ kind: 'partition', event: 0, partition: 'b' }],
    logs: ['two'],
    handlerTime: 3,
    fault: { kind: 'runtime', message: 'boom', wrapped: true, event: 3 },
  })
  const joined = joinOutcomes(first, second)
  assert.deepEqual(joined, {
    finished: 5,
    handled: 4,
    lastHandled: 4,
    more: false,
    states: new Map([
      ['a', state(0, true)],
      ['b', { ...state(1, true), event: 3 }],
    ]),
    writes: [
      { kind: 'partition', event: 1, partition: 'a' },
      { kind: 'partition', event: 2, partition: 'b' },
    ],
    logs: ['one', 'two'],
    handlerTime: 8,
    fault: { kind: 'runtime', message: 'boom', wrapped: true, event: 5 },
  })
})

test('where the second run handled nothing, the first one’s last event counts', () => {
  assert.equal(joinOutcomes(outcome({ finished: 2, lastHandled: 1 }), outcome({ finished: 1 })).lastHandled, 1)
})
