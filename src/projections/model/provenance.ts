// Reads from the metadata of an event which projection wrote it, in which version, and at which position (projection-language §6).

import { readJsonPrefix } from '../../base/json/read.ts'
import type { JsonObject, JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import type { Tag } from './checkpoint.ts'

/** The writer of an event: `id` is the number of its registration, epoch and version are those of its run. */
export interface Stamp {
  readonly id: number
  readonly epoch: number
  readonly version: number
}

/** The writer and the position in an event's metadata. */
export interface StampedPosition {
  readonly stamp: Stamp
  /** Undefined where the metadata name no position. */
  readonly tag: Tag | undefined
  /** All other members. */
  readonly extra: ReadonlyMap<string, JsonValue>
}

/**
 * Reads the position in the metadata of an event; members may be missing, but present ones must have the right types.
 *
 * @param metadata not empty.
 * @param reader its id stands in for a missing one.
 * @returns undefined where the text is no JSON object or a member of a position has the wrong type.
 */
export function readStampedPosition(metadata: string, reader: Pick<Stamp, 'id'>): StampedPosition | undefined {
  const outcome = readJsonPrefix(metadata)
  if (outcome.kind !== 'value' || !isJsonObject(outcome.value)) return undefined
  const members = positionMembers(outcome.value)
  const stamp = members && readStamp(members.version, reader.id)
  if (!members || !stamp) return undefined
  return { stamp, tag: tagFrom(members), extra: members.extra }
}

interface PositionMembers {
  version: JsonValue
  commit: number | undefined
  prepare: number | undefined
  phase: number
  completed: boolean | undefined
  streams: [string, number][]
  extra: Map<string, JsonValue>
}

const spellings: Readonly<Record<string, 'version' | 'commit' | 'prepare' | 'phase' | 'completed' | 'streams'>> = {
  $v: 'version',
  v: 'version',
  $c: 'commit',
  c: 'commit',
  commitPosition: 'commit',
  $p: 'prepare',
  p: 'prepare',
  preparePosition: 'prepare',
  $ph: 'phase',
  $cp: 'completed',
  $s: 'streams',
  s: 'streams',
  streams: 'streams',
}

function positionMembers(object: JsonObject): PositionMembers | undefined {
  const members: PositionMembers = {
    version: undefined,
    commit: undefined,
    prepare: undefined,
    phase: 0,
    completed: undefined,
    streams: [],
    extra: new Map(),
  }
  for (const [name, value] of object) {
    const known = Object.hasOwn(spellings, name) ? spellings[name]! : undefined
    if (known === undefined) members.extra.set(name, value)
    else if (!setMember(members, known, value)) return undefined
  }
  return members
}

/** @returns whether the value has the type that the member must have. */
function setMember(members: PositionMembers, name: (typeof spellings)[string], value: JsonValue): boolean {
  switch (name) {
    case 'version':
      members.version = value
      return typeof value === 'string' || typeof value === 'bigint'
    case 'completed':
      members.completed = value === true
      return typeof value === 'boolean'
    case 'streams': {
      const streams = readNumbers(value)
      members.streams = streams ?? []
      return streams !== undefined
    }
    case 'commit':
    case 'prepare':
    case 'phase':
      members[name] = Number(value)
      return typeof value === 'bigint'
  }
}

function readNumbers(value: JsonValue): [string, number][] | undefined {
  if (!isJsonObject(value)) return undefined
  const entries: [string, number][] = []
  for (const [name, number] of value) {
    if (typeof number !== 'bigint') return undefined
    entries.push([name, Number(number)])
  }
  return entries
}

/** A bare number is a version of an old release; of two parts the first is no id. */
function readStamp(value: JsonValue, readerId: number): Stamp | undefined {
  if (typeof value !== 'string') return { id: readerId, epoch: 0, version: typeof value === 'bigint' && value > 0n ? Number(value) : 0 }
  const parts = value.split(':')
  if (!parts.every((part) => /^\s*[-+]?\d+\s*$/.test(part))) return undefined
  if (parts.length === 2) return { id: readerId, epoch: 0, version: Number(parts[1]) }
  return parts.length < 2 ? undefined : { id: Number(parts[0]), epoch: Number(parts[1]), version: Number(parts[2]) }
}

function tagFrom({ commit, prepare, streams, completed, phase }: PositionMembers): Tag | undefined {
  if (completed !== undefined || phase > 0) return { kind: 'phase', completed: completed === true }
  if (commit !== undefined && prepare !== undefined) {
    if (streams.length === 0) return { kind: 'log', commit, prepare }
    return { kind: 'types', commit, prepare, types: streams.map(([type]) => type) }
  }
  if (streams.length === 1) return { kind: 'stream', stream: streams[0]![0], number: streams[0]![1] }
  if (streams.length > 1) return { kind: 'streams', streams: streams.map(([name]) => name), numbers: streams.map(([, number]) => number) }
  return undefined
}
