// The functions for handlers: emit, linkTo, linkStreamTo, copyTo and log, with the checks of their arguments.

import type { Handler } from '../define/definition.ts'
import { fail, shown } from '../guest.ts'
import { log } from './log.ts'
import {
  bigInt,
  getOwnPropertyDescriptor,
  hasOwn,
  list,
  setPrototypeOf,
  stringify,
  textOf,
  toWellFormed,
  truncate,
} from '../primordials.ts'
import { proxies } from '../proxies.ts'
import { settings } from '../settings.ts'
import { memberOf, namesOf, writeValue } from '../json/state-writer.ts'
import { isBlank, isObjectOrFunction } from '../define/values.ts'
import type { Emission } from './writes.ts'
import { writes } from './writes.ts'

/** An emission that waits for the next event. */
interface Held {
  /** The event whose position it bears, counted over the whole run. */
  readonly event: number
  readonly emission: Emission
}

const noMetadata: Emission['metadata'] = list()

/** The event whose lines are being kept. */
let logged = 0

export const emissions = {
  /** The current event, counted over the whole run. */
  event: 0,
  /** How many events the current event emitted, even where the query may not emit. */
  count: 0,
  /** False where no event causes the emission, as in `$init` (projection-language §10). */
  allowed: true,
  /** True where emissions wait for the next event, as in transforms and `$deleted` (projection-language §10). */
  late: false,
  held: list<Held>(),
}

// ---- checks of arguments: each fails with the parameter's name (projection-language §10)

function checkText(value: unknown, name: string): asserts value is string {
  if (typeof value === 'string') {
    const first = value[0]
    if (first !== undefined && ((first > ' ' && first <= '~') || !isBlank(value))) return
  } else if (value !== null && value !== undefined) fail("string expected (Parameter '" + name + "')")
  fail("Value cannot be null. (Parameter '" + name + "')")
}

function checkObject(value: unknown, name: string): asserts value is object {
  if (typeof value === 'object' && value !== null) return
  if (value === null || value === undefined) fail("Value cannot be null. (Parameter '" + name + "')")
  if (!isObjectOrFunction(value)) fail("object expected (Parameter '" + name + "')")
}

function push(emission: Emission): void {
  if (!emissions.allowed) fail("Value cannot be null. (Parameter 'causedByTag')")
  const { event, held } = emissions
  if (emissions.late) {
    held[held.length] = { event, emission }
    return
  }
  emissions.count += 1
  if (settings.emitEnabled) writes.emission(event, emission)
}

/** Emits the waiting emissions with the current event. */
export function releaseHeld(): void {
  const { event, held } = emissions
  emissions.count += held.length
  for (let i = 0; i < held.length && settings.emitEnabled; i += 1) {
    writes.emission(event, held[i]!.emission, held[i]!.event)
  }
  held.length = 0
}

/** An emission that waits for the next event, as a list: the event counted from the first unfinished one, which makes it negative. */
export type HeldWrite = [
  event: number,
  stream: string,
  type: string,
  data: string,
  isJson: boolean,
  metadata: readonly (readonly [name: string, json: string])[],
]

/** @returns the waiting emissions for the host, which keeps them for another engine. */
export function heldWrites(): readonly HeldWrite[] {
  const all = list<HeldWrite>()
  for (let i = 0; i < emissions.held.length; i += 1) {
    const { event, emission } = emissions.held[i]!
    const { stream, type, data, isJson, metadata } = emission
    const write: HeldWrite = [event - writes.base, stream, type, data, isJson, metadata]
    setPrototypeOf(write, null)
    all[i] = write
  }
  return all
}

/** Goes on with emissions that wait in another engine of the query. */
export function hold(given: readonly HeldWrite[]): void {
  for (let i = 0; i < given.length; i += 1) {
    const write = given[i]!
    const metadata = list<[name: string, json: string]>()
    for (let k = 0; k < write[5].length; k += 1) {
      const member = list<string>() as [name: string, json: string]
      member[0] = write[5][k]![0]
      member[1] = write[5][k]![1]
      metadata[k] = member
    }
    const emission = { stream: write[1], type: write[2], data: write[3], isJson: write[4], metadata }
    emissions.held[i] = { event: write[0] + writes.base, emission }
  }
}

