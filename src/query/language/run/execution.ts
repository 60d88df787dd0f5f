// Runs one event through the handlers of its partition: updates state and result, collects writes, or throws the fault.

import type { Handler } from '../define/definition.ts'
import { definition, sources } from '../define/definition.ts'
import { emissions, releaseHeld } from './emission.ts'
import type { EventBatch } from './event-batch.ts'
import { at, bodyOf, dataOf, isDeletion } from './event-batch.ts'
import type { MakeEvent } from './event-batch.ts'
import { eventForCreated } from './event-object.ts'
import { check, clock, fail, guest, refuse } from '../guest.ts'
import { readJson } from '../json/json-reader.ts'
import type { Slot } from './partitions.ts'
import { change, isFirst, root, touch } from './partitions.ts'
import { apply, indexOf, isArray, set, toWellFormed } from '../primordials.ts'
import { seams } from '../seams.ts'
import { sharedSlot, storeSecond } from '../second-engine.ts'
import { settings } from '../settings.ts'
import { writeValue } from '../json/state-writer.ts'
import { checkSize } from './state-size.ts'
import { writes } from './writes.ts'

const { created } = definition

/** Whether states are pairs of an own one and the shared one. */
let biState = false
/** Whether results are written as events come, not only at the end. */
let writesResults = false
/** Whether partitions get catalogue entries. */
let isListing = false
let isRootRefused = false
/** Whether a state is its own result, which is not written. */
let isPlain = false
/** The partition whose state is the shared one. */
let shared = root

/** Takes over the definition. */
export function prepareExecution(): void {
  const { definesFold, definesStateTransform, producesResults } = sources.options
  ;({ biState } = sources.options)
  const { isSecondEngine } = settings
  writesResults = !isSecondEngine && (settings.continuous ? producesResults : !definesFold)
  isListing = writesResults && (sources.byStreams || sources.byCustomPartitions)
  isRootRefused = sources.byCustomPartitions && !biState && !isSecondEngine
  isPlain = !definesStateTransform && !writesResults && !isSecondEngine
  if (biState) shared = sharedSlot()
}

/** The partition whose value lives in the engine (projection-language §8.2). */
const live = { __proto__: null, slot: undefined, state: undefined } as { slot: Slot | undefined; state: unknown }

// ---- entering a partition

function enter(slot: Slot): boolean {
  live.slot = undefined
  const isFresh = slot.state === ''
  const own = isFresh ? initial(definition.init) : readState(slot)
  if (biState) loadPair(own, shared.state === '' ? initial(definition.initShared) : readState(shared))
  else live.state = own
  live.slot = slot
  seams.enterState(live.state)
  return isFresh
}

/** Reuses the array, even one that a handler returned. The second engine keeps other values, and fails at the next event. */
function loadPair(own: unknown, shared: unknown): void {
  if (settings.isSecondEngine && live.state !== undefined && !isArray(live.state)) fail('The value is not an array')
  if (!isArray(live.state)) live.state = []
  set(live.state as unknown[], 0, own)
  set(live.state as unknown[], 1, shared)
}

/** Texts written here are never too deep, and need the careful parser only for backslashes. */
function readState({ state: text, isStored }: Slot): unknown {
  return readJson(text, !isStored, !isStored && indexOf(text, '\\') < 0)
}

function initial(create: Handler | undefined): unknown {
  if (create === undefined) return {}
  emissions.allowed = false
  clock.entries += 1
  const value = create()
  clock.entries += 1
  emissions.allowed = true
  check()
  return value
}

// ---- handlers

function callCreated(batch: EventBatch, index: number): void {
  if (created.length === 0) return
  const event = eventForCreated(batch, index)
  clock.entries += 1
  for (let i = 0; i < created.length; i += 1) {
    const handler = created[i]!
    handler(live.state, event)
  }
  clock.entries += 1
  check()
}

function callDeleted(slot: Slot): void {
  const { deleted } = definition
  if (deleted === undefined) return
  emissions.late = true
  clock.entries += 1
  apply(deleted, settings.language.deletesOnChain ? definition.chain : undefined, [live.state, null, slot.name, false])
  clock.entries += 1
  emissions.late = false
  check()
}

// ---- results

/**
 * All steps are one entry; each gets the value of the one before (projection-language §12.1).
 *
 * @returns the text of the result; undefined if there is none.
 */
function transform(state: unknown): string | undefined {
  const { steps } = definition
  let value = state
  emissions.late = true
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
  emissions.late = false
  check()
  return value === null || value === undefined ? undefined : writeValue(value)
}

// ---- the event

function callHandler(handler: Handler, make: MakeEvent | undefined, batch: EventBatch, index: number): void {
  const event = make === undefined ? undefined : make(batch, index)
  clock.entries += 1
  const returned = handler(live.state, event)
  clock.entries += 1
  if (guest.refusal !== undefined) check()
  if (returned !== undefined) live.state = returned
}

