// Decides at which steps a reader wants to stop: where a line runs, a condition holds, or a part of the state changes.

import type { TraceFault, TraceStep } from '../../../engine/observe/trace.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import { memberOf, stateIn } from '../steps/state-changes.ts'
import type { StepRow } from './step-history.ts'

/**
 * - `holds`: an expression over `state`, `before` and `event`, which the sandbox evaluates;
 * - `changes`: a path in the state, for example `$.items[0].price`.
 */
export interface Condition {
  readonly kind: 'holds' | 'changes'
  readonly text: string
}

export interface Stops {
  /** From 1, ascending. */
  readonly lines: readonly number[]
  readonly conditions: readonly Condition[]
}

export const noStops: Stops = { lines: [], conditions: [] }

export const hasStops = ({ lines, conditions }: Stops): boolean => lines.length + conditions.length > 0

export const isStop = ({ lines, met }: StepRow, stops: Stops): boolean => met.length > 0 || stops.lines.some((line) => lines.includes(line))

/** Adds a line, or removes it. */
export const withLineToggled = (stops: Stops, line: number): Stops => ({
  ...stops,
  lines: stops.lines.includes(line) ? stops.lines.filter((other) => other !== line) : [...stops.lines, line].sort((a, b) => a - b),
})

export const isSameCondition = (one: Condition, other: Condition): boolean => one.kind === other.kind && one.text === other.text

/** Why a text is no condition; undefined if it may be one. */
export function conditionProblem({ kind, text }: Condition): string | undefined {
  if (text.trim() === '') return texts.stops.empty
  return kind === 'changes' && !pathIn(text) ? texts.stops.noPath : undefined
}

/**
 * @param text a path from `$`, with members and indexes.
 * @returns the names on the way; undefined if it is no path.
 */
export function pathIn(text: string): readonly string[] | undefined {
  const path = text.trim()
  if (!path.startsWith('$')) return undefined
  const names: string[] = []
  let at = 1
  for (const { index, 0: part, groups } of path.matchAll(
    /\.(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)|\[(?<key>\d+|'[^']*'|"[^"]*")\]/gu,
  )) {
    if (index !== at) return undefined
    names.push(groups!['name'] ?? groups!['key']!.replace(/^(['"])(.*)\1$/s, '$2'))
    at += part.length
  }
  return at === path.length ? names : undefined
}

/** What a run needs to know of its conditions. */
export function watchConditions(conditions: readonly Condition[]) {
  const numbered = conditions.map((condition, number) => ({ ...condition, number }))
  const expressions = numbered.filter(({ kind }) => kind === 'holds')
  const changes = numbered.filter(({ kind }) => kind === 'changes').map(({ text, number }) => ({ path: pathIn(text), number }))
  return {
    /** For the sandbox. */
    expressions: expressions.map(({ text }) => text),
    /** Numbers the conditions that hold at a step as the reader's list does, and adds the changes. */
    complete(step: TraceStep): TraceStep {
      const held = (step.met ?? []).map((index) => expressions[index]!.number)
      const changed = changes.filter(({ path }) => path && changesAt(path, step)).map(({ number }) => number)
      return held.length + changed.length === 0 ? step : { ...step, met: [...held, ...changed].sort((a, b) => a - b) }
    },
    faults(found: readonly (TraceFault | undefined)[]) {
      const faults = conditions.map((): string | undefined => undefined)
      for (const [index, fault] of found.entries()) faults[expressions[index]!.number] = fault?.message.replace(/^Line \d+: /, '')
      return faults
    },
  }
}

function changesAt(path: readonly string[], { state: { before, after } }: TraceStep): boolean {
  return before !== after && textAt(before, path) !== textAt(after, path)
}

const textAt = (state: string, path: readonly string[]): string | undefined => JSON.stringify(memberOf(stateIn(state), path))
