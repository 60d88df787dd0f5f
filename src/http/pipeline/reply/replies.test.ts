import { expect, test } from 'vitest'
import { badRequest, badRequestReason } from './replies.ts'

test('the text of a bad request is ASCII, and its type has no charset', () => {
  expect(badRequest("'größe' is not valid event number")).toEqual({
    status: 400,
    type: 'text/plain',
    body: "'gr??e' is not valid event number",
  })
})

test('some bad requests say why in the status line', () => {
  expect(badRequestReason('messageid should be a properly formed guid')).toEqual({
    status: 400,
    reason: 'messageid should be a properly formed guid',
  })
})
