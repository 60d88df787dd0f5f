// Runs one event through the handlers of its partition: updates state and result, collects writes, or throws the fault.

import type { Handler } from './definition.ts'
import type { EventBatch } from './event-batch.ts'
import type { MakeEvent } from './event-object.ts'
import type { LateTexts } from './lazy-state.ts'
import type { Slot } from './partitions.ts'
import type { QueryTools } from './tools.ts'
import type { Transform } from './transforms.ts'

/** @returns the handler that ran; undefined where the body became the state (projection-language §8.6). Throws where the event fails. */
export type HandleEvent = (batch: EventBatch, index: number, slot: Slot) => Handler | undefined

/** The tools for handling events, beside those of all parts. */
interface ExecutionTools extends QueryTools {
  readonly late: LateTexts
  readonly transform: Transform
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function executeEvents(tools: ExecutionTools): HandleEvent {
  const { p, guest, definition, emissions, writer, writes, json, objects, cut, partitions, late, transform, settings } = tools
  const { apply, indexOf, isArray, set, toWellFormed } = p
  const { clock } = guest
  const { created, sources } = definition
  const { biState, definesStateTransform } = sources.options
  const writesResults = settings.continuous ? sources.options.producesResults : !sources.options.definesFold
  const isListing = writesResults && (sources.byStreams || sources.byCustomPartitions)
  const isRootRefused = sources.byCustomPartitions && !biState
  const { isFirst, root } = partitions
  const isPlain = !definesStateTransform && !writesResults
  const isSimple = isPlain && !biState

  /** The partition whose value lives in the engine (projection-language §8.2). */
  const live = { __proto__: null, slot: undefined, state: undefined } as { slot: Slot | undefined; state: unknown }

  // ---- entering a partition

  function enter(slot: Slot): boolean {
    live.slot = undefined
    if (late.owner !== undefined) late.end()
    const isFresh = slot.state === ''
    const own = slot.alive ?? (isFresh ? initial(definition.init) : readState(slot))
    if (isFresh && isSimple && late.madeShape === undefined) late.made(own)
    if (late.madeShape !== undefined && (isFresh || slot.alive !== undefined)) {
      late.own = own as object
      late.ownShape = late.madeShape
    }
    if (biState) loadPair(own, root.state === '' ? initial(definition.initShared) : readState(root))
    else live.state = own
    live.slot = slot
    return isFresh
  }

  /** Reuses the array, even one that a handler returned. */
  function loadPair(own: unknown, shared: unknown): void {
    if (!isArray(live.state)) live.state = []
    set(live.state as unknown[], 0, own)
    set(live.state as unknown[], 1, shared)
  }

  /** Texts written here are never too deep, and need the careful parser only for backslashes. */
  function readState({ state: text, isStored }: Slot): unknown {
    return json.read(text, !isStored, !isStored && indexOf(text, '\\') < 0)
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

  function callCreated(batch: EventBatch, index: number): void {
    if (created.length === 0) return
    const event = objects.forCreated(batch, index)
    clock.entries += 1
    for (let i = 0; i < created.length; i += 1) {
      const handler = created[i]!
      handler(live.state, event)
    }
    clock.entries += 1
    guest.check()
  }

  function callDeleted(slot: Slot): Handler {
    const handler = definition.deleted!
    emissions.late = true
    clock.entries += 1
    apply(handler, definition.chain, [live.state, null, slot.name, false])
    clock.entries += 1
    emissions.late = false
    guest.check()
    return handler
  }

  // ---- texts

  /** A state that is a text is stored without quotes, except after `$deleted`. */
  function textOf(value: unknown, isQuoted: boolean): string {
    if (value === null || value === undefined) return ''
    return typeof value === 'string' && !isQuoted ? toWellFormed(value) : writer.write(value)
  }

  // ---- the event

  function callHandler(handler: Handler, make: MakeEvent | undefined, batch: EventBatch, index: number): void {
    const event = make === undefined ? undefined : make(batch, index)
    clock.entries += 1
    const returned = handler(live.state, event)
    clock.entries += 1
    if (guest.refusal !== undefined) guest.check()
    if (returned !== undefined) live.state = returned
  }

  function handle(batch: EventBatch, index: number, slot: Slot): Handler | undefined {
    const isDeletion = batch.hasDeletions && cut.at(batch.deleted, index) === 1
    const isAgain = live.slot === slot
    if (!isAgain) enterFor(batch, index, slot, isDeletion)
    const isUnlisted = isListing && !slot.listed && slot !== root
    if (isUnlisted) writes.entry(emissions.event, slot)
    if (!isDeletion && emissions.held.length > 0) emissions.release()
    const { type } = batch
    const place = typeof type === 'number' ? type : type[index]!
    const handler = isDeletion ? callDeleted(slot) : batch.handlers[place]
    if (handler === undefined) live.state = cut.data(batch, index)
    else if (!isDeletion) callHandler(handler, batch.makers[place], batch, index)
    const isChanged = biState && !isDeletion ? storePair(slot) : storeState(slot, isDeletion, isAgain)
    if (isUnlisted) {
      slot.listed = isChanged
      if (!isChanged && !isDeletion && emissions.count === 0) writes.dropEntry()
    }
    return handler
  }

  function enterFor(batch: EventBatch, index: number, slot: Slot, isDeletion: boolean): void {
    if (slot === root && isRootRefused) guest.fail("Partition '' state was requested as locked but it is missing in the cache.")
    if (enter(slot) && !isDeletion) callCreated(batch, index)
  }

  /** @returns whether state or result changed. */
  function storeState(slot: Slot, isDeletion: boolean, isAgain: boolean): boolean {
    const { state } = live
    if (isPlain && typeof state === 'object' && state !== null) {
      if (isAgain && (emissions.count === 0 || settings.emitEnabled) && late.store(slot, state, emissions.event)) return true
      const text = !isAgain && state === late.own ? late.ownShape!.plainText(state) : undefined
      // Parsing its text would give the same value: primitives, with names in this order.
      slot.alive = text !== undefined && slot.mayLive && late.ownShape === late.madeShape ? state : undefined
      return storeText(slot, text ?? writer.write(state))
    }
    if (late.owner !== undefined) late.end()
    slot.alive = undefined
    const isNothing = state === null || state === undefined
    const text = textOf(state, isDeletion)
    const isNews = isNothing || text !== slot.state
    const result = !isNews ? slot.result : definesStateTransform ? transform(state) : isNothing ? undefined : text
    if (emissions.count > 0) checkPermission()
    const isChanged = text !== slot.state || result !== slot.result
    if (writesResults && result !== slot.result) writes.result(emissions.event, slot, result)
    if (isNews || isFirst(slot)) partitions.change(slot, text, result, emissions.event)
    return isChanged
  }

  /** Most states are their own result, and only the last one of a run matters. */
  function storeText(slot: Slot, text: string): boolean {
    if (late.owner !== undefined) late.end()
    if (emissions.count > 0) checkPermission()
    return partitions.changeText(slot, text, emissions.event)
  }

  /** Stores both parts of a bi-state; the shared one belongs to the root partition and has no result (projection-language §7.4). */
  function storePair(slot: Slot): boolean {
    const { state } = live
    const items = isArray(state) ? (state as unknown[]) : undefined
    const own = items === undefined ? state : items.length > 0 ? items[0] : undefined
    const shared = items === undefined || items.length < 2 ? undefined : items[1]
    const isNothing = own === null || own === undefined
    const text = isNothing ? '' : writer.write(own)
    const sharedText = shared === null || shared === undefined ? undefined : writer.write(shared)
    const isNews = isNothing || text !== slot.state
    const result = !isNews ? slot.result : definesStateTransform ? transform(state) : isNothing ? undefined : text
    if (emissions.count > 0) checkPermission()
    const isOwnChanged = text !== slot.state || result !== slot.result
    if (sharedText === undefined) return refusePair(isOwnChanged)
    if (writesResults && result !== slot.result) writes.result(emissions.event, slot, result)
    if (slot !== root && (isNews || slot.isNew)) partitions.change(slot, text, result, emissions.event)
    const isSharedChanged = sharedText !== root.state
    if (isSharedChanged || isFirst(root)) partitions.change(root, sharedText, undefined, emissions.event)
    return isOwnChanged || isSharedChanged
  }

  function refusePair(isOwnChanged: boolean): never {
    const message = isOwnChanged ? "Value cannot be null. (Parameter 'data')" : 'Object reference not set to an instance of an object.'
    return guest.refuse('runtime', message, false)
  }

  function checkPermission(): void {
    if (!settings.emitEnabled) guest.refuse('emit', "'emit' is not allowed by the projection/configuration/mode", false)
  }

  return handle
}
