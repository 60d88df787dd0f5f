// Recognizes a file of events: lines, or one JSON document, which is a snapshot or a scenario.

import { isRecord } from '../../base/platform/realms.ts'
import { isSnapshotHeader, snapshotLines } from '../../engine/snapshot/lines.ts'
import type { Snapshot } from '../../engine/snapshot/snapshot.ts'
import { readSnapshot, snapshotFormat } from '../../engine/snapshot/snapshot.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { Line } from './lines.ts'
import { readLines } from './lines.ts'
import { checkedScenario } from './scenario-file.ts'

export type SourceFile =
  /** Lines of events or of an export; a snapshot in one document becomes the lines of its export. */
  | { readonly kind: 'lines'; readonly lines: Iterable<Line> }
  | { readonly kind: 'scenario'; /** Its queries may be paths. */ readonly scenario: Scenario }

/**
 * @param file undefined reads standard input.
 * @throws Failure, or a StoreError that names the problem of a snapshot or a scenario.
 */
export function readSource(file: string | undefined): SourceFile {
  const lines = readLines(file)[Symbol.iterator]()
  const first = lines.next()
  if (first.done) return { kind: 'lines', lines: [] }
  const rest = { [Symbol.iterator]: () => lines }
  if (!mayBeginDocument(first.value.text)) return { kind: 'lines', lines: chain([first.value], rest) }
  const all = [first.value, ...rest]
  const document = parse(all.map(({ text }) => text).join('\n'))
  if (isSnapshot(document)) {
    readSnapshot(document)
    return { kind: 'lines', lines: numbered(snapshotLines(document)) }
  }
  return looksLikeScenario(document)
    ? { kind: 'scenario', scenario: checkedScenario(file ?? 'input', document) }
    : { kind: 'lines', lines: all }
}

/** Converts the events of any such file to lines. */
export function readEventLines(file: string | undefined): Iterable<Line> {
  const source = readSource(file)
  if (source.kind === 'lines') return source.lines
  return numbered((source.scenario.events ?? []).map((event) => JSON.stringify(event)))
}

/** A line that is a whole event or export header begins no document. */
function mayBeginDocument(line: string): boolean {
  if (isSnapshotHeader(line)) return false
  const value = parse(line)
  return value === undefined || isSnapshot(value) || looksLikeScenario(value)
}

const isSnapshot = (value: unknown): value is Snapshot => isRecord(value) && 'format' in value && value.format === snapshotFormat

const looksLikeScenario = (value: unknown): boolean =>
  isRecord(value) && !isEvent(value) && ['version', 'events', 'projections'].some((name) => name in value)

/** An event of a scenario or an entry of a feed. */
const isEvent = (value: object): boolean => 'stream' in value || 'streamId' in value

function* chain(first: Iterable<Line>, rest: Iterable<Line>): Iterable<Line> {
  yield* first
  yield* rest
}

function* numbered(texts: Iterable<string>): Iterable<Line> {
  let number = 0
  for (const text of texts) yield { text, number: ++number }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
