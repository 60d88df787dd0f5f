import { expect, test } from 'vitest'
import type { QueryFault } from '../../query/query.ts'
import { queryFailure } from './fault-reason.ts'

const frame = { projection: 'p', handlerName: undefined, position: 's: 1', isDeletion: false }
const thrown: QueryFault = { kind: 'runtime', message: 'boom', wrapped: true }

test('a failing handler shows the progress of its event, a failing deletion does not', () => {
  expect(queryFailure(thrown, frame)).toMatchObject({ takesCheckpoint: true, showsProgress: true })
  expect(queryFailure(thrown, { ...frame, isDeletion: true })).toMatchObject({ takesCheckpoint: true, showsProgress: false })
})

test.each([
  [false, 'an event'],
  [true, 'a delete partition notification'],
])('the reason of a deletion (%s) names what failed: %s', (isDeletion, what) => {
  const { reason } = queryFailure(thrown, { ...frame, isDeletion }).fault
  expect(reason.startsWith(`The p projection failed to process ${what}.\r\nHandler: EventStore.`)).toBe(true)
  expect(reason.endsWith('\r\nEvent Position: s: 1\r\n\r\nMessage:\r\n\r\nboom')).toBe(true)
})
