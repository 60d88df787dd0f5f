// Reads the links of the type index in the order of their targets, as far as the index is known to be whole (projection-language §5.2).

import { textOf } from '../../../base/bytes.ts'
import type { Position, RecordedEvent } from '../../../base/events/events.ts'
import type { ReadTransaction } from '../../../storage/storage.ts'
import { stateIn, visibleIn } from '../../../streams/read/read.ts'
import type { Source } from '../../model/source.ts'
import type { Tag } from '../../model/positions/checkpoint.ts'
import { logPositionOf, numberOfType } from '../../model/positions/checkpoint.ts'
import { readStampedPosition } from '../../model/positions/provenance.ts'
import { progressAt, readLength } from '../batch.ts'
import type { Resolution } from '../delivery.ts'

/** A link of the index, with the position of its target in place of its own: positions of a run count targets. */
export interface IndexedLink extends RecordedEvent {
  /** The place of its type in the source. */
  readonly typeIndex: number
}

/** A link, and the facts about it that its stream tells. */
export interface ReadLink {
  readonly link: IndexedLink
  /** Whether a target behind its own was read before: then the server passes over it. */
  readonly isLate: boolean
  /** In percent. */
  readonly progress: number
}

export interface IndexRead {
  readonly links: readonly ReadLink[]
  /** Set where the log follows: the position up to which nothing is left to read in it. */
  readonly goesOnBehind: Position | undefined
}

type TypeSource = Extract<Source, { kind: 'types' }>

/** @param from everything up to it has been read. @param length the most links. @param now milliseconds since 1970. */
export async function readTypeIndex(
  tx: ReadTransaction,
  { indexes }: TypeSource,
  { from, length, now }: { readonly from: Tag; readonly length: number; readonly now: number },
): Promise<IndexRead> {
  const limit = Math.max(readLength, Math.ceil((2 * length) / indexes.length))
  const [whole, ...parts] = await Promise.all([
    wholeUpTo(tx, now),
    ...indexes.map((type, typeIndex) => openPart(tx, type, { typeIndex, after: numberOfType(from, typeIndex), limit, now })),
  ])
  const links: ReadLink[] = []
  let behind = logPositionOf(from)
  while (links.length < length) {
    if (parts.some((part) => part.links.length === 0 && part.hasMore)) return { links, goesOnBehind: undefined }
    const first = firstOf(parts)
    // Where the links of one type have ended, others may come before the next one: only up to the mark is that ruled out.
    const isSure = parts.every((part) => part.links.length > 0) || (first !== undefined && first.links[0]!.position <= whole)
    if (!first || !isSure) return { links, goesOnBehind: Math.max(behind, whole) }
    const link = first.links.shift()!
    const isLate = link.position <= behind
    behind = Math.max(behind, link.position)
    links.push({ link: { ...link, position: behind }, isLate, progress: progressAt(link.number, first.last) })
  }
  return { links, goesOnBehind: undefined }
}

/** The links of one type that are not taken yet. */
interface Part {
  readonly links: IndexedLink[]
  readonly hasMore: boolean
  /** Number of the last event of the stream. */
  readonly last: number
}

const noLinks: Part = { links: [], hasMore: false, last: -1 }

async function openPart(
  tx: ReadTransaction,
  type: string,
  { typeIndex, after, limit, now }: { readonly typeIndex: number; readonly after: number; readonly limit: number; readonly now: number },
): Promise<Part> {
  const readable = await stateIn(tx, `$et-${type}`, now)
  if (readable.kind !== 'readable' || after >= readable.head.last) return noLinks
  const { last } = readable.head
  const events = await visibleIn(tx, readable, { from: after + 1, direction: 'forward', limit })
  const links = events.map((event) => ({ ...event, typeIndex, position: positionIn(textOf(event.metadata)) }))
  return { links, hasMore: links.length > 0 && links.at(-1)!.number < last, last }
}

const firstOf = (parts: readonly Part[]): Part | undefined =>
  parts.reduce<Part | undefined>((first, part) => {
    const [link] = part.links
    return link && (!first || link.position < first.links[0]!.position) ? part : first
  }, undefined)

/** The position of the newest mark: the index is whole up to there. A mark behind the end of the log is that of another store. */
async function wholeUpTo(tx: ReadTransaction, now: number): Promise<Position> {
  const [readable, end] = await Promise.all([stateIn(tx, markStream, now), tx.end()])
  if (readable.kind !== 'readable') return -1
  const [mark] = await visibleIn(tx, readable, { from: readable.head.last, direction: 'backward', limit: 1 })
  const position = mark ? positionIn(textOf(mark.data)) : -1
  return position < end ? position : -1
}

const markStream = '$et'

/** @param json with the members of a position in the log. @returns -1 if it has none. */
function positionIn(json: string): Position {
  const tag = readStampedPosition(json, { id: 0 })?.tag
  return tag ? logPositionOf(tag) : -1
}

/**
 * Ends a reading in front of the first link that names another position than its target has: the index came from another store, and
 * says nothing about this log.
 */
export function withoutForeign(read: IndexRead, resolutions: readonly Resolution[]): IndexRead {
  const foreign = read.links.findIndex(({ link, isLate }, index) => {
    const resolution = resolutions[index]!
    const isOfType = resolution.kind === 'event' && link.stream === `$et-${resolution.event.type}`
    return isOfType && !isLate && resolution.event.position !== link.position
  })
  if (foreign < 0) return read
  const links = read.links.slice(0, foreign)
  return { links, goesOnBehind: links.at(-1)?.link.position ?? -1 }
}
