// A batch of events inside the sandbox: columns of numbers, and one long text from which members are cut on demand.

import type { Handler } from '../define/definition.ts'
import type { GuestFault } from './fault.ts'
import { readJson } from '../json/json-reader.ts'
import type { Slot } from './partitions.ts'
import { isoText, NativeDate, parse, setPrototypeOf, slice } from '../primordials.ts'
import { settings } from '../settings.ts'

/** One number per event, or one for all of them. */
export type NumberColumn = readonly number[] | number

/** A batch as JSON from the host; indexes count from the first event of the batch. */
export interface EventColumns {
  /** How many events there are. */
  readonly count: number
  /** How many events each read of the source brought. */
  readonly reads: readonly number[]
  readonly types: readonly (string | null)[]
  readonly streams: readonly (string | null)[]
  /** Partitions known outside the sandbox; null if the query decides. */
  readonly partitions: readonly (string | null)[]
  readonly categories: readonly (string | null)[]
  /** Indexes into `types`, `streams`, `partitions` and `categories`. */
  readonly type: NumberColumn
  readonly stream: NumberColumn
  readonly partition: NumberColumn
  readonly category: NumberColumn
  readonly number: NumberColumn
  /** When the records were written: milliseconds behind `createdFrom`, which are milliseconds since 1970. */
  readonly created: NumberColumn
  readonly createdFrom: number
  /** 1 where the data are JSON, or 2 where no handler sees that. */
  readonly isJson: NumberColumn
  /** 1 where the event is the notification of a deleted stream. */
  readonly deleted: NumberColumn
  /** Places in the text; lengths are in UTF-16 units, -1 for null. */
  readonly idStart: NumberColumn
  readonly idLength: NumberColumn
  readonly dataStart: NumberColumn
  readonly dataLength: NumberColumn
  readonly metadataStart: NumberColumn
  readonly metadataLength: NumberColumn
  readonly linkMetadataStart: NumberColumn
  readonly linkMetadataLength: NumberColumn
  /** Whether no text can contain JSON that the server refuses and the standard accepts. */
  readonly isPlain: boolean
  /** Start and end of all bodies as one JSON array in the text; both 0 where some are no JSON. */
  readonly bodiesStart: number
  readonly bodiesEnd: number
  /** The text, where it cannot travel beside the columns. */
  readonly inlineText: string | null
}

/** A loaded batch. */
export interface EventBatch extends Omit<EventColumns, 'count'> {
  text: string
  /** How many events there are. */
  total: number
  /** How many of them were loaded: all, unless `partitionBy` failed for the last one. */
  count: number
  /** Number of the first event, counted over the whole run. */
  first: number
  /** Partition of each event, undefined for skipped ones; without this list all events belong to the root partition. */
  slots: (Slot | undefined)[] | undefined
  /** Handler of each entry of `types`; undefined if the body becomes the state. */
  handlers: (Handler | undefined)[]
  /** The factory of events for each handler; undefined if it needs no event. */
  makers: (MakeEvent | undefined)[]
  fault: GuestFault | undefined
  /** All parsed bodies, once enough were read for parsing them together to be cheaper; each is handed out once. */
  bodies: unknown[] | undefined
  bodyReads: number
}

/** Makes the event that a handler sees. */
export type MakeEvent = (batch: EventBatch, index: number) => object

export function openBatch(columns: string, text: string): EventBatch {
  const batch = parse(columns) as EventBatch
  setPrototypeOf(batch, null)
  batch.text = batch.inlineText ?? text
  batch.total = batch.count
  return batch
}

export const at = (column: NumberColumn, i: number): number => (typeof column === 'number' ? column : column[i]!)

function cut(text: string, starts: NumberColumn, lengths: NumberColumn, i: number): string | null {
  const length = at(lengths, i)
  if (length < 0) return null
  const start = at(starts, i)
  return slice(text, start, start + length)
}

/** Whether the event is the notification of a deleted stream. */
export const isDeletion = (batch: EventBatch, i: number): boolean => at(batch.deleted, i) === 1

/** A call of the parser costs as much as parsing a small body, so bodies that are read regularly are parsed together. */
const fewReads = 16

/** @returns the parsed body, which may be a primitive. */
export function bodyOf(batch: EventBatch, i: number): unknown {
  batch.bodyReads += 1
  if (batch.bodyReads >= fewReads && batch.bodyReads * 2 > i) parseBodies(batch)
  const text = cut(batch.text, batch.dataStart, batch.dataLength, i)
  // The second engine takes bodies unchecked, even those that are too deep.
  return text === null ? null : readJson(text, !settings.isSecondEngine, batch.isPlain)
}

export function parseBodies(batch: EventBatch): void {
  batch.bodyReads = -1e9
  if (batch.bodiesEnd === 0 || !batch.isPlain) return
  try {
    const bodies = parse(slice(batch.text, batch.bodiesStart, batch.bodiesEnd)) as unknown[]
    if (bodies.length === batch.total) batch.bodies = bodies
  } catch {
    // One of them is JSON only for the lenient parser, so each is parsed on its own.
  }
}

/** Discards parsed bodies, so that later reads get fresh ones. */
export function resetBodies(batch: EventBatch): void {
  batch.bodies = undefined
  batch.bodyReads = 0
}

/** `2024-03-01T10:00:00.1230000Z`; the second engine does not know the time (26 §7.5). */
export const createdOf = (batch: EventBatch, i: number): string =>
  settings.isSecondEngine
    ? '0001-01-01T00:00:00.0000000'
    : slice(isoText(new NativeDate(batch.createdFrom + at(batch.created, i))), 0, -1) + '0000Z'

export const idOf = (batch: EventBatch, i: number): string | null => cut(batch.text, batch.idStart, batch.idLength, i)
export const dataOf = (batch: EventBatch, i: number): string | null => cut(batch.text, batch.dataStart, batch.dataLength, i)
export const metadataOf = (batch: EventBatch, i: number): string | null => cut(batch.text, batch.metadataStart, batch.metadataLength, i)
export const linkMetadataOf = (batch: EventBatch, i: number): string | null =>
  cut(batch.text, batch.linkMetadataStart, batch.linkMetadataLength, i)
