// Handles loaded events in their order until the limit of a run is reached, and releases what finished events want written.

import type { Emissions } from './emission.ts'
import type { HandleEvent } from './execution.ts'
import type { EventBatch } from './event-batch.ts'
import type { Fault, FaultOf } from './fault.ts'
import type { Guest } from './guest.ts'
import type { Loading } from './loading.ts'
import type { MakeSchedule, Schedule } from './order.ts'
import type { Outcome } from './outcome.ts'
import type { Partitions, Slot } from './partitions.ts'
import type { Primordials } from './primordials.ts'
import type { Sink, Writes } from './writes.ts'

/** Runs inside the sandbox; refers to nothing outside itself. */
export function runBatches(
  p: Primordials,
  guest: Guest,
  partitions: Partitions,
  loading: Loading,
  outcome: Outcome,
  emissions: Emissions,
  writes: Writes,
  makeSchedule: MakeSchedule,
  handle: HandleEvent,
  faultOf: FaultOf,
  overtakes: boolean,
) {
  const { list, parse } = p
  const { clock } = guest
  const { root } = partitions

  let left = 0
  let traces = false
  /** Where the writes of the running event start in its sink. */
  let firstNumber = 0
  let firstName = 0
  let firstText = 0
  let fault: Fault | undefined
  /** The event that is being traced. */
  let tracedBatch: EventBatch | undefined
  let tracedIndex = 0
  let tracedSlot = root
  let tracedLog = 0

  /** @returns the outcome as JSON. */
  function run(texts: string, events: number, trace: boolean): string {
    partitions.supply(parse(texts) as (string | null)[])
    left = events
    traces = trace
    clock.stop = false
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

  /** Ends a run that the host had to interrupt. */
  function interrupt(kind: string, message: string): string {
    dropWrites()
    fault = faultOf.ofInterruption(message, emissions.event, kind, true)
    traceFailed()
    return report()
  }

  function dropWrites(): void {
    writes.cut(firstNumber, firstName, firstText)
  }

  function report(): string {
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
    const { sink } = writes
    firstNumber = sink.numbers.length
    firstName = sink.names.length
    firstText = sink.texts.length
    if (traces) handleTraced(batch, index, slot)
    else handle(batch, index, slot)
    return true
  }

  function handleTraced(batch: EventBatch, index: number, slot: Slot): void {
    tracedBatch = batch
    tracedIndex = index
    tracedSlot = slot
    tracedLog = emissions.logs.length
    const handler = handle(batch, index, slot)
    outcome.step(batch, index, slot, handler, tracedLog)
    tracedBatch = undefined
  }

  function traceFailed(): void {
    if (tracedBatch !== undefined) outcome.failedStep(tracedBatch, tracedIndex, tracedSlot, tracedLog)
    tracedBatch = undefined
  }

  function skip(batch: EventBatch, index: number): void {
    outcome.skip()
    if (traces) outcome.skippedStep(batch, index)
  }

  // ---- in the order of the source

  let nextIndex = 0

  /** @returns whether the batch is finished. */
  function runInOrder(batch: EventBatch): boolean {
    const { slots, count } = batch
    while (nextIndex < count) {
      const slot = slots === undefined ? root : slots[nextIndex]
      if (slot === undefined) skip(batch, nextIndex)
      else {
        if (!handleOne(batch, nextIndex, slot)) return false
        outcome.finish(emissions.event)
      }
      nextIndex += 1
    }
    nextIndex = 0
    return true
  }

  // ---- partitions overtaking each other within a read

  let schedule: Schedule | undefined
  let readIndex = 0
  let readFrom = 0
  let readCount = 0
  let released = 0
  let waiting = list<Sink | undefined>()

  /** @returns whether the batch is finished. */
  function runReads(batch: EventBatch): boolean {
    while (readFrom < batch.count) {
      schedule ??= openRead(batch)
      const position = schedule.next()
      if (position >= 0) {
        writes.sink = writes.openSink()
        if (!handleOne(batch, readFrom + position, batch.slots![readFrom + position]!)) return false
        waiting[position] = writes.sink
        schedule.handled(position)
      }
      release(batch, schedule.finished())
      if (released === readCount) closeRead(batch)
    }
    readFrom = 0
    readIndex = 0
    return true
  }

  function openRead(batch: EventBatch): Schedule {
    const { reads } = batch
    const rest = batch.count - readFrom
    const brought = readIndex < reads.length ? reads[readIndex]! : rest
    readCount = brought < rest ? brought : rest
    released = 0
    waiting = list()
    return makeSchedule(batch.slots!, readFrom, readCount)
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

  /** The next read begins when every event of this one is finished. */
  function closeRead(batch: EventBatch): void {
    for (let i = readFrom; i < readFrom + readCount; i += 1) {
      const slot = batch.slots![i]
      if (slot !== undefined) slot.inMemory = true
    }
    schedule = undefined
    readFrom += readCount
    readIndex += 1
  }

  return { run, interrupt }
}
