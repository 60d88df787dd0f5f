import { describe, expect, test } from 'vitest'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import { StepHistory, blockLength, endOfBlock } from './step-history.ts'

const none = { before: '', after: '' }

const step = (number: number, given: Partial<TraceStep> = {}): TraceStep => ({
  event: { stream: 's', number, type: 'T', id: '', isJson: true, position: number, created: 0, data: `{"n":${number}}`, metadata: '' },
  link: undefined,
  partition: `p${number % 3}`,
  handler: 'T',
  skipped: undefined,
  state: { before: stateOf(number - 3), after: stateOf(number) },
  shared: undefined,
  result: none,
  emitted: [],
  logs: [],
  fault: undefined,
  ...given,
})

const stateOf = (n: number): string => (n < 0 ? '' : JSON.stringify({ list: Array.from({ length: 50 }, (_, i) => i), n }))

const steps = (count: number): TraceStep[] => Array.from({ length: count }, (_, number) => step(number))

describe('kept steps', () => {
  test('every step as it was told', () => {
    const history = new StepHistory()
    const all = steps(700)
    history.add(all.slice(0, 300))
    history.add(all.slice(300))
    expect(all.map((_, index) => history.step(index))).toEqual(all)
    expect(history.step(700)).toBeUndefined()
  })

  test('rows, and the step that ended the run', () => {
    const history = new StepHistory()
    history.add([
      step(0, { emitted: [{ stream: 'out', type: 'E', data: '1', isJson: true, metadata: [] }], logs: ['a', 'b'] }),
      step(1, { handler: undefined, skipped: 'type-not-handled', partition: undefined, state: none }),
      step(2, { fault: { kind: 'runtime', message: 'no' }, state: none, shared: { before: '1', after: '2' } }),
    ])
    expect(history.rows).toMatchObject([
      { type: 'T', partition: 'p0', isChange: true, logs: 2, isFault: false },
      { skipped: 'type-not-handled', isChange: false },
      { isFault: true, isChange: true },
    ])
    expect(history.fault).toBe(2)
  })

  test('much less than all texts together where states are alike', () => {
    const history = new StepHistory()
    const all = steps(blockLength)
    history.add(all)
    expect(history.size).toBeLessThan(all.reduce((sum, { state }) => sum + state.after.length, 0) / 5)
  })
})

describe('where it is too much', () => {
  const most = 20_000

  test('the texts of the oldest steps are forgotten, and their rows are not', () => {
    const history = new StepHistory(most)
    history.add(steps(2000))
    expect(history.rows).toHaveLength(2000)
    expect(history.size).toBeLessThanOrEqual(most)
    expect(history.step(0)).toBeUndefined()
    expect(history.step(1999)).toEqual(step(1999))
  })

  test('another run brings them back, and others are forgotten instead', () => {
    const history = new StepHistory(most)
    const all = steps(2000)
    history.add(all)
    expect(history.refill(all.slice(0, 100), 0, 300)).toBe(true)
    expect(history.refill(all.slice(100, endOfBlock(300)), 100, 300)).toBe(true)
    expect(history.step(300)).toEqual(all[300])
    expect(history.step(257)).toEqual(all[257])
    expect(history.size).toBeLessThanOrEqual(most)
  })

  test('a run over other events is refused', () => {
    const history = new StepHistory(most)
    history.add(steps(2000))
    expect(history.refill([step(7)], 0, 0)).toBe(false)
    expect(history.step(0)).toBeUndefined()
  })
})
