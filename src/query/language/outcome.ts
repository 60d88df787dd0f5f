// Collects the outcome of a run, and reports it to the host as one text.

import { definition, sources } from './definition.ts'
import { emissions } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import { at, isDeletion } from './event-batch.ts'
import type { GuestFault } from './fault.ts'
import { log } from './log.ts'
import { marks } from './marks.ts'
import type { Slot } from './partitions.ts'
import { reportPartitions, root } from './partitions.ts'
import { indexOf, join, list, stringify, toWellFormed } from './primordials.ts'
import type { QueryStep } from '../query.ts'
import { writes } from './writes.ts'

/** The first line of an outcome, as JSON. The next line holds all texts: those of writes, then those of states. */
export interface OutcomeHead {
  readonly finished: number
  readonly handled: number
  /** Counts, as all event numbers here by default, from the first event that was unfinished when the run began. */
  readonly lastHandled: number
  readonly more: boolean
  /** Whether emissions wait in the engine for the next event. */
  readonly holds: boolean
  /** Number of that event, counted over the whole run. */
  readonly base: number
  /** See `WriteSink` and `writes`. */
  readonly sites: readonly (string | boolean)[]
  readonly numbers: readonly number[]
  readonly names: readonly string[]
  /** See `reportPartitions`. */
  readonly partitions: readonly string[]
  readonly states: readonly number[]
  readonly steps: readonly QueryStep[]
  readonly logs: readonly string[]
  /** The texts, where they cannot travel in a line of their own. */
  readonly inlineText: string | null
  readonly fault: GuestFault | null
}

/** The event whose step is being traced. */
export interface CurrentStep {
  readonly batch: EventBatch
  readonly index: number
  readonly slot: Slot
  /** Index of its first line in the log. */
  readonly firstLog: number
}

let steps = list<QueryStep>()
let finished = 0
let handled = 0
let lastHandled = -1
/** Number of the first event that was not finished when the run began. */
let base = 0

/** Finishes an event without a handler. */
export function finishSkipped(): void {
  finished += 1
}

/** Finishes an event that was handled. */
export function finishHandled(event: number): void {
  finished += 1
  handled += 1
  lastHandled = event - base
}

// ---- steps, on request of the host

/** @param emitted how many emissions count: none of a failed event, whose partition is unchanged. */
export function traceStep({ batch, index, slot, firstLog }: CurrentStep, emitted: number): void {
  log.end()
  const logs = list<string>()
  for (let i = firstLog; i < log.lines.length; i += 1) logs[logs.length] = log.lines[i]!
  steps[steps.length] = {
    __proto__: null,
    event: batch.first + index - base,
    partition: slot.name,
    handler: handlerName(batch, index),
    state: slot.state,
    shared: sources.options.biState ? root.state : undefined,
    result: slot.result,
    emitted,
    logs,
    lines: marks.lines(),
    values: marks.values(),
  } as unknown as QueryStep
}

export function traceSkippedStep(batch: EventBatch, index: number): void {
  const isUnhandled = !sources.allEvents && batch.handlers[at(batch.type, index)] === undefined
  steps[steps.length] = {
    __proto__: null,
    event: batch.first + index - base,
    skipped: isUnhandled ? 'unhandled-type' : 'no-partition',
    state: '',
    emitted: 0,
    logs: list(),
  } as unknown as QueryStep
}

function handlerName(batch: EventBatch, index: number): string | undefined {
  if (isDeletion(batch, index)) return definition.deleted === undefined ? undefined : '$deleted'
  const place = at(batch.type, index)
  const handler = batch.handlers[place]
  if (handler === undefined) return undefined
  return handler === definition.any ? '$any' : batch.types[place]!
}

/** @returns the outcome, and starts the next one. */
export function report(more: boolean, fault: GuestFault | undefined): string {
  const { names, numbers, texts } = writes.total
  const states = reportPartitions(base, texts)
  // The host's texts hold no lone surrogates, and lengths must agree on both sides.
  const text = toWellFormed(join(texts, ''))
  // The host reads texts as C strings.
  const isInline = indexOf(text, '\0') >= 0
  const head = stringify({
    __proto__: null,
    finished,
    handled,
    lastHandled,
    more,
    holds: emissions.held.length > 0,
    base,
    sites: writes.sites(),
    numbers,
    names,
    partitions: states.names,
    states: states.numbers,
    steps,
    logs: log.take(),
    inlineText: isInline ? text : null,
    // A run that was interrupted before its first event blames that one.
    fault: fault === undefined ? null : { ...fault, __proto__: null, event: fault.event < base ? 0 : fault.event - base },
  })
  base += finished
  finished = 0
  handled = 0
  lastHandled = -1
  steps = list()
  writes.reset()
  return isInline ? head + '\n' : head + '\n' + text
}
