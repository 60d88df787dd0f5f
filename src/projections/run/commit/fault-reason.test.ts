import { expect, test } from 'vitest'
import type { QueryFault } from '../../../query/query.ts'
import { queryFailure } from './fault-reason.ts'

const context = { name: 'p', handlerName: 'Some.Handler' }
const failed = { tag: { kind: 'stream', stream: 's', number: 1 }, event: {} } as const
const failedDeletion = { ...failed, event: { deleted: 'hard' } } as const
const thrown: QueryFault = { kind: 'runtime', message: 'boom', wrapped: true }

test('a failing handler shows the progress of its event, a failing deletion does not', () => {
  expect(queryFailure(thrown, failed, context)).toMatchObject({ takesCheckpoint: true, showsProgress: true })
  expect(queryFailure(thrown, failedDeletion, context)).toMatchObject({ takesCheckpoint: true, showsProgress: false })
})

test.each([
  [false, 'an event'],
  [true, 'a delete partition notification'],
])('the reason of a deletion (%s) names what failed: %s', (isDeletion, what) => {
  const { reason } = queryFailure(thrown, isDeletion ? failedDeletion : failed, context).fault
  expect(reason.startsWith(`The p projection failed to process ${what}.\r\nHandler: Some.Handler\r\n`)).toBe(true)
  expect(reason.endsWith('\r\nEvent Position: s: 1\r\n\r\nMessage:\r\n\r\nboom')).toBe(true)
})

test('a state that is too large is a reason of its own, with the name of the projection', () => {
  const fault: QueryFault = { kind: 'state-size', message: 'The state size of projection is 5 bytes', wrapped: false }
  expect(queryFailure(fault, failed, context)).toEqual({
    fault: { reason: "The state size of projection 'p' is 5 bytes" },
    takesCheckpoint: false,
    showsProgress: false,
  })
})
