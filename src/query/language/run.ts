// Handles loaded events in order up to the limit of a run, and releases the writes of finished events.

import { emissions } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import { handle } from './execution.ts'
import type { GuestFault } from './fault.ts'
import { faultOfException, faultOfInterruption } from './fault.ts'
import { clock } from './guest.ts'
import { currentBatch, dropBatch, faulty } from './loading.ts'
import { log } from './log.ts'
import type { Schedule } from './order.ts'
import { makeSchedule } from './order.ts'
import { marks } from './marks.ts'
import type { CurrentStep } from './outcome.ts'
import { finishHandled, finishSkipped, report, traceFailedStep, traceSkippedStep, traceStep } from './outcome.ts'
import { pace } from './pace.ts'
import type { Slot } from './partitions.ts'
import { root, supply } from './partitions.ts'
import { list, parse } from './primordials.ts'
import type { WriteSink } from './writes.ts'
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
  pace.begin()
  try {
    for (let batch = currentBatch(); batch !== undefined; batch = currentBatch()) {
      if (!(overtakes ? runReads(batch) : runInOrder(batch))) break
      dropBatch()
    }
  } catch (thrown) {
    dropWrites()
    fault = faultOfException(thrown, emissions.event, 'runtime', true)
    traceFailed()
  }
  return endRun()
}

/** Ends a run that the host interrupted. */
export function interruptRun(kind: string, message: string): string {
  dropWrites()
  fault = faultOfInterruption(message, emissions.event, kind, true)
  traceFailed()
  return endRun()
}

function dropWrites(): void {
  writes.drop(emissions.event)
}

function endRun(): string {
  return report(schedule !== undefined, fault === undefined && currentBatch() !== undefined, fault)
}

/** @returns false where the run is over. */
function handleOne(batch: EventBatch, index: number, slot: Slot): boolean {
  if (left <= 0 || clock.stop) return false
  if (slot === faulty) {
    fault = batch.fault
    return false
  }
  left -= 1
  emissions.event = batch.first + index
  emissions.count = 0
  if (traces) handleTraced(batch, index, slot)
  else handle(batch, index, slot)
  pace.passed()
  return true
}

function handleTraced(batch: EventBatch, index: number, slot: Slot): void {
  log.end()
  marks.clear()
  traced = { batch, index, slot, firstLog: log.lines.length }
  const handler = handle(batch, index, slot)
  traceStep(traced, handler)
  traced = undefined
}

function traceFailed(): void {
  if (traced !== undefined) traceFailedStep(traced)
  traced = undefined
}

function skip(batch: EventBatch, index: number): void {
  finishSkipped()
  if (traces) traceSkippedStep(batch, index)
}

// ---- in the order of the source

let nextIndex = 0

/** @returns whether the batch is finished. */
function runInOrder(batch: EventBatch): boolean {
  if (!runUntil(batch, batch.count)) return false
  nextIndex = 0
  return true
}

function runUntil(batch: EventBatch, end: number): boolean {
  const { slots } = batch
  while (nextIndex < end) {
    const slot = slots === undefined ? root : slots[nextIndex]
    if (slot === undefined) skip(batch, nextIndex)
    else {
      if (!handleOne(batch, nextIndex, slot)) return false
      finishHandled(emissions.event)
    }
    nextIndex += 1
  }
  return true
}

// ---- partitions overtaking each other within a read

/** Undefined where no partition overtakes another. */
let schedule: Schedule | undefined
let isOpen = false
let readIndex = 0
let readFrom = 0
let readCount = 0
let released = 0
let waiting = list<WriteSink | undefined>()
/** Shared by all events without writes, which most are; it stays empty. */
const nothing = writes.openSink()
let unused = writes.openSink()

/** @returns whether the batch is finished. */
function runReads(batch: EventBatch): boolean {
  while (readFrom < batch.count) {
    if (!isOpen) openRead(batch)
    if (!(schedule === undefined ? runUntil(batch, readFrom + readCount) : runOvertaking(batch, schedule))) return false
    closeRead()
  }
  readFrom = 0
  readIndex = 0
  nextIndex = 0
  return true
}

function openRead(batch: EventBatch): void {
  const { reads } = batch
  const rest = batch.count - readFrom
  const brought = readIndex < reads.length ? reads[readIndex]! : rest
  readCount = brought < rest ? brought : rest
  isOpen = true
  nextIndex = readFrom
  released = 0
  schedule = makeSchedule(batch.slots!, readFrom, readCount)
  if (schedule !== undefined) waiting = list()
}

/** @returns whether the read is finished. */
function runOvertaking(batch: EventBatch, order: Schedule): boolean {
  while (released < readCount) {
    const position = order.next()
    if (position >= 0) {
      writes.sink = unused
      if (!handleOne(batch, readFrom + position, batch.slots![readFrom + position]!)) return false
      const hasWritten = unused.numbers.length > 0
      waiting[position] = hasWritten ? unused : nothing
      if (hasWritten) unused = writes.openSink()
      order.handled(position)
    }
    release(batch, order.finished())
  }
  writes.sink = writes.total
  return true
}

function release(batch: EventBatch, finished: number): void {
  while (released < finished) {
    const sink = waiting[released]
    if (sink === undefined) skip(batch, readFrom + released)
    else {
      writes.release(sink)
      finishHandled(batch.first + readFrom + released)
    }
    waiting[released] = undefined
    released += 1
  }
}

/** Ends a read once all of its events are finished. */
function closeRead(): void {
  schedule = undefined
  isOpen = false
  readFrom += readCount
  readIndex += 1
}
