// The command `compare`: runs two queries over the same events and prints where they part; exit code 1 where they do.

import type { ComparedTexts, Comparison } from '../../../engine/queries/compare/compare.ts'
import { compareTraces } from '../../../engine/queries/compare/compare.ts'
import { firstLine } from '../../../engine/observe/query-problem.ts'
import { createStore } from '../../../engine/store.ts'
import type { CompareCommand } from '../../arguments.ts'
import { readText } from '../../files/text-file.ts'
import { counted } from '../../terminal.ts'
import type { Tools } from '../../tools.ts'
import { openEventsAtRest } from '../opened-events.ts'

/** @returns the exit code. */
export async function runCompare({ queries, source, release, engine, isJson }: CompareCommand, tools: Tools): Promise<0 | 1> {
  const [one, other] = queries.map(readText) as [string, string]
  const storage = await openEventsAtRest(source, tools)
  const store = createStore({ storage, systemProjections: false, release })
  try {
    await store.ready()
    const comparison = await compareTraces(store.trace(one, { engine }), store.trace(other, { engine }))
    tools.terminal.done()
    if (isJson) await tools.terminal.print(JSON.stringify(comparison, null, 2))
    else for (const line of printComparison(comparison, queries)) await tools.terminal.print(line)
    return comparison.agrees ? 0 : 1
  } finally {
    tools.terminal.done()
    await store.close()
  }
}

/** Partitions to print: a wrong query differs in all of them. */
const mostPartitions = 10

export function* printComparison(comparison: Comparison, [one, other]: readonly [string, string]): Iterable<string> {
  const { agrees, events, first, partitions, emitted, faults } = comparison
  if (agrees) return yield `Both agree over ${counted(events, 'event')}.`
  yield* printFirst(first)
  for (const { partition, state, result } of partitions.slice(0, mostPartitions)) {
    const where = partition === '' ? '' : ` of ${partition}`
    yield* printTexts(`State${where}:`, state)
    yield* printTexts(`Result${where}:`, result)
  }
  if (partitions.length > mostPartitions) yield `… and ${counted(partitions.length - mostPartitions, 'other partition')}`
  if (emitted.one !== emitted.other) yield `Emitted: ${emitted.one} by ${one}, ${emitted.other} by ${other}`
  if (faults.one) yield `${one} faults: ${firstLine(faults.one.message)}`
  if (faults.other) yield `${other} faults: ${firstLine(faults.other.message)}`
}

function* printFirst(first: Comparison['first']): Iterable<string> {
  if (!first) return
  yield* printTexts(`They part at ${first.number}@${first.stream} (${first.type}), in the ${first.what}:`, first.texts)
}

function* printTexts(heading: string, texts: ComparedTexts | undefined): Iterable<string> {
  if (!texts) return
  yield heading
  yield `  - ${shortened(texts.one)}`
  yield `  + ${shortened(texts.other)}`
}

const shortened = (text: string): string => (text === '' ? '(none)' : text.length > 500 ? `${text.slice(0, 500)}…` : text)
