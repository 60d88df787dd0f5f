// Compares two traces of a query over the same events but for some edits: the steps that end otherwise, and the last states.

import type { EventPlace } from '../../../base/events/events.ts'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import type { StepHistory } from '../trace/step-history.ts'

export interface StepDifference {
  /** In the store with the edits; of a step that is gone, in the one without. */
  readonly place: EventPlace
  readonly type: string
  readonly kind: 'changed' | 'added' | 'gone'
  /** Texts of the state after the step; empty where there is none. */
  readonly before: string
  readonly after: string
  /** Why the step ends the query, if only the edits make it so. */
  readonly fault: string | undefined
}

export interface PartitionDifference {
  /** Empty for a state without partitions. */
  readonly partition: string
  readonly before: string
  readonly after: string
}

export interface RunDifference {
  /** In the order of the run. */
  readonly steps: readonly StepDifference[]
  readonly partitions: readonly PartitionDifference[]
  /** Number of partitions of both runs. */
  readonly of: number
}

type Steps = Pick<StepHistory, 'rows' | 'step'>

const keyOf = ({ stream, number }: EventPlace): string => `${number}@${stream}`

/** @param numberBefore the number of an event in the first run, by its place in the second; undefined for what is only there. */
export function compareRuns(one: Steps, other: Steps, numberBefore: (place: EventPlace) => number | undefined): RunDifference {
  const left = new Map(one.rows.map((row, index) => [keyOf(row), index]))
  const added = other.rows.flatMap((row, index): readonly StepDifference[] => {
    const number = numberBefore(row)
    const key = number === undefined ? undefined : keyOf({ stream: row.stream, number })
    const earlier = key === undefined ? undefined : left.get(key)
    if (key !== undefined) left.delete(key)
    return differenceAt(earlier === undefined ? undefined : one.step(earlier), other.step(index))
  })
  const gone = [...left.values()].flatMap((index) => differenceAt(one.step(index), undefined))
  const before = lastStates(one)
  const after = lastStates(other)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return {
    steps: [...gone, ...added],
    of: names.length,
    partitions: names
      .map((partition) => ({ partition, before: before.get(partition) ?? '', after: after.get(partition) ?? '' }))
      .filter((each) => each.before !== each.after),
  }
}

/** Steps that the query skips are the same, whether they are there or not. */
function differenceAt(one: TraceStep | undefined, other: TraceStep | undefined): readonly StepDifference[] {
  const step = other ?? one
  if (!step || (isIdle(one) && isIdle(other))) return []
  const before = one?.state.after ?? ''
  const after = other?.state.after ?? ''
  const kind = one === undefined ? 'added' : other === undefined ? 'gone' : 'changed'
  if (kind === 'changed' && before === after && outcomeOf(one!) === outcomeOf(other!)) return []
  const { event } = step
  return [{ place: event, type: event.type, kind, before, after, fault: other?.fault?.message }]
}

const isIdle = (step: TraceStep | undefined): boolean => step === undefined || step.skipped !== undefined

const outcomeOf = ({ handler, fault, shared, result, emitted, partition }: TraceStep): string =>
  JSON.stringify([handler, fault?.message, shared?.after, result.after, emitted, partition])

/** The last state of each partition, by its name. */
function lastStates(steps: Steps): ReadonlyMap<string, string> {
  const last = new Map<string, number>()
  for (const [index, { partition, skipped, isFault }] of steps.rows.entries())
    if (partition !== undefined && skipped === undefined && !isFault) last.set(partition, index)
  return new Map([...last].map(([partition, index]) => [partition, steps.step(index)?.state.after ?? '']))
}
