// Handles loaded events in their order until the limit of a run is reached, and releases what finished events want written.

import type { Emissions } from './emission.ts'
import type { HandleEvent, Handled } from './execution.ts'
import type { Fault, FaultOf } from './fault.ts'
import type { Guest } from './guest.ts'
import type { LoadedBatch, Loading } from './loading.ts'
import type { MakeSchedule, Schedule } from './order.ts'
import type { Outcome } from './outcome.ts'
import type { Partitions } from './partitions.ts'
import type { Primordials } from './primordials.ts'

/** Runs inside the sandbox; refers to nothing outside itself. */
export function runBatches(
  p: Primordials,
  guest: Guest,
  partitions: Partitions,
  loading: Loading,
  outcome: Outcome,
  emissions: Emissions,
  makeSchedule: MakeSchedule,
  handle: HandleEvent,
  faultOf: FaultOf,
  overtakes: boolean,
) {
  const { list, parse } = p
  const { clock } = guest

  /** Of the read that is being handled. */
  let schedule: Schedule | undefined
  let readIndex = 0
  let readFrom = 0
  let readCount = 0
  let released = 0
  let waiting = list<Handled | undefined>()

  let running = -1
  let fault: Fault | undefined
  let traces = false

  /** @returns the outcome as JSON. */
  function run(texts: string, events: number, trace: boolean): string {
    partitions.supply(parse(texts) as (string | null)[])
    traces = trace
    clock.stop = false
    let left = events
    while (left > 0 && !clock.stop && fault === undefined && handleNext()) left -= 1
    return report()
  }

  /** Ends a run that the host had to interrupt. */
  function interrupt(kind: string, message: string): string {
    fault = faultOf.ofInterruption(message, running, kind, true)
    return report()
  }

  function report(): string {
    return outcome.report(fault === undefined && loading.batch() !== undefined, fault)
  }

  /** @returns false where nothing is left. */
  function handleNext(): boolean {
    for (;;) {
      const batch = loading.batch()
      if (batch === undefined) return false
      schedule ??= openRead(batch)
      const position = schedule.next()
      if (position >= 0) {
        handleOne(batch, position)
        closeIfDone(batch)
        return true
      }
      release(batch)
      closeIfDone(batch)
    }
  }

  function openRead(batch: LoadedBatch): Schedule {
    const { reads } = batch.events
    const left = batch.count - readFrom
    const brought = readIndex < reads.length ? reads[readIndex]! : left
    readCount = brought < left ? brought : left
    released = 0
    waiting = list()
    return makeSchedule(batch.slots, readFrom, readCount, overtakes)
  }

  function handleOne(batch: LoadedBatch, position: number): void {
    const index = readFrom + position
    running = batch.first + index
    if (batch.fault !== undefined && batch.fault.event === running) {
      fault = batch.fault
      return
    }
    const firstLog = emissions.logs.length
    try {
      const done = handle(batch.events, index, batch.slots[index]!, running)
      waiting[position] = done
      schedule!.handled(position)
      if (traces) outcome.step(running, done, firstLog)
      release(batch)
    } catch (thrown) {
      fault = faultOf.ofException(thrown, running, 'runtime', true)
    }
  }

  function release(batch: LoadedBatch): void {
    const finished = schedule!.finished()
    while (released < finished) {
      outcome.finish(batch.first + readFrom + released, waiting[released])
      waiting[released] = undefined
      released += 1
    }
  }

  /** The next read begins when every event of this one is finished. */
  function closeIfDone(batch: LoadedBatch): void {
    if (released < readCount) return
    for (let i = readFrom; i < readFrom + readCount; i += 1) {
      const slot = batch.slots[i]
      if (slot !== undefined) slot.inMemory = true
    }
    schedule = undefined
    readFrom += readCount
    readIndex += 1
    if (readFrom < batch.count) return
    readFrom = 0
    readIndex = 0
    loading.next()
  }

  return { run, interrupt }
}
