// Loads batches and finds the partition of each event, running `partitionBy` once per event.

import type { Handler } from '../define/definition.ts'
import { definition, sources } from '../define/definition.ts'
import { emissions } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import { at, isDeletion, openBatch, resetBodies } from './event-batch.ts'
import type { MakeEvent } from './event-batch.ts'
import { eventForPartitionBy } from './event-object.ts'
import type { GuestFault } from './fault.ts'
import { faultOfException, faultOfInterruption } from './fault.ts'
import { check, clock, refuse } from '../guest.ts'
import { numberText } from '../json/number-text.ts'
import { passEvent, startPace } from './pace.ts'
import type { Slot } from './partitions.ts'
import { missing, root, slotOf } from './partitions.ts'
import { list, stringify } from '../primordials.ts'
import { seams } from '../seams.ts'

const batches = list<EventBatch | undefined>()
let current = 0
let loaded = 0
/** The batch whose partitions are being found. */
let unfinished: EventBatch | undefined

/** Stands for the partition of an event for which `partitionBy` failed, so that the run reaches the event: nothing needs to be loaded first. */
export const faulty: Slot = { ...root, read: 0 }

/** @returns the partitions whose texts are missing, as JSON. */
export function load(columns: string, text: string): string {
  const batch = openBatch(columns, text)
  const { count } = batch
  startPace()
  prepare(batch)
  batches[batches.length] = batch
  unfinished = batch
  if (batch.slots !== undefined) findSlots(batch, batch.slots, count)
  // Handlers must not see the changes of `partitionBy` to a body.
  resetBodies(batch)
  return endLoad(batch)
}

function endLoad(batch: EventBatch): string {
  loaded += batch.count
  unfinished = undefined
  return stringify(missing())
}

function prepare(batch: EventBatch): void {
  const handlers = list<Handler | undefined>()
  const makers = list<MakeEvent | undefined>()
  let isUniform = !sources.byStreams && !sources.byCustomPartitions && batch.deleted === 0
  for (let i = 0; i < batch.types.length; i += 1) {
    const handler = handlerOf(batch.types[i]!)
    handlers[i] = handler
    makers[i] = handler === undefined ? undefined : seams.eventsOf(handler)
    if (!sources.allEvents && handler === undefined) isUniform = false
  }
  batch.first = loaded
  batch.slots = isUniform ? undefined : list<Slot | undefined>()
  batch.handlers = handlers
  batch.makers = makers
  batch.fault = undefined
  resetBodies(batch)
}

function handlerOf(type: string | null): Handler | undefined {
  const typed = type === null ? undefined : definition.handlers[type]
  return typed ?? (sources.allEvents ? definition.any : undefined)
}

function findSlots(batch: EventBatch, slots: (Slot | undefined)[], count: number): void {
  const found = list<Slot | undefined>()
  for (let place = 0; place < batch.partitions.length; place += 1) found[place] = undefined
  batch.count = 0
  try {
    for (; batch.count < count; batch.count += 1) slots[batch.count] = slotAt(batch, batch.count, found)
  } catch (thrown) {
    end(batch, faultOfException(thrown, batch.first + batch.count, 'partition', false))
  }
}

/** @param found the partitions of the batch so far: looking one up requests it from the host, so only those that an event needs are. */
function slotAt(batch: EventBatch, i: number, found: (Slot | undefined)[]): Slot | undefined {
  if (!isHandled(batch, i)) return undefined
  const place = at(batch.partition, i)
  const name = batch.partitions[place]!
  if (name !== null) return (found[place] ??= slotOf(name))
  if (sources.byCustomPartitions && !isDeletion(batch, i)) return slotOfKey(callPartitionBy(batch, i))
  // A hollow event without a stream has no partition to go to (projection-language §5.3).
  if (sources.byStreams) return refuse('runtime', 'Object reference not set to an instance of an object.', false)
  return root
}

function slotOfKey(key: unknown): Slot | undefined {
  if (typeof key === 'string') return slotOf(key)
  return typeof key === 'number' ? slotOf(numberText(key)) : undefined
}

/** Ends a load that the host interrupted, perhaps before it began: then its first event is to blame. */
export function interruptLoad(kind: string, message: string): string {
  const batch = unfinished ?? (batches[batches.length] = emptyBatch())
  end(batch, faultOfInterruption(message, batch.first + batch.count, kind, false))
  return endLoad(batch)
}

const emptyBatch = (): EventBatch => ({ __proto__: null, first: loaded, count: 0, reads: list(), slots: list() }) as unknown as EventBatch

function end(batch: EventBatch, fault: GuestFault): void {
  batch.fault = fault
  if (batch.slots !== undefined) batch.slots[batch.count] = faulty
  batch.count += 1
}

function isHandled(batch: EventBatch, i: number): boolean {
  // Without `$deleted` the partition is entered all the same (projection-language §5.4).
  if (isDeletion(batch, i)) return definition.deleted !== undefined || (sources.byStreams && !sources.byCustomPartitions)
  return sources.allEvents || batch.handlers[at(batch.type, i)] !== undefined
}

function callPartitionBy(batch: EventBatch, i: number): unknown {
  const event = eventForPartitionBy(batch, i)
  const select = definition.partitionBy!
  emissions.allowed = false
  clock.entries += 1
  const key = select(event)
  clock.entries += 1
  emissions.allowed = true
  check()
  passEvent()
  return key
}

/** @returns the current batch; undefined if none is left. */
export const currentBatch = (): EventBatch | undefined => batches[current]

export function dropBatch(): void {
  batches[current] = undefined
  current += 1
}
