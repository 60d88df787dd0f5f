// Writes into a document what its blocks have become, in place of expectations that do not hold.

import { isSame } from '../../base/json/is-same.ts'
import type { ExpectedEntry, QueryBlock, RequestBlock } from '../blocks/block.ts'
import { unmetAnswer } from '../run/answer.ts'
import type { PrintedAnswer } from '../../renderings/http-text.ts'
import { statusOf } from '../../renderings/http-text.ts'
import type { QueryOutcome } from '../run/outcome.ts'
import { unmet, valueFor } from '../run/outcome.ts'
import type { RunBlock } from '../run/run-page.ts'

/** Lines in place of others; none of either inserts or removes. */
interface Edit {
  /** From 1. */
  readonly line: number
  readonly removed: number
  readonly lines: readonly string[]
}

/**
 * States, results, emissions and answers become what they are; an empty section `expect:` gets all of them. A fault is never written: a
 * query that breaks is for its author to look at.
 *
 * @returns the same text where nothing is to be updated.
 */
export function updatedDocument(text: string, runs: readonly RunBlock[]): string {
  const lines = text.split('\n')
  const edits = runs.flatMap((run) => editsOf(run).map((edit) => inPlace(edit, run.block, lines)))
  // From the end, so that earlier lines keep their numbers.
  for (const { line, removed, lines: written } of edits.toSorted((one, other) => other.line - one.line))
    lines.splice(line - 1, removed, ...written)
  return lines.join('\n')
}

function editsOf(run: RunBlock): Edit[] {
  if (run.kind === 'query') return run.outcome.fault ? [] : queryEdits(run.block, run.outcome)
  if (run.kind === 'request') return answerEdits(run.block, run.answer)
  return []
}

/** Puts what stands around a block, such as the sign of a quote, before its new lines. */
function inPlace(edit: Edit, block: Pick<RunBlock['block'], 'line' | 'code'>, lines: readonly string[]): Edit {
  const [first = ''] = block.code.split('\n')
  const written = lines[block.line] ?? ''
  const end = written.endsWith('\r') ? '\r' : ''
  const before = written.replace(/\r$/, '')
  const prefix = before.endsWith(first) ? before.slice(0, before.length - first.length) : ''
  return { ...edit, lines: edit.lines.map((line) => `${prefix}${line}`.trimEnd() + end) }
}

function queryEdits(block: QueryBlock, outcome: QueryOutcome): Edit[] {
  const { expected } = block
  if (!expected) return []
  if (expected.entries.length === 0) return [{ line: expected.line + 1, removed: 0, lines: everything(outcome).map((line) => `  ${line}`) }]
  const indent = indentOf(block, expected.entries[0]!)
  const ofValues = expected.entries.flatMap((entry) => {
    if (entry.kind !== 'state' && entry.kind !== 'result') return []
    const value = valueFor(block, entry, outcome)
    if (isSame(value, entry.value)) return []
    const written = value === undefined ? [] : [`${indent}${valueLine(entry.kind, entry.partition, value)}`]
    return [{ line: entry.line, removed: entry.lines, lines: written }]
  })
  return [...ofValues, ...emissionEdits(block, outcome, indent)]
}

/** As the first expectation of the block has it. */
const indentOf = ({ line, code }: QueryBlock, entry: ExpectedEntry): string =>
  /^\s*/.exec(code.split('\n')[entry.line - line - 1] ?? '')![0]

function emissionEdits(block: QueryBlock, outcome: QueryOutcome, indent: string): Edit[] {
  const entries = block.expected!.entries.filter(({ kind }) => kind === 'emitted' || kind === 'nothing-emitted')
  const [first, ...others] = entries
  if (!first) return []
  const only = { ...block, expected: { ...block.expected!, entries } }
  if (unmet(only, outcome).length === 0) return []
  const written = outcome.emitted.length === 0 ? ['emitted nothing'] : emissionLines(outcome)
  return [
    { line: first.line, removed: first.lines, lines: written.map((line) => indent + line) },
    ...others.map(({ line, lines }) => ({ line, removed: lines, lines: [] })),
  ]
}

/** States of so many partitions are written into an empty section. */
const mostPartitions = 10

function everything({ state, partitions, result, results, emitted }: QueryOutcome): string[] {
  const names = Object.keys(partitions).slice(0, mostPartitions)
  return [
    ...(state === undefined ? [] : [valueLine('state', undefined, state)]),
    ...names.map((name) => valueLine('state', name, partitions[name])),
    // A query that transforms nothing has its state as its result.
    ...(result === undefined || isSame(result, state) ? [] : [valueLine('result', undefined, result)]),
    ...names.flatMap((name) =>
      results[name] === undefined || isSame(results[name], partitions[name]) ? [] : [valueLine('result', name, results[name])],
    ),
    ...(emitted.length === 0 ? [] : emissionLines({ emitted })),
  ]
}

const valueLine = (kind: string, partition: string | undefined, value: unknown): string =>
  `${kind} ${partition === undefined ? '' : `${word(partition)} `}${JSON.stringify(value)}`

const emissionLines = ({ emitted }: Pick<QueryOutcome, 'emitted'>): string[] =>
  emitted.map(({ stream, type, data }) => `emitted ${word(stream)} ${word(type)}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`)

const word = (name: string): string => (/^[^\s"{[]+$/.test(name) ? name : JSON.stringify(name))

function answerEdits(block: RequestBlock, answer: PrintedAnswer): Edit[] {
  const { answer: expected, line, code } = block
  const status = `HTTP/1.1 ${statusOf(answer)}`
  const body = answer.body.trim() === '' ? [] : ['', ...answer.body.trim().split(/\r?\n/)]
  const last = line + code.replace(/\n$/, '').split('\n').length + 1
  if (!expected) return [{ line: last, removed: 0, lines: ['', status, ...body] }]
  const problems = new Set(unmetAnswer(block, answer).map((problem) => problem.line))
  if (problems.has(expected.line)) {
    // Nothing below the status of another answer can be right.
    return [{ line: expected.line, removed: last - expected.line, lines: [status, ...body] }]
  }
  const headers = expected.headers.flatMap((header) => {
    if (!problems.has(header.line)) return []
    const found = answer.headers.find(([name]) => name.toLowerCase() === header.name.toLowerCase())
    return [{ line: header.line, removed: 1, lines: found ? [`${header.name}: ${found[1]}`] : [] }]
  })
  const ofBody = problems.has(expected.body.line)
    ? [{ line: expected.body.line, removed: last - expected.body.line, lines: body.slice(1) }]
    : []
  return [...headers, ...ofBody]
}
