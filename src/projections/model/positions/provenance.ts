// Reads from the metadata of an event which projection wrote it, in which version, and at which position (projection-language §6).

import { tombstoneNumber } from '../../../base/events/events.ts'
import { readJsonPrefix } from '../../../base/json/read.ts'
import type { JsonValue } from '../../../base/json/value.ts'
import { isJsonObject } from '../../../base/json/value.ts'
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
 * @returns undefined if the text is no JSON object or a member of a position has the wrong type.
 */
export function readStampedPosition(metadata: string, reader: Pick<Stamp, 'id'>): StampedPosition | undefined {
  const outcome = readJsonPrefix(metadata)
  if (outcome.kind !== 'value' || !isJsonObject(outcome.value)) return undefined
  const members: PositionMembers = {}
  const extra = new Map<string, JsonValue>()
  for (const [name, value] of outcome.value) {
    const member = Object.hasOwn(spellings, name) ? spellings[name]! : undefined
    if (member === undefined) extra.set(name, value)
    else if (hasType(member, value)) members[member] = value
    else return undefined
  }
  const stamp = readStamp(members.version, reader.id)
  return stamp && { stamp, tag: tagFrom(members), extra }
}

type PositionMember = 'version' | 'commit' | 'prepare' | 'phase' | 'completed' | 'streams'
type PositionMembers = { [Member in PositionMember]?: JsonValue }

const spellings: Readonly<Record<string, PositionMember>> = {
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

function hasType(member: PositionMember, value: JsonValue): boolean {
  if (member === 'version') return typeof value === 'string' || typeof value === 'bigint'
  if (member === 'completed') return typeof value === 'boolean'
  if (member === 'streams') return isJsonObject(value) && [...value.values()].every((number) => typeof number === 'bigint')
  return typeof value === 'bigint'
}

/** A bare number is a version of an old release; of two parts the first is no id. */
function readStamp(value: JsonValue, readerId: number): Stamp | undefined {
  if (typeof value !== 'string') return { id: readerId, epoch: 0, version: typeof value === 'bigint' && value > 0n ? Number(value) : 0 }
  const parts = value.split(':')
  if (!parts.every((part) => /^\s*[-+]?\d+\s*$/.test(part))) return undefined
  if (parts.length === 2) return { id: readerId, epoch: 0, version: Number(parts[1]) }
  return parts.length < 2 ? undefined : { id: Number(parts[0]), epoch: Number(parts[1]), version: Number(parts[2]) }
}

function tagFrom({ commit, prepare, streams, completed, phase = 0n }: PositionMembers): Tag | undefined {
  if (completed !== undefined || Number(phase) > 0) return { kind: 'phase', completed: completed === true }
  const [names, numbers] = isJsonObject(streams) ? [[...streams.keys()], [...streams.values()].map(numberFrom)] : [[], []]
  if (commit !== undefined && prepare !== undefined) {
    const position = { commit: Number(commit), prepare: Number(prepare) }
    return names.length === 0 ? { kind: 'log', ...position } : typesAt(position, names, numbers)
  }
  if (names.length > 1) return { kind: 'streams', streams: names, numbers }
  return names.length === 1 ? { kind: 'stream', stream: names[0]!, number: numbers[0]! } : undefined
}

const typesAt = (
  position: { readonly commit: number; readonly prepare: number },
  types: readonly string[],
  numbers: readonly number[],
): Tag => ({
  kind: 'types',
  ...position,
  types,
  ...(numbers.some((number) => number >= 0) && { numbers }),
})

/** A hard deletion leaves the largest number behind, which a JavaScript number cannot hold. */
const numberFrom = (value: JsonValue): number => Math.min(Number(value), tombstoneNumber)
