// What handlers may call: emit, linkTo, linkStreamTo, copyTo and log, with the checks of their arguments.

import type { Handler } from './definition.ts'
import type { Guest } from './guest.ts'
import type { Primordials } from './primordials.ts'
import type { StateWriter } from './state-writer.ts'

/** An event that the script wants written. */
export interface Emission {
  readonly stream: string
  readonly type: string
  readonly data: string
  readonly isJson: boolean
  /** Name and JSON text by turns. */
  readonly metadata: string[]
}

export type Emissions = ReturnType<typeof collectEmissions>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function collectEmissions(p: Primordials, guest: Guest, writer: StateWriter) {
  const { bigInt, expression, ownKeys, text, truncate } = p
  const { fail } = guest

  const blank = expression(/^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/)

  const collected = {
    /** In the order of the calls; taken over by whoever handles the event. */
    pending: p.list<Emission>(),
    logs: p.list<string>(),
    /** False while `$init` runs: what it emits has no event that caused it (projection-language §10). */
    allowed: true,
    functions: { emit, linkTo, linkStreamTo, copyTo } as Record<string, Handler>,
    log,
  }

  // ---- checks of arguments: each fails with the parameter's name (projection-language §10)

  function checkText(value: unknown, name: string): asserts value is string {
    if (value === null || value === undefined || (typeof value === 'string' && blank.exec(value) !== null)) {
      fail("Value cannot be null. (Parameter '" + name + "')")
    }
    if (typeof value !== 'string') fail("string expected (Parameter '" + name + "')")
  }

  function checkObject(value: unknown, name: string): asserts value is object {
    if (value === null || value === undefined) fail("Value cannot be null. (Parameter '" + name + "')")
    if (!isObject(value)) fail("object expected (Parameter '" + name + "')")
  }

  const isObject = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function'

  function push(stream: string, type: string, data: string, isJson: boolean, metadata: string[]): void {
    if (!collected.allowed) fail("Value cannot be null. (Parameter 'causedByTag')")
    collected.pending[collected.pending.length] = { stream, type, data, isJson, metadata }
  }

  /** @param nothing what stands for null and undefined; without it such members are left out. */
  function metadataMembers(metadata: object, nothing?: string): string[] {
    const members = p.list<string>()
    const names = ownKeys(metadata)
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      if (typeof name === 'symbol') fail('Expected string but got Symbol')
      const value: unknown = (metadata as Record<PropertyKey, unknown>)[name]
      const json = value === undefined ? nothing : writer.write(value)
      if (json === undefined) continue
      members[members.length] = name as string
      members[members.length] = json
    }
    return members
  }

  // ---- the functions

  function emit(...given: unknown[]): void {
    if (given.length < 3) fail('invalid number of parameters')
    const stream = given[0]
    const type = given[1]
    const body = given[2]
    checkText(stream, 'streamId')
    checkText(type, 'eventName')
    checkObject(body, 'eventBody')
    const metadata = given[3]
    if (given.length === 4 && !isObject(metadata)) fail("object expected (Parameter 'metadata')")
    push(stream, type, writer.write(body), true, given.length === 4 ? metadataMembers(metadata as object) : p.list())
  }

  function linkTo(...given: unknown[]): void {
    if (given.length !== 2 && given.length !== 3) fail('wrong number of parameters')
    const stream = given[0]
    const event = given[1]
    checkText(stream, 'streamId')
    checkObject(event, 'event')
    const { sequenceNumber, streamId } = event as { sequenceNumber?: unknown; streamId?: unknown }
    if (typeof sequenceNumber !== 'number' || typeof streamId !== 'string') {
      return fail('Invalid link to event ' + text(sequenceNumber) + '@' + text(streamId))
    }
    const metadata = given[2]
    if (given.length === 3) checkObject(metadata, 'metaData')
    const members = given.length === 3 ? metadataMembers(metadata as object, 'null') : p.list<string>()
    push(stream, '$>', int64Text(sequenceNumber) + '@' + streamId, false, members)
  }

  /** The number as the reference casts it to a 64-bit integer. */
  function int64Text(value: number): string {
    const whole = truncate(value)
    if (!(whole >= -9223372036854775808 && whole < 9223372036854775808)) return '-9223372036854775808'
    return text(bigInt(whole))
  }

  /** With exactly three arguments the reference looks at the wrong one and always fails (projection-language §10.3). */
  function linkStreamTo(...given: unknown[]): void {
    const stream = given[0]
    const linked = given[1]
    checkText(stream, 'streamId')
    checkText(linked, 'linkedStreamId')
    if (given.length === 3) fail('The value is not an object')
    push(stream, '$@', linked, false, p.list())
  }

  /** Does nothing, as in the reference (projection-language §10.4). */
  function copyTo(): void {}

  /** Several arguments: primitives line by line, then the objects in one line (projection-language §10.5). */
  function log(...given: unknown[]): void {
    let objects = ''
    for (let i = 0; i < given.length; i += 1) {
      const value = given[i]
      if (!isObject(value)) addLog(text(value))
      else objects += (objects === '' ? '' : ' ') + writer.write(value)
    }
    if (objects !== '') addLog(objects)
  }

  function addLog(line: string): void {
    collected.logs[collected.logs.length] = line
  }

  return collected
}