/** Throws where the event fails. */
export function handle(batch: EventBatch, index: number, slot: Slot): void {
  const isDeleted = isDeletion(batch, index)
  // The second engine reads the state from its text for every event.
  if (live.slot !== slot || settings.isSecondEngine) enterFor(batch, index, slot, isDeleted)
  const isUnlisted = isListing && !slot.listed && slot !== root
  if (isUnlisted) writes.entry(emissions.event, slot)
  if (!isDeleted && emissions.held.length > 0) releaseHeld()
  if (isDeleted) callDeleted(slot)
  else if (at(batch.isJson, index) !== 2) {
    const place = at(batch.type, index)
    const handler = batch.handlers[place]
    // Without a handler the body becomes the state (projection-language §8.6).
    if (handler === undefined) live.state = unhandled(batch, index)
    else callHandler(handler, batch.makers[place], batch, index)
  }
  const isChanged = settings.isSecondEngine
    ? storeInSecond(slot, isDeleted)
    : biState && !isDeleted
      ? storePair(slot)
      : storeState(slot, isDeleted)
  if (isUnlisted) {
    slot.listed = isChanged
    if (!isChanged && !isDeleted && emissions.count === 0) writes.dropEntry()
  }
}

const unhandled = (batch: EventBatch, index: number): unknown =>
  settings.language.printsUnhandledBodies && at(batch.isJson, index) === 1 ? bodyOf(batch, index) : dataOf(batch, index)

function enterFor(batch: EventBatch, index: number, slot: Slot, isDeleted: boolean): void {
  if (slot === root && isRootRefused) fail("Partition '' state was requested as locked but it is missing in the cache.")
  if (enter(slot) && !isDeleted) callCreated(batch, index)
}

/** The partition whose state changed since its text was written. */
let unwritten: Slot | undefined

function noteChange(slot: Slot, isChanged: boolean): boolean {
  if (!isChanged) return false
  unwritten = slot
  touch(slot, emissions.event)
  return true
}

/** Gives the partition the text of the state that was noted last. Must run before that text is read or compared. */
export function settleState(): void {
  if (unwritten === undefined) return
  const slot = unwritten
  unwritten = undefined
  slot.state = seams.stateText()
  slot.result = slot.state
}

/** In older releases a state that is a text is stored without quotes, except after `$deleted`. */
const isBare = (isDeleted: boolean): boolean => !isDeleted && !settings.language.textsAreJson

/** @returns whether state or result changed. */
function storeState(slot: Slot, isDeleted: boolean): boolean {
  const { state } = live
  // Most states are their own result, and only the last one of a run matters.
  if (isPlain && typeof state === 'object' && state !== null) {
    const noted = emissions.count > 0 && !settings.emitEnabled ? 0 : seams.noteState(state)
    if (noted > 0) return noteChange(slot, noted === 2)
  }
  settleState()
  const isNothing = state === null || state === undefined
  const text = isNothing ? '' : typeof state === 'string' && isBare(isDeleted) ? toWellFormed(state) : writeValue(state)
  const isNews = isNothing || text !== slot.state
  const result = !isNews ? slot.result : sources.options.definesStateTransform ? transform(state) : isNothing ? undefined : text
  if (emissions.count > 0) checkPermission()
  if (isNews) checkSize(slot, text, result)
  const isChanged = text !== slot.state || result !== slot.result
  if (writesResults && result !== slot.result) writes.result(emissions.event, slot, result)
  if (isNews || isFirst(slot)) change(slot, text, result, emissions.event)
  return isChanged
}

function storeInSecond(slot: Slot, isDeleted: boolean): boolean {
  const { state } = live
  const { event } = emissions
  if (!biState || !isArray(state)) return storeSecond(slot, state, event, isBare(isDeleted))
  const [own, common] = ownParts(state as unknown[])
  const isOwnChanged = storeSecond(slot, own, event, false)
  return (common !== null && common !== undefined && storeSecond(shared, common, event, false)) || isOwnChanged
}

const ownParts = (state: readonly unknown[]): [own: unknown, shared: unknown] => [
  state.length > 0 ? state[0] : undefined,
  state.length > 1 ? state[1] : undefined,
]

/** Stores both parts of a bi-state; the shared one belongs to the root partition and has no result (projection-language §7.4). */
function storePair(slot: Slot): boolean {
  const { state } = live
  const parts = isArray(state) ? ownParts(state as unknown[]) : undefined
  const own = parts === undefined ? state : parts[0]
  const common = parts === undefined ? undefined : parts[1]
  const isNothing = own === null || own === undefined
  const text = isNothing ? '' : writeValue(own)
  const sharedText = common === null || common === undefined ? undefined : writeValue(common)
  const isNews = isNothing || text !== slot.state
  const result = !isNews ? slot.result : sources.options.definesStateTransform ? transform(state) : isNothing ? undefined : text
  if (emissions.count > 0) checkPermission()
  if (isNews) checkSize(slot, text, result)
  if (sharedText !== undefined) checkSize(root, sharedText, undefined)
  const isOwnChanged = text !== slot.state || result !== slot.result
  if (sharedText === undefined) return refusePair(isOwnChanged)
  if (writesResults && result !== slot.result) writes.result(emissions.event, slot, result)
  if (slot !== root && (isNews || slot.isNew)) change(slot, text, result, emissions.event)
  const isSharedChanged = sharedText !== root.state
  if (isSharedChanged || isFirst(root)) change(root, sharedText, undefined, emissions.event)
  return isOwnChanged || isSharedChanged
}

function refusePair(isOwnChanged: boolean): never {
  const message = isOwnChanged ? "Value cannot be null. (Parameter 'data')" : 'Object reference not set to an instance of an object.'
  return refuse('runtime', message, false)
}

function checkPermission(): void {
  if (!settings.emitEnabled) refuse('emit', "'emit' is not allowed by the projection/configuration/mode", false)
}
