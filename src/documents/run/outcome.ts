// The outcome of a query's block, and what it has instead of its expectations.

import { isSame } from '../../base/json/is-same.ts'
import type { BlockProblem, ExpectedEntry, QueryBlock } from '../blocks/block.ts'

/** What a query has made of the events. */
export interface QueryOutcome {
  /** Of no partition; undefined if there is none. */
  readonly state: unknown
  readonly partitions: Readonly<Record<string, unknown>>
  readonly result: unknown
  readonly results: Readonly<Record<string, unknown>>
  readonly emitted: readonly { readonly stream: string; readonly type: string; readonly data: unknown }[]
  readonly fault: OutcomeFault | undefined
}

export interface OutcomeFault {
  readonly message: string
  /** In the query's text, from 1. */
  readonly line?: number
}

/** The value that an expectation is about. */
export function valueFor(
  { options }: QueryBlock,
  { kind, partition }: { kind: 'state' | 'result'; partition: string | undefined },
  outcome: QueryOutcome,
): unknown {
  const name = partition ?? options.partition
  const own = kind === 'state' ? outcome.state : outcome.result
  const byName = kind === 'state' ? outcome.partitions : outcome.results
  return name === undefined || name === '' ? own : byName[name]
}

/** @returns a problem for each expectation that does not hold, at its line. Faults are judged elsewhere. */
export function unmet(block: QueryBlock, outcome: QueryOutcome): BlockProblem[] {
  const entries = block.expected?.entries ?? []
  const ofValues = entries.flatMap((entry) => {
    if (entry.kind !== 'state' && entry.kind !== 'result') return []
    const value = valueFor(block, entry, outcome)
    if (isSame(value, entry.value)) return []
    const name = entry.partition ?? block.options.partition
    const of = name === undefined ? '' : ` of ${name}`
    const other = value === undefined ? `there is none${partitionsIn(outcome, name)}` : `it is ${printed(value)}`
    return [{ line: entry.line, message: `The ${entry.kind}${of} should be ${printed(entry.value)}, and ${other}.` }]
  })
  return [...ofValues, ...unmetEmissions(entries, outcome)].toSorted((one, other) => one.line - other.line)
}

/** A hint for those who expect the state of no partition. */
function partitionsIn({ partitions }: QueryOutcome, name: string | undefined): string {
  const names = Object.keys(partitions)
  if (names.length === 0 || (name !== undefined && names.includes(name))) return ''
  return `; there are partitions: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}`
}

function unmetEmissions(entries: readonly ExpectedEntry[], { emitted }: QueryOutcome): BlockProblem[] {
  const nothing = entries.find(({ kind }) => kind === 'nothing-emitted')
  if (nothing)
    return emitted.length === 0
      ? []
      : [
          {
            line: nothing.line,
            message: `Nothing should be emitted, and ${printedEmission(emitted[0]!)} is${emitted.length > 1 ? `, the first of ${emitted.length}` : ''}.`,
          },
        ]
  const expected = entries.filter((entry) => entry.kind === 'emitted')
  if (expected.length === 0) return []
  const wrong = expected.findIndex((entry, index) => !isEmission(entry, emitted[index]))
  if (wrong >= 0) {
    const there = emitted[wrong]
    return [
      {
        line: expected[wrong]!.line,
        message: `The emitted event should be ${printedEmission(expected[wrong]!)}, and ${there ? `it is ${printedEmission(there)}` : 'there is none'}.`,
      },
    ]
  }
  const [surplus] = emitted.slice(expected.length)
  return surplus ? [{ line: expected.at(-1)!.line, message: `No other event should be emitted, and ${printedEmission(surplus)} is.` }] : []
}

const isEmission = (expected: Emission, emitted: Emission | undefined): boolean =>
  emitted !== undefined && expected.stream === emitted.stream && expected.type === emitted.type && isSame(emitted.data, expected.data)

interface Emission {
  readonly stream: string
  readonly type: string
  readonly data: unknown
}

const printedEmission = ({ stream, type, data }: Emission): string => `${stream} ${type}${data === undefined ? '' : ` ${printed(data)}`}`
const printed = (value: unknown): string => JSON.stringify(value) ?? 'undefined'
