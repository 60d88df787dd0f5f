// Follows the numbers of one state over the events of a trace: each number that changes is a series.

import { createTimeSlice } from '../../../base/time/time-slice.ts'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import type { StepHistory } from '../../model/trace/step-history.ts'
import { memberPath } from '../../model/steps/state-changes.ts'
import { placeText } from '../../model/steps/step-texts.ts'
import { parsed } from '../../kit/json/parsed.ts'

export interface NumberPoint {
  /** Index of the event in the trace. */
  readonly event: number
  readonly value: number
  readonly type: string
  /** E.g. `3@cart-1`. */
  readonly place: string
}

/** The most numbers to follow, levels to look into, and items of a list. */
const mostPaths = 200
const mostLevels = 6
const mostItems = 20

export type NumberSeries = Readonly<ReturnType<NumberHistory['series']>[number]>

export class NumberHistory {
  readonly #partition: string
  readonly #points = new Map<string, NumberPoint[]>()
  #last = ''
  /** Number of events so far. */
  events = 0

  /** @param partition of the state; empty for the one that partitions share, or if there are none. */
  constructor(partition: string) {
    this.#partition = partition
  }

  /** Looks at the next event. @param step undefined where it cannot have changed the state. */
  add(step: TraceStep | undefined): void {
    const event = this.events++
    const text = step && this.#stateIn(step)
    if (step === undefined || text === undefined || text === '' || text === this.#last) return
    this.#last = text
    const { type } = step.event
    for (const [path, value] of numbersIn(text)) this.#note(path, { event, value, type, place: placeText(step.event) })
  }

  /** Undefined where the step is not about this state. */
  #stateIn({ skipped, fault, partition, state, shared }: TraceStep): string | undefined {
    if (skipped || fault) return undefined
    if (this.#partition === '' && shared) return shared.after
    return partition === this.#partition ? state.after : undefined
  }

  #note(path: string, point: NumberPoint): void {
    const points = this.#points.get(path) ?? []
    if (points.length === 0 && this.#points.size >= mostPaths) return
    this.#points.set(path, points)
    if (points.at(-1)?.value !== point.value) points.push(point)
  }

  /**
   * Numbers that have changed. `path`: as in JavaScript, e.g. `items[0].price`; empty for a state that is a number. `points`: changes only,
   * between two of which the number stays.
   */
  series() {
    return [...this.#points].filter(([, points]) => points.length > 1).map(([path, points]) => ({ path, points, ...rangeOf(points) }))
  }
}

/** Follows the numbers of a partition through a trace, in slices: the page stays responsive. */
export async function followNumbers(history: StepHistory, partition: string): Promise<NumberHistory> {
  const numbers = new NumberHistory(partition)
  const slice = createTimeSlice()
  for (const [index, row] of history.rows.entries()) {
    // A state that partitions share may change with any of them.
    const isAbout = row.isChange && (partition === '' || row.partition === partition)
    numbers.add(isAbout ? history.step(index) : undefined)
    if (isAbout) await slice.end()
  }
  return numbers
}

function rangeOf(points: readonly NumberPoint[]): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, -Infinity]
  for (const { value } of points) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return { least, most }
}

/** The numbers in a state by path. */
export function numbersIn(text: string): Map<string, number> {
  const numbers = new Map<string, number>()
  const visit = (value: unknown, path: string, levels: number): void => {
    if (typeof value === 'number') numbers.set(path, value)
    if (typeof value !== 'object' || value === null || levels === 0) return
    if (Array.isArray(value)) value.slice(0, mostItems).forEach((item, index) => visit(item, `${path}[${index}]`, levels - 1))
    else for (const [name, member] of Object.entries(value)) visit(member, path + memberPath(name, path === ''), levels - 1)
  }
  visit(parsed(text), '', mostLevels)
  return numbers
}
