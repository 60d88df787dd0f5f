// Decides the notes beside the lines of a query at one step: the lines that ran, and the values they used and changed.

import type { TraceStep } from '../../../engine/observe/trace.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import type { LineRange, PathUse, QueryPaths } from '../../language/query-paths.ts'
import type { Maybe } from './json-diff.ts'
import { memberOf, stateIn } from './state-changes.ts'
import { placeInQuery } from './step-texts.ts'

export interface LineNote {
  /** From 1. */
  readonly line: number
  readonly times: number
  /** Whether the line changed the state. */
  readonly isChange: boolean
  /** E.g. `event.data.price: 5`, and `state.total: 5 → 12` where the line changed it. */
  readonly values: readonly string[]
}

export interface StepLines {
  /** In the order of their first run. */
  readonly ran: readonly LineNote[]
  /** The line to look at first: the faulty one, else the first that changed the state, else the first that ran. */
  readonly at: number | undefined
  /** The line that ended the run. */
  readonly fault: number | undefined
  /** Lines of the handler, for steps whose lines are not known. */
  readonly handler: LineRange | undefined
}

const noLines: StepLines = { ran: [], at: undefined, fault: undefined, handler: undefined }

/** Characters of a value to show beside a line. */
const mostCharacters = 32

export function stepLines(step: TraceStep, { uses, handlers }: QueryPaths): StepLines {
  const lines = step.lines ?? []
  const values = valuesOf(
    step,
    uses,
    lines.map(({ line }) => line),
  )
  const ran = lines.map(({ line, times }): LineNote => {
    const own = values.filter((value) => value.line === line)
    const variables = (step.values ?? []).filter((value) => value.line === line)
    return {
      line,
      times,
      isChange: own.some(({ isChange }) => isChange),
      values: [...new Set([...own.map(({ text }) => text), ...variables.map(({ name, text }) => visibleLine(`${name}: ${text}`))])],
    }
  })
  // A query that took too long, or used up its memory, has no place: it ended in the last line that began.
  const fault = step.fault && (step.fault.line ?? lines.at(-1)?.line)
  const name = placeInQuery(step)
  const handler = name === undefined ? undefined : handlers.get(name)
  const at = fault ?? ran.find(({ isChange }) => isChange)?.line ?? ran[0]?.line ?? handler?.first
  return { ran, at, fault, handler }
}

interface UsedValue {
  readonly line: number
  readonly text: string
  readonly isChange: boolean
}

interface ResolvedUse extends PathUse {
  readonly names: readonly string[]
}

/** Looks up the keys in brackets; leaves out a path with a key that is not known. */
function resolved(use: PathUse, { values = [] }: TraceStep, event: object): ResolvedUse[] {
  const names: string[] = []
  for (const name of use.names) {
    if (typeof name === 'string') names.push(name)
    else {
      const key =
        'of' in name ? memberOf(event, name.of) : stateIn(values.findLast(({ name: variable }) => variable === name.variable)?.text ?? '')
      if (typeof key !== 'string' && typeof key !== 'number') return []
      names.push(String(key))
    }
  }
  return [{ ...use, names }]
}

function valuesOf(step: TraceStep, uses: readonly PathUse[], ran: readonly number[]): UsedValue[] {
  const roots = rootsOf(step)
  const used = uses.filter(({ line }) => ran.includes(line)).flatMap((use) => resolved(use, step, roots.event))
  return used.flatMap((use): UsedValue[] => {
    const { line, text, root, names } = use
    if (root === 'event') return [{ line, text: `${text}: ${shown(memberOf(roots.event, names))}`, isChange: false }]
    // A shared state makes the handler's state a pair, which these texts are not.
    if (step.shared) return []
    const before = memberOf(roots.before, names)
    const after = memberOf(roots.after, names)
    const place = placeAmong(use, used, ran)
    if (place === 'before' || (place === 'kept' && step.fault))
      return roots.hasBefore ? [{ line, text: `${text}: ${shown(before)}`, isChange: false }] : []
    if (place === 'unknown' || step.fault) return []
    const isChange = use.isChanged && JSON.stringify(before) !== JSON.stringify(after)
    const came = isChange && before !== undefined ? `${shown(before)} → ` : ''
    return [{ line, text: `${text}: ${came}${shown(after)}`, isChange }]
  })
}

/** Only the value before the first change and the one behind the last change are known. */
function placeAmong(use: ResolvedUse, used: readonly ResolvedUse[], ran: readonly number[]): 'before' | 'after' | 'kept' | 'unknown' {
  const changes = used.filter((other) => other.isChanged && other.root === 'state' && touches(other.names, use.names))
  const order = (line: number): number => ran.indexOf(line)
  if (changes.length === 0) return 'kept'
  if (changes.every(({ line }) => order(line) > order(use.line))) return 'before'
  return changes.every(({ line }) => order(line) <= order(use.line)) ? 'after' : 'unknown'
}

/** Whether a change of one path may change the other. */
const touches = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((name, index) => index >= other.length || name === other[index])

function rootsOf({ event, partition, state }: TraceStep) {
  const data = stateIn(event.data)
  const { type, stream, number } = event
  return {
    event: {
      data,
      body: data,
      bodyRaw: event.data,
      eventType: type,
      type,
      streamId: stream,
      sequenceNumber: number,
      metadata: stateIn(event.metadata),
      metadataRaw: event.metadata,
      partition: partition ?? '',
      isJson: event.isJson,
      eventId: event.id,
    },
    before: stateIn(state.before),
    after: stateIn(state.after),
    hasBefore: state.before !== '',
  }
}

function shown(value: Maybe): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value)
  return visibleLine(text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`)
}

interface ParsedQuery {
  readonly query: string
  readonly paths: QueryPaths
}

/** Writes the notes of the traced query; its parser comes with the editor, and steps do not wait for it. */
export class QueryNotes {
  readonly #onParsed: () => void
  #wanted: string | undefined
  #parsed: ParsedQuery | undefined
  #last: { readonly step: TraceStep; readonly parsed: ParsedQuery; readonly lines: StepLines } | undefined

  /** @param onParsed called when notes can be written about the query. */
  constructor(onParsed: () => void) {
    this.#onParsed = onParsed
  }

  parse(query: string): void {
    this.#wanted = query
    if (query === this.#parsed?.query) return
    void import('../../language/query-paths.ts').then(({ queryPaths }) => {
      if (query !== this.#wanted || query === this.#parsed?.query) return
      this.#parsed = { query, paths: queryPaths(query) }
      this.#onParsed()
    })
  }

  /** The same lines for the same step. */
  at(step: TraceStep | undefined): StepLines {
    const parsed = this.#parsed?.query === this.#wanted ? this.#parsed : undefined
    if (!step || !parsed) return noLines
    if (this.#last?.step === step && this.#last.parsed === parsed) return this.#last.lines
    const lines = stepLines(step, parsed.paths)
    this.#last = { step, parsed, lines }
    return lines
  }
}
