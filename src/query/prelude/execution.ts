// Takes one event through the handlers of its partition: state, result and what is to be written, or the fault.

import type { Definition, Handler } from './definition.ts'
import type { Emission, Emissions } from './emission.ts'
import type { EventBatch, EventCuts } from './event-batch.ts'
import type { MakeEvent } from './event-object.ts'
import type { Guest } from './guest.ts'
import type { JsonReader } from './json-reader.ts'
import type { Partitions, Slot } from './partitions.ts'
import type { Primordials } from './primordials.ts'
import type { SessionSettings } from './session.ts'
import type { StateWriter } from './state-writer.ts'

/** What an event did that is not in its partition: taken over when the event is finished. */
export interface Handled {
  readonly slot: Slot
  readonly handler: string
  readonly emissions: Emission[]
  /** Whether the partition's catalogue entry is due. */
  readonly isListed: boolean
  /** Whether its result is another one than before. */
  readonly hasNewResult: boolean
  readonly result: string | undefined
  readonly state: string
}

export type HandleEvent = ReturnType<typeof executeEvents>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function executeEvents(
  p: Primordials,
  guest: Guest,
  definition: Definition,
  emissions: Emissions,
  writer: StateWriter,
  json: JsonReader,
  makeEvent: MakeEvent,
  cut: EventCuts,
  partitions: Partitions,
  settings: SessionSettings,
) {
  const { apply, isArray, list, toWellFormed } = p
  const { clock } = guest
  const { created, handlers, sources, steps } = definition
  const { biState, definesStateTransform } = sources.options
  const writesResults = settings.continuous ? sources.options.producesResults : !sources.options.definesFold
  const isPartitioned = sources.byStreams || sources.byCustomPartitions
  const { root } = partitions

  /** The partition whose value is alive in the engine (projection-language §8.2). */
  let loaded: Slot | undefined
  let state: unknown
  const pair: unknown[] = []

  // ---- entering a partition

  function enter(slot: Slot): boolean {
    loaded = undefined
    const fresh = slot.state === ''
    const own = fresh ? initial(definition.init) : json.read(slot.state, slot.written)
    if (biState) {
      pair.length = 2
      pair[0] = own
      pair[1] = root.state === '' ? initial(definition.initShared) : json.read(root.state, root.written)
      state = pair
    } else state = own
    loaded = slot
    return fresh
  }

  function initial(create: Handler | undefined): unknown {
    if (create === undefined) return {}
    emissions.allowed = false
    clock.entries += 1
    const value = create()
    clock.entries += 1
    emissions.allowed = true
    guest.check()
    return value
  }

  // ---- handlers

  function callCreated(batch: EventBatch, index: number, slot: Slot): void {
    if (created.length === 0) return
    const event = makeEvent(batch, index, slot.name, '')
    clock.entries += 1
    for (let i = 0; i < created.length; i += 1) {
      const handler = created[i]!
      handler(state, event)
    }
    clock.entries += 1
    guest.check()
  }

  /** @returns the name of the handler that ran; empty where the body became the state (projection-language §8.6). */
  function callHandler(batch: EventBatch, index: number, slot: Slot): string {
    const type = batch.types[cut.at(batch.type, index)] as string | null
    const typed = type === null ? undefined : handlers.get(type)
    const handler = typed ?? definition.any
    if (handler === undefined) {
      state = cut.data(batch, index)
      return ''
    }
    const event = makeEvent(batch, index, slot.name, cut.at(batch.category, index))
    clock.entries += 1
    const returned = handler(state, event)
    clock.entries += 1
    guest.check()
    if (returned !== undefined) state = returned
    return typed === undefined ? '$any' : (type as string)
  }

  function callDeleted(slot: Slot): string {
    clock.entries += 1
    apply(definition.deleted!, definition.chain, [state, null, slot.name, false])
    clock.entries += 1
    guest.check()
    return '$deleted'
  }

  // ---- texts

  function textOf(value: unknown): string {
    if (value === null || value === undefined) return ''
    return typeof value === 'string' ? toWellFormed(value) : writer.write(value)
  }

  function resultOf(value: unknown, valueText: string): string | undefined {
    if (definesStateTransform) return transform()
    return value === null || value === undefined ? undefined : valueText
  }

  function transform(): string | undefined {
    let value = state
    clock.entries += 1
    for (let i = 0; i < steps.length; i += 1) {
      const step = steps[i]!
      const { call } = step
      const returned = call(value)
      if (!step.keeps) value = returned
      else if (returned !== true) value = undefined
      if (value === null || value === undefined) break
    }
    clock.entries += 1
    guest.check()
    return value === null || value === undefined ? undefined : writer.write(value)
  }

  // ---- the event

  function refuseRootKey(slot: Slot): void {
    if (slot === root && sources.byCustomPartitions && !biState) {
      guest.fail("Partition '' state was requested as locked but it is missing in the cache.")
    }
  }

  function handle(batch: EventBatch, index: number, slot: Slot, event: number): Handled {
    refuseRootKey(slot)
    const isDeletion = cut.at(batch.deleted, index) === 1
    if (loaded !== slot && enter(slot) && !isDeletion) callCreated(batch, index, slot)
    const handler = isDeletion ? callDeleted(slot) : callHandler(batch, index, slot)
    const emitted = takeEmissions()
    const before = slot.result
    const isListed = !slot.listed && isPartitioned && writesResults
    const result = biState ? storePair(slot, event, emitted) : storeState(slot, event, emitted)
    slot.listed = true
    return { slot, handler, emissions: emitted, isListed, hasNewResult: writesResults && result !== before, result, state: slot.state }
  }

  function takeEmissions(): Emission[] {
    const { pending } = emissions
    if (pending.length > 0) emissions.pending = list()
    return pending
  }

  function refuseEmissions(emitted: Emission[]): void {
    if (emitted.length > 0 && !settings.emitEnabled) {
      guest.refuse('emit', "'emit' is not allowed by the projection/configuration/mode", false)
    }
  }

  function storeState(slot: Slot, event: number, emitted: Emission[]): string | undefined {
    const text = textOf(state)
    const isNothing = state === null || state === undefined
    const result = isNothing || text !== slot.state ? resultOf(state, text) : slot.result
    refuseEmissions(emitted)
    if (text !== slot.state || result !== slot.result || slot.isNew) partitions.change(slot, text, result, event)
    return result
  }

  /** Both parts of a bi-state; the shared one belongs to the root partition and has no result (projection-language §7.4). */
  function storePair(slot: Slot, event: number, emitted: Emission[]): string | undefined {
    const items = isArray(state) ? (state as unknown[]) : list()
    const own = items.length > 0 ? items[0] : undefined
    const shared = items.length > 1 ? items[1] : undefined
    const isNothing = own === null || own === undefined
    const text = isNothing ? '' : writer.write(own)
    const isChanged = isNothing || text !== slot.state
    if (shared === null || shared === undefined) {
      const message = isChanged ? "Value cannot be null. (Parameter 'data')" : 'Object reference not set to an instance of an object.'
      guest.refuse('runtime', message, false)
    }
    const sharedText = writer.write(shared)
    const result = isChanged ? resultOf(own, text) : slot.result
    refuseEmissions(emitted)
    if (slot !== root && (isChanged || slot.isNew)) partitions.change(slot, text, result, event)
    if (sharedText !== root.state || root.isNew) partitions.change(root, sharedText, undefined, event)
    return result
  }

  return handle
}
