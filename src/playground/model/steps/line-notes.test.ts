import { expect, test } from 'vitest'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import { stepLines } from './line-notes.ts'
import { queryPaths } from '../../language/query-paths.ts'

const query = `fromAll().when({
  ItemAdded: (state, event) => {
    const old = state.total
    state.total += event.data.price
    log(state.total)
    state.items.push(event.data.sku)
    for (const n of event.data.list)
      state.n = n
  },
})`

const lines = (...numbers: number[]) => numbers.map((line) => ({ line, times: 1 }))

const step: TraceStep = {
  event: {
    stream: 'a',
    number: 0,
    type: 'ItemAdded',
    id: '',
    isJson: true,
    position: 0,
    created: 0,
    data: '{"price":5,"sku":"tea"}',
    metadata: '',
  },
  link: undefined,
  partition: '',
  handler: 'ItemAdded',
  skipped: undefined,
  state: { before: '{"total":7,"items":[]}', after: '{"total":12,"items":["tea"]}' },
  shared: undefined,
  result: { before: '', after: '' },
  emitted: [],
  logs: [],
  fault: undefined,
  lines: lines(3, 4, 5, 6),
  values: [{ line: 3, name: 'old', text: '7' }],
}

const notesOf = (given: TraceStep) =>
  stepLines(given, queryPaths(query)).ran.map(({ line, isChange, values }) => `${line}${isChange ? '*' : ''} ${values.join(', ')}`)

test('values as they were where the line ran, and changes where the line made them', () => {
  expect(notesOf(step)).toEqual([
    '3 state.total: 7, old: 7',
    '4* state.total: 7 → 12, event.data.price: 5',
    '5 state.total: 12',
    '6* state.items: [] → ["tea"], event.data.sku: "tea"',
  ])
  expect(stepLines(step, queryPaths(query)).at).toBe(4)
})

test('keys in brackets, where they are known', () => {
  const computed = `fromAll().when({ T: (state, { data }) => {
    const { sku } = data
    state.of[sku] -= 1
    state.by[data.who] = 2
    state.no[1 + 1] = 3
  } })`
  const given: TraceStep = {
    ...step,
    event: { ...step.event, data: '{"sku":"tea","who":"ann"}' },
    state: { before: '{"of":{"tea":3},"by":{}}', after: '{"of":{"tea":2},"by":{"ann":2}}' },
    lines: lines(2, 3, 4, 5),
    values: [{ line: 2, name: 'sku', text: '"tea"' }],
  }
  const { ran } = stepLines(given, queryPaths(computed))
  expect(ran.map(({ values }) => values)).toEqual([
    ['sku: "tea"'],
    ['state.of[sku]: 3 → 2'],
    ['state.by[data.who]: 2'],
    ['state.no: undefined'],
  ])
})

test('of a state without a value before, only the one behind', () => {
  expect(notesOf({ ...step, state: { ...step.state, before: '' } })).toEqual([
    '3 old: 7',
    '4* state.total: 12, event.data.price: 5',
    '5 state.total: 12',
    '6* state.items: ["tea"], event.data.sku: "tea"',
  ])
})

test('of an event that failed nothing that it would have changed', () => {
  const failed: TraceStep = { ...step, lines: lines(3, 4), fault: { kind: 'timeout', message: 'too long' } }
  const shown = stepLines(failed, queryPaths(query))
  expect([shown.at, shown.fault]).toEqual([4, 4])
  expect(notesOf(failed)).toEqual(['3 state.total: 7, old: 7', '4 event.data.price: 5'])
  expect(notesOf({ ...failed, lines: lines(5) })).toEqual(['5 state.total: 7'])
})
