import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { BatchOutcome } from '../../query/query.ts'
import { isAhead } from './pending-commit.ts'

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
const state = (event: number) => ({ state: `${event}`, result: undefined, event, isNew: false })

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
