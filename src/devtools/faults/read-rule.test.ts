import { describe, expect, it } from 'vitest'
import { faultProblems } from '../../engine/faults/problems.ts'
import type { RuleForm } from './read-rule.ts'
import { firstForm, readRule } from './read-rule.ts'

const read = (change: Partial<RuleForm>) => readRule({ ...firstForm, ...change })

describe('a rule of the form', () => {
  it('is possible as the form is at first, for every kind', () => {
    for (const kind of ['latency', 'status', 'dropped', 'lost-race'] as const) expect(faultProblems(read({ kind }))).toEqual([])
    expect(read({})).toEqual({ kind: 'latency', milliseconds: [500, 1500] })
  })

  it('has a latency of one length, of two in any order, or without end', () => {
    expect(read({ least: '100', most: '100' })).toEqual({ kind: 'latency', milliseconds: 100 })
    expect(read({ least: '900', most: '100' })).toEqual({ kind: 'latency', milliseconds: [100, 900] })
    expect(read({ never: true })).toEqual({ kind: 'latency', milliseconds: Number.POSITIVE_INFINITY })
  })

  it('has the members of its kind only', () => {
    expect(read({ kind: 'status', status: '429', reason: ' Slow Down ' })).toEqual({ kind: 'status', status: 429, reason: 'Slow Down' })
    expect(read({ kind: 'dropped', when: 'answered' })).toEqual({ kind: 'dropped', when: 'answered' })
    expect(read({ kind: 'lost-race', eventType: '' })).toEqual({ kind: 'lost-race' })
    expect(read({ kind: 'stopped-projection', projection: 'sales' })).toEqual({ kind: 'stopped-projection', projection: 'sales' })
  })

  it('has the conditions that are filled in', () => {
    const conditions = { method: 'POST', path: ' /streams/order-* ', share: '30', times: '2' }
    expect(read({ kind: 'dropped', ...conditions })).toEqual({
      kind: 'dropped',
      when: 'before',
      method: 'POST',
      path: '/streams/order-*',
      probability: 0.3,
      times: 2,
    })
  })

  it('is refused by the store where a number is none', () => {
    expect(faultProblems(read({ least: 'soon' }))).toHaveLength(1)
    expect(faultProblems(read({ share: '120' }))).toHaveLength(1)
    expect(faultProblems(read({ times: '1.5' }))).toHaveLength(1)
  })
})
