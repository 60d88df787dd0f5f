// Loads batches and finds the partition of each event, running `partitionBy` once per event.

import type { Handler } from './definition.ts'
import type { EventBatch, NumberColumn } from './event-batch.ts'
import type { MakeEvent } from './event-object.ts'
import type { FillBodies } from './body-columns.ts'
import type { GuestFault } from './fault.ts'
import type { Slot } from './partitions.ts'
import type { ReadEvents } from './read-events.ts'
import type { QueryTools } from './tools.ts'

export type Loading = ReturnType<typeof loadBatches>

/** The tools for loading, beside those of all parts. */
interface LoadingTools extends QueryTools {
  readonly readEvents: ReadEvents
  readonly fillBodies: FillBodies
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function loadBatches(tools: LoadingTools) {
  const { p, guest, definition, partitions, writer, emissions, objects, readEvents, cut, fillBodies, faultOf, settings, pace } = tools
  const { clock } = guest
  const { functionText, list, split, stringify } = p
  const { sources } = definition
  const { root } = partitions

  const onlyReads = p.expression(
    /^(?:function\s*[\w$]*\s*\(\s*([\w$]+)\s*\)\s*\{\s*return\s+\1|\(?\s*([\w$]+)\s*\)?\s*=>\s*(?:\{\s*return\s+)?\2)\.((?:data|body)(?:\.[\w$]+)+|streamId|eventType)\s*;?\s*\}?$/,
  )

  const batches = list<EventBatch>()
  let current = 0
  let loaded = 0

  /** Stands for the partition of an event for which `partitionBy` failed, so that the run reaches the event. */
  const faulty: Slot = { ...root }

  /**
   * @param bodies `BodyColumns` as JSON, where the host has extracted the values that are read; empty where bodies stand in the text.
   * @returns the partitions whose texts are missing, as JSON.
   */
  function load(columns: string, buffer: ArrayBuffer, text: string, bodies: string): string {
    const batch = cut.open(columns, buffer, text)
    const { count } = batch
    pace.begin()
    prepare(batch)
    batches[batches.length] = batch
    if (bodies !== '') {
      batch.isPruned = true
      fillBodies(batch, bodies)
    } else if (isInBody) cut.parseBodies(batch)
    if (batch.slots !== undefined) findSlots(batch, batch.slots, count)
    // Handlers must not see what `partitionBy` did to a body; reading a path did nothing.
    if (path === undefined && !batch.isPruned) cut.resetBodies(batch)
    loaded += batch.count
    return stringify(partitions.missing())
  }

  function prepare(batch: EventBatch): void {
    const handlers = list<Handler | undefined>()
    const makers = list<MakeEvent | undefined>()
    let isUniform = !sources.byStreams && !sources.byCustomPartitions && batch.deleted === 0
    for (let i = 0; i < batch.types.length; i += 1) {
      const handler = handlerOf(batch.types[i]!)
      handlers[i] = handler
      makers[i] = handler === undefined ? undefined : readEvents.makerOf(handler)
      if (!sources.allEvents && handler === undefined) isUniform = false
    }
    batch.first = loaded
    batch.slots = isUniform ? undefined : list<Slot | undefined>()
    batch.handlers = handlers
    batch.makers = makers
    batch.members = readEvents.membersOf(batch)
    batch.hasDeletions = batch.deleted !== 0
    batch.fault = undefined
    cut.resetBodies(batch)
  }

  function handlerOf(type: string | null): Handler | undefined {
    const typed = type === null ? undefined : definition.handlers.get(type)
    return typed ?? (sources.allEvents ? definition.any : undefined)
  }

  function findSlots(batch: EventBatch, slots: (Slot | undefined)[], count: number): void {
    batch.count = 0
    try {
      if (sources.byCustomPartitions) selectSlots(batch, slots, count)
      else takeSlots(batch, slots, count)
    } catch (thrown) {
      end(batch, faultOf.ofException(thrown, batch.first + batch.count, 'partition', false))
    }
  }

  function takeSlots(batch: EventBatch, slots: (Slot | undefined)[], count: number): void {
    const given = slotsOf(batch.partitions)
    for (; batch.count < count; batch.count += 1) {
      slots[batch.count] = isHandled(batch, batch.count) ? givenSlot(given[cut.at(batch.partition, batch.count)]) : undefined
    }
  }

  function slotsOf(names: readonly (string | null)[]): (Slot | undefined)[] {
    const slots = list<Slot | undefined>()
    for (let i = 0; i < names.length; i += 1) slots[i] = slotNamed(names[i]!)
    return slots
  }

  const slotNamed = (name: string | null): Slot | undefined => (name === null ? undefined : partitions.slotOf(name))

  /** Ends a load that the host interrupted. */
  function interrupt(kind: string, message: string): string {
    const batch = batches[batches.length - 1]!
    end(batch, faultOf.ofInterruption(message, batch.first + batch.count, kind, false))
    loaded += batch.count
    return stringify(partitions.missing())
  }

  function end(batch: EventBatch, fault: GuestFault): void {
    batch.fault = fault
    if (batch.slots !== undefined) batch.slots[batch.count] = faulty
    batch.count += 1
  }

  const isDeletion = (batch: EventBatch, i: number): boolean => batch.hasDeletions && cut.at(batch.deleted, i) === 1

  function isHandled(batch: EventBatch, i: number): boolean {
    if (isDeletion(batch, i)) return definition.deleted !== undefined
    return sources.allEvents || batch.handlers[cut.at(batch.type, i)] !== undefined
  }

  /** A hollow event without a stream has no partition to go to (projection-language §5.3). */
  function givenSlot(slot: Slot | undefined): Slot {
    if (slot === undefined && sources.byStreams) guest.refuse('runtime', 'Object reference not set to an instance of an object.', false)
    return slot ?? root
  }

  // ---- partitionBy

  /** The members that `partitionBy` reads where it does nothing else, as `e => e.data.customer`; it then need not be called. */
  const path = pathOf(definition.partitionBy)
  const member = path === undefined ? '' : path[0]!
  const isInBody = member === 'data' || member === 'body'

  function pathOf(select: Handler | undefined): string[] | undefined {
    if (select === undefined || settings.mayHideMembers) return undefined
    const found = onlyReads.exec(functionText(select))
    return found === null ? undefined : split(found[3]!, '.')
  }

  /** Looks each name up once, and only where an event needs it: every looked-up partition is requested from the host. */
  function selectSlots(batch: EventBatch, slots: (Slot | undefined)[], count: number): void {
    const { names, indexes } = namesIn(batch)
    const found = list<Slot | undefined>()
    for (let place = 0; place < names.length; place += 1) found[place] = undefined
    const areAllHandled = sources.allEvents && !batch.hasDeletions
    for (; batch.count < count; batch.count += 1) {
      const i = batch.count
      if (!areAllHandled && !isHandled(batch, i)) slots[i] = undefined
      else if (isDeletion(batch, i)) slots[i] = givenSlot(slotNamed(batch.partitions[cut.at(batch.partition, i)]!))
      else {
        const place = typeof indexes === 'number' ? indexes : indexes[i]!
        const name = names[place]!
        slots[i] = name === null ? selectSlot(batch, i) : (found[place] ??= partitions.slotOf(name))
      }
    }
  }

  /** The column with the names of partitions; null for events whose partition is unknown. */
  function namesIn(batch: EventBatch): { readonly names: readonly (string | null)[]; readonly indexes: NumberColumn } {
    if (member === 'streamId') return { names: batch.streams, indexes: batch.stream }
    if (member === 'eventType') return { names: batch.types, indexes: batch.type }
    return { names: batch.partitions, indexes: batch.partition }
  }

  function selectSlot(batch: EventBatch, i: number): Slot | undefined {
    if (path !== undefined && !isInBody) return undefined
    const { bodies } = batch
    const key = path === undefined || bodies === undefined ? undefined : readPath(bodies[i], path)
    return slotOfKey(key ?? callPartitionBy(batch, i))
  }

  /** @returns the text or number at the path; undefined for other values, for which `partitionBy` must be called. */
  function readPath(body: unknown, names: readonly string[]): string | number | undefined {
    let value = body
    for (let i = 1; i < names.length; i += 1) {
      if (typeof value !== 'object' || value === null) return undefined
      value = (value as Record<string, unknown>)[names[i]!]
    }
    return typeof value === 'string' || typeof value === 'number' ? value : undefined
  }

  function slotOfKey(key: unknown): Slot | undefined {
    if (typeof key === 'string') return partitions.slotOf(key)
    return typeof key === 'number' ? partitions.slotOf(writer.numberText(key)) : undefined
  }

  function callPartitionBy(batch: EventBatch, i: number): unknown {
    const event = objects.forPartitionBy(batch, i)
    const select = definition.partitionBy!
    const body = batch.isPruned ? batch.bodies![i] : undefined
    emissions.allowed = false
    clock.entries += 1
    const key = select(event)
    clock.entries += 1
    emissions.allowed = true
    guest.check()
    pace.passed()
    // It only read the body, of which there is no second copy.
    if (batch.isPruned) batch.bodies![i] = body
    return key
  }

  /** @returns the current batch; undefined where none is left. */
  function batch(): EventBatch | undefined {
    return current < batches.length ? batches[current] : undefined
  }

  function next(): void {
    // Breaks the cycle, so that texts and bodies are freed at once, without a garbage collection.
    batches[current]!.members = null
    batches[current] = undefined as never
    current += 1
  }

  return { faulty, load, interrupt, batch, next, path }
}
