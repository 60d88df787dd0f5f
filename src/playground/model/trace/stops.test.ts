import { describe, expect, it } from 'vitest'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import type { Condition } from './stops.ts'
import { conditionProblem, noStops, pathIn, watchConditions, withLineToggled } from './stops.ts'

describe('pathIn', () => {
  it.each([
    ['$', []],
    ['$.total', ['total']],
    [' $.items[0].price ', ['items', '0', 'price']],
    [`$['a b']["c"].größe`, ['a b', 'c', 'größe']],
  ])('%s', (text, names) => expect(pathIn(text)).toEqual(names))
  it.each(['', 'total', '$total', '$.', '$.a b', '$.a[', '$.a[b]', '$..a'])('"%s" is none', (text) => expect(pathIn(text)).toBeUndefined())
})

const conditions: readonly Condition[] = [
  { kind: 'changes', text: '$.total' },
  { kind: 'holds', text: 'event.data.total > 100' },
  { kind: 'changes', text: '$' },
  { kind: 'holds', text: 'state.' },
]

const step = (before: string, after: string, met?: readonly number[]): TraceStep => ({
  event: { stream: 'a', number: 0, type: 'T', id: '', isJson: true, position: 0, created: 0, data: '', metadata: '' },
  link: undefined,
  partition: '',
  handler: 'T',
  skipped: undefined,
  state: { before, after },
  shared: undefined,
  result: { before: '', after: '' },
  emitted: [],
  logs: [],
  fault: undefined,
  ...(met && { met }),
})

describe('watchConditions', () => {
  const watch = watchConditions(conditions)

  it('gives expressions to the sandbox, and numbers what holds as the list does', () => {
    expect(watch.expressions).toEqual(['event.data.total > 100', 'state.'])
    expect(watch.complete(step('{"total":1}', '{"total":2}', [0])).met).toEqual([0, 1, 2])
    expect(watch.complete(step('{"total":1}', '{"total":1,"n":1}')).met).toEqual([2])
    expect(watch.complete(step('', '{"total":1}')).met).toEqual([0, 2])
    expect(watch.complete(step('a', 'b')).met).toEqual([2])
    expect(watch.complete(step('{"total":1}', '{"total":1}'))).not.toHaveProperty('met')
  })

  it('finds the condition of each fault', () => {
    expect(watch.faults([undefined, { kind: 'syntax', message: 'Line 2: Unexpected end' }])).toEqual([
      undefined,
      undefined,
      undefined,
      'Unexpected end',
    ])
  })
})

it('names what a condition lacks', () => {
  expect(conditionProblem({ kind: 'holds', text: ' ' })).toContain('Enter')
  expect(conditionProblem({ kind: 'changes', text: 'total' })).toContain('$.total')
  expect(conditionProblem({ kind: 'changes', text: '$.total' })).toBeUndefined()
})

it('keeps lines in order', () => {
  const stops = withLineToggled(withLineToggled(noStops, 12), 7)
  expect(stops.lines).toEqual([7, 12])
  expect(withLineToggled(stops, 12).lines).toEqual([7])
})
