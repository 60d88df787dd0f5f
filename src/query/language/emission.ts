// The functions for handlers: emit, linkTo, linkStreamTo, copyTo and log, with the checks of their arguments.

import type { Handler } from './definition.ts'
import type { CommonTools } from './tools.ts'
import type { Values } from './values.ts'

export type Emissions = ReturnType<typeof collectEmissions>

/** An emission that waits for the next event. */
interface Held {
  /** The event whose position it bears, counted over the whole run. */
  readonly event: number
  readonly stream: string
  readonly type: string
  readonly data: string
  readonly isJson: boolean
  readonly metadata: readonly string[]
}

/** The tools for checking and collecting emissions. */
interface EmissionTools extends Pick<CommonTools, 'p' | 'guest' | 'writer' | 'writes' | 'log'> {
  readonly values: Values
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function collectEmissions({ p, guest, values, writer, writes, log }: EmissionTools) {
  const { bigInt, text, truncate } = p
  const { shown } = guest
  const { isBlank, isObject } = values
  const fail = (message: string): never => guest.fail(message)

  const noMetadata = p.list<string>()

  /** The event whose lines are being kept. */
  let logged = 0

  const collected = {
    /** Whether the query may emit; otherwise emissions are only counted. */
    enabled: false,
    /** The current event, counted over the whole run. */
    event: 0,
    /** How many events the current event emitted. */
    count: 0,
    /** False where no event causes the emission, as in `$init` (projection-language §10). */
    allowed: true,
    /** True where emissions wait for the next event, as in transforms and `$deleted` (projection-language §10). */
    late: false,
    held: p.list<Held>(),
    release,
    functions: {} as Record<string, Handler>,
    log: (...given: unknown[]): void => logValues(given),
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
    if (!isObject(value)) fail("object expected (Parameter '" + name + "')")
  }

  function push(stream: string, type: string, data: string, isJson: boolean, metadata: string[]): void {
    if (!collected.allowed) fail("Value cannot be null. (Parameter 'causedByTag')")
    const { event, held } = collected
    if (collected.late) {
      held[held.length] = { event, stream, type, data, isJson, metadata }
      return
    }
    collected.count += 1
    if (!collected.enabled) return
    const site = writes.siteOf(stream, type, isJson)
    if (metadata.length === 0) writes.emission(event, site, data)
    else writes.emissionWithMetadata(event, site, data, metadata)
  }

  /** Emits the waiting emissions with the current event. */
  function release(): void {
    const { enabled, event, held } = collected
    collected.count += held.length
    for (let i = 0; i < held.length && enabled; i += 1) {
      const { stream, type, data, isJson, metadata, event: position } = held[i]!
      writes.lateEmission(event, writes.siteOf(stream, type, isJson), data, metadata, position)
    }
    held.length = 0
  }

  /** @param nothing for links: stands for null and undefined; without it such members are left out, and numbers must be finite. */
  function metadataMembers(metadata: object, nothing?: string): string[] {
    const members = p.list<string>()
    const names = writer.proxies.has(metadata) ? members : writer.namesOf(metadata)
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      if (typeof name === 'symbol') fail('Expected string but got Symbol')
      const value = nothing !== undefined && isAccessor(metadata, name) ? undefined : writer.memberOf(metadata, name)
      const isLostNumber = nothing !== undefined && typeof value === 'number' && value - value !== 0
      // Links escape only what JSON requires.
      const isText = nothing !== undefined && typeof value === 'string'
      const json = value === undefined ? nothing : isLostNumber ? '"' + value + '"' : isText ? p.stringify(value) : writer.write(value)
      if (json === undefined) continue
      members[members.length] = name as string
      members[members.length] = json
    }
    return members
  }

  /** Links write accessors as nothing; emitted events refuse them. */
  const isAccessor = (holder: object, name: PropertyKey): boolean => !p.hasOwn(p.getOwnPropertyDescriptor(holder, name)!, 'value')

  // ---- the functions: methods, which have no prototype and are no constructors, as built-in functions

  collected.functions = {
    emit(stream?: unknown, type?: unknown, body?: unknown, metadata?: unknown): void {
      // Handlers call this at least once per event, so it avoids a rest parameter.
      const { length } = arguments
      if (length === 3 && emitAgain(stream, type, body)) return
      if (length < 3) fail('invalid number of parameters')
      checkText(stream, 'streamId')
      checkText(type, 'eventName')
      checkObject(body, 'eventBody')
      if (length === 4 && !isObject(metadata)) fail("object expected (Parameter 'metadata')")
      push(stream, type, writer.write(body), true, length === 4 ? metadataMembers(metadata as object) : noMetadata)
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
      push(stream, '$>', data, false, length === 3 ? metadataMembers(metadata as object, 'null') : noMetadata)
    },

    /** With exactly three arguments the reference looks at the wrong one and always fails (projection-language §10.3). */
    linkStreamTo(stream?: unknown, linked?: unknown, _metadata?: unknown): void {
      checkText(stream, 'streamId')
      checkText(linked, 'linkedStreamId')
      if (arguments.length === 3) fail('The value is not an object')
      push(stream, '$@', linked, false, noMetadata)
    },

    /** Does nothing, as in the reference (projection-language §10.4). */
    copyTo(_stream?: unknown, _event?: unknown, _metadata?: unknown): void {},
  }

  /** The fast path for repeated emissions: the first one has checked stream and type. */
  function emitAgain(stream: unknown, type: unknown, body: unknown): boolean {
    if (typeof stream !== 'string' || typeof type !== 'string' || typeof body !== 'object' || body === null) return false
    const site = writes.knownSite(stream, type)
    if (site === undefined || !collected.allowed || collected.late) return false
    writes.emission(collected.event, site, writer.write(body))
    collected.count += 1
    return true
  }

  /** The number as the reference casts it to a 64-bit integer. */
  function int64Text(value: number): string {
    const whole = truncate(value)
    if (!(whole >= -9223372036854775808 && whole < 9223372036854775808)) return '-9223372036854775808'
    return text(bigInt(whole))
  }

  /** Several arguments: primitives line by line, then the objects in one line (projection-language §10.5). */
  function logValues(given: readonly unknown[]): void {
    if (logged !== collected.event) {
      log.end()
      logged = collected.event
    }
    let objects = ''
    for (let i = 0; i < given.length; i += 1) {
      const value = given[i]
      if (!isObject(value)) log.add(text(value))
      else objects += (objects === '' ? '' : ' ') + writer.write(value)
    }
    if (objects !== '') log.add(objects)
  }

  return collected
}
