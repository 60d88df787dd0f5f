// Collects what a run of a batch brought about and hands it to the host as one text.

import type { Handler } from './definition.ts'
import type { EventBatch } from './event-batch.ts'
import type { GuestFault } from './fault.ts'
import type { Slot } from './partitions.ts'
import type { QueryTools } from './tools.ts'

/** What the host reads, as JSON in one line. Behind it, in the next line, come all texts: those of writes, then those of states. */
export interface OutcomeHead {
  readonly finished: number
  readonly handled: number
  /** Counts from the first event that was not finished when the run began, as all numbers of events here, unless something else is said. */
  readonly lastHandled: number
  readonly more: boolean
  /** Number of that event, counted over the whole run. */
  readonly base: number
  /** See `WriteSink` and `collectWrites`. */
  readonly sites: readonly (string | boolean)[]
  readonly numbers: readonly number[]
  readonly names: readonly string[]
  /** See `Partitions.report`. */
  readonly partitions: readonly string[]
  readonly states: readonly number[]
  /**
   * By turns: event, partition, name of the handler, why it was skipped, state, shared state, result, number of emissions, number of
   * lines logged, and the lines.
   */
  readonly steps: readonly (string | number | boolean | null)[]
  readonly logs: readonly string[]
  /** The texts, where they cannot travel as they are. */
  readonly inlineText: string | null
  readonly fault: GuestFault | null
}

/** An event whose step is reported. */
export interface CurrentStep {
  readonly batch: EventBatch
  readonly index: number
  readonly slot: Slot
  /** Index of its first line in the log. */
  readonly firstLog: number
}

export type Outcome = ReturnType<typeof collectOutcome>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function collectOutcome({ p, definition, partitions, emissions, writes, cut, log }: QueryTools) {
  const { indexOf, join, list, stringify, toWellFormed } = p
  const { root } = partitions
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

  function step(traced: CurrentStep, handler: Handler | undefined): void {
    pushHandled(traced, handler, emissions.count)
  }

  /** The event that failed: what it emitted is dropped, and its partition is as it was. */
  function failedStep(traced: CurrentStep): void {
    const { batch, index } = traced
    const isDeletion = batch.hasDeletions && cut.at(batch.deleted, index) === 1
    pushHandled(traced, isDeletion ? definition.deleted : batch.handlers[typeAt(batch, index)], 0)
  }

  function pushHandled({ batch, index, slot, firstLog }: CurrentStep, handler: Handler | undefined, emitted: number): void {
    log.end()
    const { lines } = log
    pushStep(batch.first + index - base)
    pushStep(slot.name)
    pushStep(handlerName(batch, index, handler))
    pushStep(null)
    pushStep(slot.state)
    pushStep(definition.sources.options.biState ? root.state : null)
    pushStep(slot.result ?? null)
    pushStep(emitted)
    pushStep(lines.length - firstLog)
    for (let i = firstLog; i < lines.length; i += 1) pushStep(lines[i]!)
  }

  function skippedStep(batch: EventBatch, index: number): void {
    const isUnhandled = !definition.sources.allEvents && batch.handlers[typeAt(batch, index)] === undefined
    pushStep(batch.first + index - base)
    pushStep(null)
    pushStep(null)
    pushStep(isUnhandled ? 'unhandled-type' : 'no-partition')
    pushStep('')
    pushStep(null)
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

  /**
   * @param keepsSites whether events are handled that are not finished.
   * @returns the outcome; the next run starts with an empty one.
   */
  function report(keepsSites: boolean, more: boolean, fault: GuestFault | undefined): string {
    const { names, numbers, texts } = writes.total
    const states = partitions.report(base, texts)
    // Lengths must be the same on the other side, where a text cannot hold half a pair.
    const text = toWellFormed(join(texts, ''))
    // The host reads texts as C strings.
    const isInline = indexOf(text, '\0') >= 0
    const head = stringify({
      __proto__: null,
      finished,
      handled,
      lastHandled,
      more,
      base,
      sites: writes.sites(),
      numbers,
      names,
      partitions: states.names,
      states: states.numbers,
      steps,
      logs: log.take(),
      inlineText: isInline ? text : null,
      fault: fault === undefined ? null : { ...fault, __proto__: null, event: fault.event - base },
    })
    base += finished
    finished = 0
    handled = 0
    lastHandled = -1
    steps = list()
    writes.reset(keepsSites)
    return isInline ? head + '\n' : head + '\n' + text
  }

  return { skip, finish, step, failedStep, skippedStep, report }
}
