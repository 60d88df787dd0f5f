// Handles loaded events in order up to the limit of a run, and releases the writes of finished events.

import { emissions } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import { handle, settleState } from './execution.ts'
import type { GuestFault } from './fault.ts'
import { faultOfException, faultOfInterruption } from './fault.ts'
import { clock } from '../guest.ts'
import { currentBatch, dropBatch, faulty } from './loading.ts'
import { log } from './log.ts'
import { marks } from './marks.ts'
import { orderOf } from './order.ts'
import type { CurrentStep } from './outcome.ts'
import { finishHandled, finishSkipped, report, traceSkippedStep, traceStep } from './outcome.ts'
import { passEvent, startPace } from './pace.ts'
import type { Slot } from './partitions.ts'
import { root, supply } from './partitions.ts'
import { list, parse } from '../primordials.ts'
import type { ReportedWrite } from './writes.ts'
import { writes } from './writes.ts'

/** Whether partitions may overtake each other within a read. */
let overtakes = false

export function prepareRuns(mayOvertake: boolean): void {
  overtakes = mayOvertake
}

let left = 0
let traces = false
let fault: GuestFault | undefined
/** The event being traced. */
let traced: CurrentStep | undefined

/** @returns the outcome as JSON. */
export function run(texts: string, events: number, trace: boolean): string {
  supply(parse(texts) as (string | null)[])
  left = events
  traces = trace
  clock.stop = false
  startPace()
  try {
    for (let batch = currentBatch(); batch !== undefined; batch = currentBatch()) {
      if (!runBatch(batch)) break
      dropBatch()
    }
  } catch (thrown) {
    fail(faultOfException(thrown, emissions.event, 'runtime', true))
  }
  return endRun()
}

/** Ends a run that the host interrupted. */
export function interruptRun(kind: string, message: string): string {
  fail(faultOfInterruption(message, emissions.event, kind, true))
  return endRun()
}

function fail(reason: GuestFault): void {
  fault = reason
  writes.drop(emissions.event)
  settleState()
  if (traced !== undefined) traceStep(traced)
  traced = undefined
}

function endRun(): string {
  settleState()
  return report(fault === undefined && currentBatch() !== undefined, fault)
}

/** @returns false if the run is over. */
function handleOne(batch: EventBatch, index: number, slot: Slot): boolean {
  if ((left <= 0 || clock.stop) && ahead === 0) return false
  if (slot === faulty) {
    fault = batch.fault
    return false
  }
  left -= 1
  emissions.event = batch.first + index
  emissions.count = 0
  if (traces) handleTraced(batch, index, slot)
  else handle(batch, index, slot)
  passEvent()
  return true
}

function handleTraced(batch: EventBatch, index: number, slot: Slot): void {
  log.end()
  marks.clear()
  traced = { batch, index, slot, firstLog: log.lines.length }
  handle(batch, index, slot)
  settleState()
  traceStep(traced)
  traced = undefined
}

function skip(batch: EventBatch, index: number): void {
  finishSkipped()
  if (traces) traceSkippedStep(batch, index)
}

// ---- batches

/** The place of the next event: in the order, or in the batch. */
let next = 0
let isOpen = false
/** The order of the batch's events; undefined if it is that of the source. */
let order: readonly number[] | undefined

/** @returns whether the batch is finished. */
function runBatch(batch: EventBatch): boolean {
  if (!isOpen && overtakes) order = orderOf(batch.slots!, batch.reads, batch.count)
  isOpen = true
  if (!(order === undefined ? runInOrder(batch) : runInOtherOrder(batch, order, batch.slots!))) return false
  isOpen = false
  order = undefined
  next = 0
  return true
}

function runInOrder(batch: EventBatch): boolean {
  const { count, slots } = batch
  while (next < count) {
    const slot = slots === undefined ? root : slots[next]
    if (slot === undefined) skip(batch, next)
    else {
      if (!handleOne(batch, next, slot)) return false
      finishHandled(emissions.event)
    }
    next += 1
  }
  return true
}

// ---- partitions overtaking each other

/** How many events from the start of the batch are finished. */
let released = 0
/** How many events are handled and not finished, because an earlier one of their read is not handled. A run ends if there are none. */
let ahead = 0
/** The writes of handled events that are not finished. */
let waiting = list<ReportedWrite[] | undefined>()

function runInOtherOrder(batch: EventBatch, others: readonly number[], slots: readonly (Slot | undefined)[]): boolean {
  for (; next < others.length; next += 1) {
    const index = others[next]!
    writes.sink = list()
    if (!handleOne(batch, index, slots[index]!)) return false
    waiting[index] = writes.sink
    ahead += 1
    release(batch, slots)
  }
  writes.sink = writes.total
  waiting = list()
  released = 0
  return true
}

/** Finishes the events up to the first one that is not handled. */
function release(batch: EventBatch, slots: readonly (Slot | undefined)[]): void {
  for (; released < batch.count; released += 1) {
    const sink = waiting[released]
    if (slots[released] === undefined) skip(batch, released)
    else if (sink === undefined) return
    else {
      ahead -= 1
      writes.release(sink)
      finishHandled(batch.first + released)
    }
  }
}
