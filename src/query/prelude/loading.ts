// Takes batches in and finds the partition of each event, running `partitionBy` once per event.

import type { Definition } from './definition.ts'
import type { EventBatch, EventColumns, EventCuts } from './event-batch.ts'
import type { MakeEvent } from './event-object.ts'
import type { Fault, FaultOf } from './fault.ts'
import type { Guest } from './guest.ts'
import type { Partitions, Slot } from './partitions.ts'
import type { Primordials } from './primordials.ts'
import type { StateWriter } from './state-writer.ts'

export interface LoadedBatch {
  readonly events: EventBatch
  /** Partition of each event; undefined where the event is skipped. */
  readonly slots: (Slot | undefined)[]
  /** Number of its first event, counted over the whole run. */
  readonly first: number
  /** How many of its events were taken over: all, unless `partitionBy` failed for the last one. */
  count: number
  fault: Fault | undefined
}

export type Loading = ReturnType<typeof loadBatches>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function loadBatches(
  p: Primordials,
  guest: Guest,
  definition: Definition,
  partitions: Partitions,
  writer: StateWriter,
  cut: EventCuts,
  makeEvent: MakeEvent,
  faultOf: FaultOf,
) {
  const { clock } = guest
  const { list, parse, stringify } = p
  const { sources } = definition

  const batches = list<LoadedBatch>()
  let current = 0
  let loaded = 0

  const { root } = partitions
  /** Stands for the partition of the event that `partitionBy` failed for, so that the run reaches it. */
  const faulty: Slot = { ...root }

  function load(columns: string, text: string): string {
    const events = parse(columns) as EventColumns & { text: string }
    events.text = events.inlineText ?? text
    const batch: LoadedBatch = { events, slots: list(), first: loaded, count: 0, fault: undefined }
    batches[batches.length] = batch
    while (batch.count < events.count && batch.fault === undefined) {
      const i = batch.count
      try {
        batch.slots[i] = slotOf(events, i)
        batch.count += 1
      } catch (thrown) {
        end(batch, faultOf.ofException(thrown, batch.first + i, 'partition', false))
      }
    }
    loaded += batch.count
    return stringify(partitions.missing())
  }

  /** Ends a load that the host had to interrupt. */
  function interrupt(kind: string, message: string): string {
    const batch = batches[batches.length - 1]!
    end(batch, faultOf.ofInterruption(message, batch.first + batch.count, kind, false))
    loaded += batch.count
    return stringify(partitions.missing())
  }

  function end(batch: LoadedBatch, fault: Fault): void {
    batch.fault = fault
    batch.slots[batch.count] = faulty
    batch.count += 1
  }

  function slotOf(events: EventBatch, i: number): Slot | undefined {
    if (!isHandled(events, i)) return undefined
    const given = cut.at(events.partition, i)
    if (!sources.byCustomPartitions || cut.at(events.deleted, i) === 1) return given === null ? root : partitions.slotOf(given)
    const event = makeEvent(events, i, '', cut.at(events.category, i))
    const select = definition.partitionBy!
    clock.entries += 1
    const key = select(event)
    clock.entries += 1
    guest.check()
    if (typeof key === 'string') return partitions.slotOf(key)
    return typeof key === 'number' ? partitions.slotOf(writer.numberText(key)) : undefined
  }

  function isHandled(events: EventBatch, i: number): boolean {
    if (cut.at(events.deleted, i) === 1) return definition.deleted !== undefined
    if (sources.allEvents) return true
    const type = events.types[cut.at(events.type, i)]
    return type !== null && type !== undefined && definition.handlers.has(type)
  }

  /** @returns the batch that is being handled, or undefined where none is left. */
  function batch(): LoadedBatch | undefined {
    return current < batches.length ? batches[current] : undefined
  }

  function next(): void {
    batches[current] = undefined as never
    current += 1
  }

  return { load, interrupt, batch, next, loaded: () => loaded }
}
