import { expect, test } from 'vitest'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import { NumberHistory, numbersIn } from './number-history.ts'

const step = (number: number, partition: string | undefined, after: string, given: Partial<TraceStep> = {}): TraceStep => ({
  event: { stream: 'a', number, type: 'T', id: '', isJson: true, position: number, created: 0, data: '', metadata: '' },
  link: undefined,
  partition,
  handler: 'T',
  skipped: undefined,
  state: { before: '', after },
  shared: undefined,
  result: { before: '', after: '' },
  emitted: [],
  logs: [],
  fault: undefined,
  ...given,
})

test('numbers of a state by path', () => {
  expect([...numbersIn('{"n":1,"of":{"a b":[2,{"c":3.5}]},"text":"4","none":null}')]).toEqual([
    ['n', 1],
    ['of["a b"][0]', 2],
    ['of["a b"][1].c', 3.5],
  ])
  expect([...numbersIn('7')]).toEqual([['', 7]])
  expect(numbersIn('text').size).toBe(0)
})

test('only numbers that changed, of one partition, at the events that changed them', () => {
  const history = new NumberHistory('p')
  const steps = [
    step(0, 'p', '{"n":1,"same":5}'),
    step(1, 'q', '{"n":9}'),
    step(2, undefined, '', { skipped: 'type-not-handled' }),
    step(3, 'p', '{"n":1,"same":5,"late":-1}'),
    step(4, 'p', '{"n":4,"same":5,"late":-1}'),
    step(5, 'p', '{"n":100}', { fault: { kind: 'runtime', message: '' } }),
  ]
  for (const each of [...steps, undefined]) history.add(each)
  expect(history.events).toBe(7)
  expect(history.series()).toEqual([
    {
      path: 'n',
      least: 1,
      most: 4,
      points: [
        { event: 0, value: 1, type: 'T', place: '0@a' },
        { event: 4, value: 4, type: 'T', place: '4@a' },
      ],
    },
  ])
})

test('the state that partitions share', () => {
  const history = new NumberHistory('')
  for (const number of [0, 1]) history.add(step(number, 'p', '{"own":1}', { shared: { before: '', after: `{"all":${number}}` } }))
  expect(history.series().map(({ path }) => path)).toEqual(['all'])
})
