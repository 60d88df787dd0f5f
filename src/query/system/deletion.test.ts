import { expect, test } from 'vitest'
import { queryEvent } from '../query-event.fixture.ts'
import { subjectOf } from './native-handlers.ts'

const metadata = (data: string) => queryEvent({ type: '$metadata', stream: '$$cart-1', data })

test.each([
  ['an ordinary event', queryEvent({ stream: 'cart-1' }), { stream: 'cart-1', isDeletion: false }],
  ['a tombstone', queryEvent({ type: '$streamDeleted', stream: 'cart-1' }), { stream: 'cart-1', isDeletion: true }],
  ['a soft deletion', metadata('{"$tb":9223372036854775807}'), { stream: 'cart-1', isDeletion: true }],
  ['an indented one', metadata('{\n  "$maxCount": 2,\n  "$tb": 9223372036854775807\n}'), { stream: 'cart-1', isDeletion: true }],
  ['a truncation', metadata('{"$tb":5}'), { stream: 'cart-1', isDeletion: false }],
  ['a truncation that rounds to the same number', metadata('{"$tb":9223372036854775806}'), { stream: 'cart-1', isDeletion: false }],
  ['the number elsewhere', metadata('{"a":9223372036854775807}'), { stream: 'cart-1', isDeletion: false }],
  ['metadata that is no JSON', metadata('9223372036854775807{'), { stream: 'cart-1', isDeletion: false }],
  ['an event of another type in a metastream', queryEvent({ type: 'T', stream: '$$cart-1' }), { stream: 'cart-1', isDeletion: false }],
])('%s', (_name, event, subject) => {
  expect(subjectOf(event)).toEqual(subject)
})
