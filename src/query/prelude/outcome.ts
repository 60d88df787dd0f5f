// Collects what a run of a batch brought about and hands it to the host as one text.

import type { Definition, Handler } from './definition.ts'
import type { Emissions, FlatWrites } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import type { Fault } from './fault.ts'
import type { Partitions, Slot } from './partitions.ts'
import type { Primordials } from './primordials.ts'

/** What the host reads: numbers of events count from the first one that was not finished when the run began. */
export interface OutcomeText {
  readonly finished: number
  readonly handled: number
  readonly lastHandled: number
  readonly more: boolean
  /** Number of the first event that was not finished when the run began, counted over the whole run. */
  readonly base: number
  /** Name, state, result, event, whether new; by turns. */
  readonly states: readonly (string | number | boolean | null)[]
  /**
   * Events are counted over the whole run. By turns: 0, event, stream, type, data, whether JSON, number of metadata members, and of each its name and JSON; or
   * 1, event, partition, result; or 2, event, partition.
   */
  readonly writes: readonly (string | number | boolean | null)[]
  /**
   * By turns: event, partition, name of the handler, why it was skipped, state, result, number of emissions, number of lines logged,
   * and the lines.
   */
  readonly steps: readonly (string | number | boolean | null)[]
  readonly logs: readonly string[]
  readonly fault: Fault | null
}

export type Outcome = ReturnType<typeof collectOutcome>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function collectOutcome(p: Primordials, definition: Definition, partitions: Partitions, emissions: Emissions) {
  const { list, stringify } = p
  const writes = list() as FlatWrites
  let steps = list<string | number | boolean | null>()
  let finished = 0
  let handled = 0
  let lastHandled = -1
  /** Number of the first event that was not finished when the run began. */
  let base = 0

  /** An event is finished that nobody handles. */
  function skip(): void {
    finished += 1
  }

  /** An event is finished that was handled. */
  function finish(event: number): void {
    finished += 1
    handled += 1
    lastHandled = event - base
  }

  // ---- steps, where the host asked for them

  function pushStep(value: string | number | boolean | null): void {
    steps[steps.length] = value
  }

  function step(batch: EventBatch, index: number, slot: Slot, handler: Handler | undefined, firstLog: number): void {
    const { logs } = emissions
    pushStep(batch.first + index - base)
    pushStep(slot.name)
    pushStep(handlerName(batch, index, handler))
    pushStep(null)
    pushStep(slot.state)
    pushStep(slot.result ?? null)
    pushStep(emissions.count)
    pushStep(logs.length - firstLog)
    for (let i = firstLog; i < logs.length; i += 1) pushStep(logs[i]!)
  }

  function skippedStep(batch: EventBatch, index: number): void {
    const isUnhandled = !definition.sources.allEvents && batch.handlers[typeAt(batch, index)] === undefined
    pushStep(batch.first + index - base)
    pushStep(null)
    pushStep(null)
    pushStep(isUnhandled ? 'unhandled-type' : 'no-partition')
    pushStep('')
    pushStep(null)
    pushStep(0)
    pushStep(0)
  }

  const typeAt = ({ type }: EventBatch, index: number): number => (typeof type === 'number' ? type : type[index]!)

  function handlerName(batch: EventBatch, index: number, handler: Handler | undefined): string | null {
    if (handler === undefined) return null
    if (handler === definition.deleted) return '$deleted'
    return handler === definition.any ? '$any' : batch.types[typeAt(batch, index)]!
  }

  /** @returns the outcome as JSON; the next run starts with an empty one. */
  function report(more: boolean, fault: Fault | undefined): string {
    const text = stringify({
      __proto__: null,
      finished,
      handled,
      lastHandled,
      more,
      base,
      states: partitions.report(base),
      writes,
      steps,
      logs: emissions.logs,
      fault: fault === undefined ? null : { ...fault, __proto__: null, event: fault.event - base },
    })
    base += finished
    finished = 0
    handled = 0
    lastHandled = -1
    writes.length = 0
    steps = list()
    emissions.logs = list()
    return text
  }

  return { writes, skip, finish, step, skippedStep, report }
}
