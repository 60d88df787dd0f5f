// Handles loaded events in order up to the limit of a run, and releases the writes of finished events.

import type { EventBatch } from './event-batch.ts'
import type { HandleEvent } from './execution.ts'
import type { GuestFault } from './fault.ts'
import type { LateTexts } from './lazy-state.ts'
import type { Loading } from './loading.ts'
import type { Schedule } from './order.ts'
import type { CurrentStep, Outcome } from './outcome.ts'
import type { Slot } from './partitions.ts'
import type { QueryTools } from './tools.ts'
import type { WriteSink } from './writes.ts'

/** The tools for runs, beside those of all parts. */
interface RunTools extends QueryTools {
  readonly loading: Loading
  readonly outcome: Outcome
  readonly late: LateTexts
  readonly handle: HandleEvent
  /** Whether partitions may overtake each other within a read. */
  readonly overtakes: boolean
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function runBatches(tools: RunTools) {
  const { p, guest, log, pace, partitions, emissions, writes, makeSchedule, faultOf, loading, outcome, late, handle, overtakes } = tools
  const { list, parse } = p
  const { clock } = guest
  const { root } = partitions

  let left = 0
  let traces = false
  let fault: GuestFault | undefined
  /** The event being traced. */
  let traced: CurrentStep | undefined

  /** @returns the outcome as JSON. */
  function run(texts: string, events: number, trace: boolean): string {
    partitions.supply(parse(texts) as (string | null)[])
    left = events
    traces = trace
    clock.stop = false
    pace.begin()
    try {
      for (let batch = loading.batch(); batch !== undefined; batch = loading.batch()) {
        if (!(overtakes ? runReads(batch) : runInOrder(batch))) break
        loading.next()
      }
    } catch (thrown) {
      dropWrites()
      fault = faultOf.ofException(thrown, emissions.event, 'runtime', true)
      traceFailed()
    }
    return report()
  }

  /** Ends a run that the host interrupted. */
  function interrupt(kind: string, message: string): string {
    dropWrites()
    fault = faultOf.ofInterruption(message, emissions.event, kind, true)
    traceFailed()
    return report()
  }

  function dropWrites(): void {
    writes.drop(emissions.event)
  }

  function report(): string {
    late.settle()
    return outcome.report(schedule !== undefined, fault === undefined && loading.batch() !== undefined, fault)
  }

  /** @returns false where the run is over. */
  function handleOne(batch: EventBatch, index: number, slot: Slot): boolean {
    if (left <= 0 || clock.stop) return false
    if (slot === loading.faulty) {
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
    traced = { batch, index, slot, firstLog: log.lines.length }
    const handler = handle(batch, index, slot)
    late.settle()
    outcome.step(traced, handler)
    traced = undefined
  }

  function traceFailed(): void {
    if (traced !== undefined) outcome.failedStep(traced)
    traced = undefined
  }

  function skip(batch: EventBatch, index: number): void {
    outcome.skip()
    if (traces) outcome.skippedStep(batch, index)
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
        outcome.finish(emissions.event)
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
        outcome.finish(batch.first + readFrom + released)
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

  return { run, interrupt }
}
