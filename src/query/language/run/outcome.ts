// Collects the outcome of a run, and reports it to the host as one text.

import { definition, sources } from '../define/definition.ts'
import type { HeldWrite } from './emission.ts'
import { heldWrites } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import { at, isDeletion } from './event-batch.ts'
import type { GuestFault } from './fault.ts'
import { log } from './log.ts'
import { marks } from './marks.ts'
import type { ReportedPartition, Slot } from './partitions.ts'
import { reportPartitions } from './partitions.ts'
import { list, stringify } from '../primordials.ts'
import { sharedSlot } from '../second-engine.ts'
import type { BatchOutcome, QueryStep } from '../../query.ts'
import type { ReportedWrite } from './writes.ts'
import { writes } from './writes.ts'

/** The outcome of a run, as JSON for the host. */
export interface RunReport extends Pick<BatchOutcome, 'finished' | 'handled' | 'lastHandled' | 'more' | 'logs'> {
  readonly states: readonly ReportedPartition[]
  readonly writes: readonly ReportedWrite[]
  readonly steps: readonly QueryStep[]
  /** Emissions that wait in the engine for the next event. */
  readonly held: readonly HeldWrite[]
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

/** Finishes an event without a handler. */
export function finishSkipped(): void {
  finished += 1
}

/** Finishes an event that was handled. */
export function finishHandled(event: number): void {
  finished += 1
  handled += 1
  lastHandled = event - writes.base
}

// ---- steps, on request of the host

export function traceStep({ batch, index, slot, firstLog }: CurrentStep): void {
  log.end()
  const logs = list<string>()
  for (let i = firstLog; i < log.lines.length; i += 1) logs[logs.length] = log.lines[i]!
  steps[steps.length] = {
    __proto__: null,
    event: batch.first + index - writes.base,
    partition: slot.name,
    handler: handlerName(batch, index),
    state: slot.state,
    shared: sources.options.biState ? sharedSlot().state : undefined,
    result: slot.result,
    logs,
    lines: marks.lines(),
    values: marks.values(),
  } as unknown as QueryStep
}

export function traceSkippedStep(batch: EventBatch, index: number): void {
  const isUnhandled = !sources.allEvents && batch.handlers[at(batch.type, index)] === undefined
  steps[steps.length] = {
    __proto__: null,
    event: batch.first + index - writes.base,
    skipped: isUnhandled ? 'unhandled-type' : 'no-partition',
    state: '',
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

/** @returns the outcome as JSON, and starts the next one. */
export function report(more: boolean, fault: GuestFault | undefined): string {
  const { base, total } = writes
  writes.base += finished
  const held = heldWrites()
  const json = stringify({
    __proto__: null,
    finished,
    handled,
    lastHandled,
    more,
    states: reportPartitions(base),
    writes: total,
    steps,
    logs: log.take(),
    held,
    // A run that was interrupted before its first event blames that one.
    fault: fault === undefined ? null : { ...fault, __proto__: null, event: fault.event < base ? 0 : fault.event - base },
  })
  total.length = 0
  finished = 0
  handled = 0
  lastHandled = -1
  steps = list()
  return json
}
