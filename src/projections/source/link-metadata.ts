// Reads the members of a link's metadata that decide about its delivery (projection-language §5.3).

import { readJsonPrefix } from '../../base/json/read.ts'
import type { JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { readStampedPosition } from '../model/provenance.ts'

export interface LinkFacts {
  /** Whether the metadata are an object whose position, if any, has the right types. */
  readonly isReadable: boolean
  /** Whether they contain a log position; otherwise the target's metadata must be readable too. */
  readonly hasLogPosition: boolean
  /** `$o`: the stream that the link stands for. */
  readonly origin: string | undefined
  /** Whether they have a member `$deleted`, which marks the target's stream as gone. */
  readonly marksDeletion: boolean
}

const unreadable: LinkFacts = { isReadable: false, hasLogPosition: false, origin: undefined, marksDeletion: false }

/** @param metadata null where there are none. */
export function linkFacts(metadata: string | null): LinkFacts {
  if (metadata === null) return { ...unreadable, isReadable: true }
  const plain = parse(metadata)
  if (plain && Object.keys(plain).every((name) => isFine(name, plain[name]))) {
    return facts((name) => plain[name], '$c' in plain && '$p' in plain)
  }
  return readCarefully(metadata)
}

/** Accepts the metadata of nearly every link: members have the types that projections give them. */
function isFine(name: string, value: unknown): boolean {
  switch (name) {
    case '$v':
      return typeof value === 'string' && /^\d+:-?\d+:\d+:\d+$/.test(value)
    case '$c':
    case '$p':
      return Number.isSafeInteger(value)
    case '$s':
      return isObject(value) && Object.values(value).every(Number.isSafeInteger)
    case '$o':
    case '$causedBy':
    case '$correlationId':
    case '$eventTimestamp':
      return typeof value === 'string'
    default:
      return name === '$deleted'
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function readCarefully(metadata: string): LinkFacts {
  const outcome = readJsonPrefix(metadata)
  const position = readStampedPosition(metadata, { id: 0 })
  if (outcome.kind !== 'value' || !isJsonObject(outcome.value) || !position) return unreadable
  const object = outcome.value
  return facts((name) => object.get(name), position.tag?.kind === 'log' || position.tag?.kind === 'types')
}

function facts(member: (name: string) => unknown, hasLogPosition: boolean): LinkFacts {
  const origin = member('$o') as JsonValue
  return {
    isReadable: true,
    hasLogPosition,
    origin: typeof origin === 'string' ? origin : undefined,
    marksDeletion: member('$deleted') !== undefined,
  }
}

/** Only valid JSON that is no position makes a target unreadable. */
export const isTargetReadable = (metadata: string | null): boolean =>
  metadata === null || isEmptyObject(metadata) || !isJson(metadata) || readStampedPosition(metadata, { id: 0 }) !== undefined

const isEmptyObject = (text: string): boolean => text === '{}'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