/** @param nothing for links: stands for null and undefined; without it such members are left out, and numbers must be finite. */
function metadataMembers(metadata: object, nothing?: string): Emission['metadata'] {
  const members = list<[name: string, json: string]>()
  const names = proxies.has(metadata) ? list<string>() : namesOf(metadata)
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i]!
    if (typeof name === 'symbol') fail('Expected string but got Symbol')
    const value = nothing !== undefined && isAccessor(metadata, name) ? undefined : memberOf(metadata, name)
    const isLostNumber = nothing !== undefined && typeof value === 'number' && value - value !== 0
    // Links escape only the characters that JSON requires.
    const isText = nothing !== undefined && typeof value === 'string'
    const json = value === undefined ? nothing : isLostNumber ? '"' + value + '"' : isText ? stringify(value) : writeValue(value)
    if (json === undefined) continue
    const member = list<string>() as [name: string, json: string]
    member[0] = name as string
    member[1] = json
    members[members.length] = member
  }
  return members
}

/** Links write accessors as nothing; emitted events refuse them. */
const isAccessor = (holder: object, name: PropertyKey): boolean => !hasOwn(getOwnPropertyDescriptor(holder, name)!, 'value')

// ---- the functions: methods, which have no prototype and are no constructors, as built-in functions

export const emitters: Record<string, Handler> = {
  emit(stream?: unknown, type?: unknown, body?: unknown, metadata?: unknown): void {
    // Handlers call this at least once per event, so it avoids a rest parameter.
    const { length } = arguments
    if (length < 3) fail('invalid number of parameters')
    checkText(stream, 'streamId')
    checkText(type, 'eventName')
    checkObject(body, 'eventBody')
    if (length === 4 && !isObjectOrFunction(metadata)) fail("object expected (Parameter 'metadata')")
    const data = writeValue(body)
    push({ stream, type, data, isJson: true, metadata: length === 4 ? metadataMembers(metadata as object) : noMetadata })
  },

  linkTo(stream?: unknown, event?: unknown, metadata?: unknown): void {
    const { length } = arguments
    if (length !== 2 && length !== 3) fail('wrong number of parameters')
    checkText(stream, 'streamId')
    checkObject(event, 'event')
    const { sequenceNumber, streamId } = event as { sequenceNumber?: unknown; streamId?: unknown }
    if (typeof sequenceNumber !== 'number' || typeof streamId !== 'string') {
      return fail('Invalid link to event ' + shown(sequenceNumber) + '@' + shown(streamId))
    }
    if (length === 3) checkObject(metadata, 'metaData')
    const data = (sequenceNumber === (sequenceNumber | 0) ? (sequenceNumber | 0) + '@' : int64Text(sequenceNumber) + '@') + streamId
    const members = length === 3 ? metadataMembers(metadata as object, 'null') : noMetadata
    push({ stream, type: '$>', data: toWellFormed(data), isJson: false, metadata: members })
  },

  /** With exactly three arguments the server looks at the wrong one and always fails (projection-language §10.3). */
  linkStreamTo(stream?: unknown, linked?: unknown, _metadata?: unknown): void {
    checkText(stream, 'streamId')
    checkText(linked, 'linkedStreamId')
    if (arguments.length === 3) fail('The value is not an object')
    push({ stream, type: '$@', data: toWellFormed(linked), isJson: false, metadata: noMetadata })
  },

  /** Does nothing, as on the server (projection-language §10.4). */
  copyTo(_stream?: unknown, _event?: unknown, _metadata?: unknown): void {},
}

/** The number as the server casts it to a 64-bit integer. */
function int64Text(value: number): string {
  const whole = truncate(value)
  if (!(whole >= -9223372036854775808 && whole < 9223372036854775808)) return beyondInt64(whole)
  return textOf(bigInt(whole))
}

function beyondInt64(whole: number): string {
  if (!settings.language.saturatesIntegers || whole < 0) return '-9223372036854775808'
  return whole > 0 ? '9223372036854775807' : '0'
}

/** Logs several arguments: each primitive on its own line, then all objects on one line (projection-language §10.5). */
export function logValues(given: readonly unknown[]): void {
  if (logged !== emissions.event) {
    log.end()
    logged = emissions.event
  }
  let objects = ''
  for (let i = 0; i < given.length; i += 1) {
    const value = given[i]
    if (!isObjectOrFunction(value)) log.add(textOf(value))
    else objects += (objects === '' ? '' : ' ') + writeValue(value)
  }
  if (objects !== '') log.add(objects)
}
