import { expect, test } from 'vitest'
import { eventsOfStream } from './events-of-stream.ts'

const columns = {
  stream: 's',
  firstNumber: 7,
  ids: ['0fffffff-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'],
  types: 'T',
  data: ['a', 'b'],
  metadata: ['m', ''],
  isJson: false,
  created: 9,
} as const

test('numbers count up from the first, and what is said once is so for all', () => {
  const common = { type: 'T', isJson: false, stream: 's', created: 9 }
  expect(eventsOfStream(columns)).toEqual([
    { ...common, id: '0fffffff-0000-4000-8000-000000000001', number: 7, data: 'a', metadata: 'm' },
    { ...common, id: 'aaaaaaaa-0000-4000-8000-000000000002', number: 8, data: 'b', metadata: '' },
  ])
})

test('types and what is JSON may be said for each', () => {
  const events = eventsOfStream({ ...columns, types: ['T', '$>'], isJson: [true, false] })
  expect(events.map(({ type, isJson }) => [type, isJson])).toEqual([
    ['T', true],
    ['$>', false],
  ])
})
