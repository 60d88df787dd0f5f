import { describe, expect, it } from 'vitest'
import { emptyOutcome } from '../query/packed-query.ts'
import { queryEvent } from '../query/query-event.fixture.ts'
import type { BatchOutcome, QueryFault } from '../query/query.ts'
import { definitionFixture, runFixture, sourcesFixture } from './definition.fixture.ts'
import type { Handled } from './gathered-slice.ts'
import { gatherSlice } from './gathered-slice.ts'
import type { Cursor } from './row.ts'
import type { SliceContext } from './slice.ts'
import { sourceOf } from './source.ts'

const sources = sourcesFixture({ byCustomPartitions: true })

const contextOf = (given: Partial<SliceContext['definition']> = {}): SliceContext => ({
  name: 'p',
  definition: { ...definitionFixture(given), sources },
  source: sourceOf(sources),
  stamp: { id: 6, epoch: -1, version: 0 },
  handlerName: undefined,
  ranks: new Map(),
})

const cursorAt = (number: number): Cursor => {
  const tag = { kind: 'stream', stream: 's', number } as const
  return { tag, passed: tag, live: undefined }
}

/** One event for each number, in a partition of its own. */
function handled(numbers: readonly number[], outcome: Partial<BatchOutcome> = {}, atEnd = false): Handled {
  const deliveries = numbers.map((number) => {
    const cursor = cursorAt(number)
    return { event: queryEvent({ number }), tag: cursor.tag, cursor, progress: 0, read: 0 }
  })
  const states = numbers.map(
    (number, event) => [`k${number}`, { state: `{"n":${number}}`, result: undefined, event, isNew: true }] as const,
  )
  const all = {
    finished: numbers.length,
    handled: numbers.length,
    lastHandled: numbers.length - 1,
    states: new Map(states),
    handlerTime: 1,
  }
  const rest = { deliveries, reads: [numbers.length], cursor: cursorAt(numbers.at(-1)!), bytes: 0, content: 0, atEnd }
  return { outcome: { ...emptyOutcome, ...all, ...outcome }, deliveries, rest, stored: new Map(), missing: [] }
}

/** @returns the slice, and how many of those that wait were taken along. */
function gather(waiting: readonly Handled[], context = contextOf()) {
  const left = [...waiting]
  const lines: string[] = []
  const environment = { now: () => 0, log: (line: string) => void lines.push(line) }
  const { slice, ends } = gatherSlice(runFixture(), left.shift()!, () => left.shift(), context, environment)
  return { slice, ends, taken: waiting.length - left.length, lines }
}

describe('outcomes that wait for their commits', () => {
  it('become one slice with the states of all, the last of each partition', () => {
    const again = handled([3], {
      states: new Map([['k1', { state: '{"n":3}', result: undefined, event: 0, isNew: false }]]),
      logs: ['third'],
    })
    const { slice, taken, lines } = gather([handled([0, 1], { logs: ['first'] }), handled([2]), again])
    expect(taken).toBe(3)
    expect([...slice.partitions].map(([name, { state, rank, tag }]) => [name, state, rank, tag])).toEqual([
      ['k0', '{"n":0}', 0, cursorAt(0).tag],
      ['k1', '{"n":3}', 1, cursorAt(3).tag],
      ['k2', '{"n":2}', 2, cursorAt(2).tag],
    ])
    expect(slice.run).toMatchObject({
      delivered: 4,
      handled: 4,
      handlerTime: 3,
      partitions: 3,
      position: cursorAt(3).tag,
      cursor: cursorAt(3),
    })
    expect(lines).toEqual(['first', 'third'])
  })

  it('wait on where a checkpoint is due behind those before them', () => {
    const { tuning } = definitionFixture()
    const context = contextOf({ tuning: { ...tuning, checkpointHandledThreshold: 3, checkpointAfterMs: 0 } })
    const { slice, taken } = gather([handled([0]), handled([1, 2]), handled([3])], context)
    expect(taken).toBe(2)
    expect(slice.run.delivered).toBe(3)
  })

  it('wait on behind writes, which may be refused', () => {
    const write = { kind: 'emit', event: 0, stream: 'o', type: 'T', data: '1', isJson: true, metadata: [] } as const
    const { slice, taken } = gather([handled([0]), handled([1], { writes: [write] }), handled([2])])
    expect(taken).toBe(2)
    expect(slice.outputs).toHaveLength(1)
    expect([...slice.partitions.keys()]).toEqual(['k0', 'k1'])
  })

  it('wait on behind a fault', () => {
    const fault: QueryFault = { kind: 'runtime', message: 'no', wrapped: true, event: 0 }
    const failed = handled([1], { fault, finished: 0, handled: 0, lastHandled: -1, states: new Map() })
    const { slice, taken } = gather([handled([0]), failed, handled([2])])
    expect(taken).toBe(2)
    expect(slice.fault?.fault.reason).toContain('no')
    expect([...slice.partitions.keys()]).toEqual(['k0'])
  })

  it('end a query whose source has ended', () => {
    const context = contextOf({ mode: 'OneTime' })
    expect(gather([handled([0]), handled([1], {}, true)], context)).toMatchObject({ taken: 2, ends: true })
    expect(gather([handled([0], {}, true), handled([1])], context)).toMatchObject({ taken: 1, ends: true })
    expect(gather([handled([0], {}, true), handled([1])])).toMatchObject({ taken: 2, ends: false })
  })
})
