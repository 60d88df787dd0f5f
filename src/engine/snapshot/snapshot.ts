// Takes a copy of everything a store holds, as one JSON document, and puts it back: the same log, heads and rows to the last detail.

import type { RecordedEvent, StreamHead } from '../../base/events/events.ts'
import { tombstoneNumber } from '../../base/events/events.ts'
import { StoreError } from '../../base/errors.ts'
import { hashText } from '../../base/hash.ts'
import { isErrorNamed, isObject, isRecord } from '../../base/platform/realms.ts'
import type { Run } from '../../projections/model/tables.ts'
import { runRows } from '../../projections/model/tables.ts'
import type { DroppedEvent, ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { table } from '../../storage/storage.ts'
import { generationIn, generationTable } from '../../streams/generation.ts'
import type { Check, Members, Problem } from '../shape.ts'
import { checkMembers, flag, list, nonEmptyText, printProblems, text, when } from '../shape.ts'
import type { SnapshotValue } from './values.ts'
import { fromBase64, fromSnapshotValue, toBase64, toSnapshotValue } from './values.ts'

/** Everything a store holds. Plain JSON: it can be printed, kept and sent. */
export interface Snapshot {
  readonly format: typeof snapshotFormat
  /** 1 has no sum. */
  readonly version: 1 | 2
  /** Where the log ends. */
  readonly end: number
  /** In order of position. */
  readonly events: readonly SnapshotEvent[]
  /** Ids and places of events that a scavenge dropped. */
  readonly dropped: readonly DroppedEvent[]
  readonly heads: readonly SnapshotValue[]
  readonly tables: readonly SnapshotTable[]
  /**
   * Of everything but the events: only a store can write what fits together there, and a store that cannot go on from it would never
   * settle.
   */
  readonly sum?: number
  /**
   * Of the ids and places of the events. A number or an id that is missing, or that two events have, may be as the store took them: events
   * themselves do not tell. Absent in copies of earlier releases.
   */
  readonly eventSum?: number
}

export interface SnapshotEvent extends Omit<RecordedEvent, 'data' | 'metadata'> {
  /** Bytes, in base64, where they are no text. */
  readonly data: string | { readonly $bytes: string }
  readonly metadata: string | { readonly $bytes: string }
}

/** Rows of one kind, by key. */
export interface SnapshotTable {
  readonly name: string
  readonly rows: readonly (readonly [key: string, row: SnapshotValue])[]
}

export const snapshotFormat = 'rillbox-snapshot'

const everything = Number.MAX_SAFE_INTEGER

export async function snapshotIn(tx: ReadTransaction): Promise<Snapshot> {
  const [end, events, dropped, heads, names] = await Promise.all([
    tx.end(),
    tx.log({ from: 0, direction: 'forward', limit: everything }),
    tx.dropped(),
    tx.heads(undefined, everything),
    tx.tables(),
  ])
  const kept = names.filter((name) => name !== generationTable.name)
  const rows = await Promise.all(kept.map(async (name) => inGeneration(0, name, await tx.rows(table<unknown>(name)))))
  const book = {
    dropped,
    heads: heads.map(toSnapshotValue),
    tables: kept.map((name, index) => ({ name, rows: rows[index]!.map(([key, row]) => [key, toSnapshotValue(row)] as const) })),
  }
  return {
    format: snapshotFormat,
    version: 2,
    end,
    sum: sumOf(book),
    eventSum: eventSumOf(events),
    events: events.map((event) => ({ ...event, data: contentToJson(event.data), metadata: contentToJson(event.metadata) })),
    ...book,
  }
}

/** Item by item: all of them may be longer than a text can be. */
const sumOf = ({ dropped, heads, tables }: Pick<Snapshot, 'dropped' | 'heads' | 'tables'>): number =>
  [dropped, heads, ...tables.map(({ name, rows }) => [name, ...rows])]
    .flat()
    .reduce((sum: number, item) => hashText(JSON.stringify(item, withSortedNames), sum) >>> 0, 0)

const eventSumOf = (events: readonly Pick<SnapshotEvent, 'id' | 'stream' | 'number' | 'position'>[]): number =>
  events.reduce((sum, { id, stream, number, position }) => hashText(`${id} ${number} ${position} ${stream}`, sum) >>> 0, 0)

/** The replacer of `JSON.stringify` for texts that do not depend on the order of members: many tools sort them. */
const withSortedNames = (_name: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value

/** Replaces everything that is there. A runner that works on events of the earlier content finds another fence. */
export async function restoreIn(tx: WriteTransaction, content: SnapshotContent): Promise<void> {
  const generation = (await generationIn(tx)) + 1
  tx.clear()
  await tx.restore(content)
  for (const head of content.heads) tx.putHead(head)
  for (const { name, rows } of content.tables) {
    for (const [key, row] of inGeneration(generation, name, rows)) tx.putRow(table<unknown>(name), key, row)
  }
}

type Rows = readonly (readonly [key: string, row: unknown])[]

/** More than the commits of any run. */
const fencesOfGeneration = 2 ** 32

/** @returns the rows of a table, runs with fences that no run of another generation has. */
function inGeneration(generation: number, name: string, rows: Rows): Rows {
  if (name !== runRows.name) return rows
  return (rows as readonly (readonly [string, Run])[]).map(([key, run]) => [
    key,
    { ...run, fence: generation * fencesOfGeneration + (run.fence % fencesOfGeneration) },
  ])
}

/** The content of a storage, read from a snapshot. */
export interface SnapshotContent {
  readonly end: number
  readonly events: readonly RecordedEvent[]
  readonly dropped: readonly DroppedEvent[]
  readonly heads: readonly StreamHead[]
  readonly tables: readonly { readonly name: string; readonly rows: Rows }[]
}

/**
 * @param document checked as if it came from anywhere, as far as an error in it would harm a storage.
 * @throws StoreError `invalid-snapshot`.
 */
export function readSnapshot(document: unknown): SnapshotContent {
  const problems = checkMembers('', document, members)
  if (problems.length > 0) throw invalidSnapshot(problems)
  const { version, sum, eventSum, end, events, dropped, heads, tables } = document as Snapshot
  const problem = eventProblem(document as Snapshot)
  if (problem) throw invalidSnapshot([problem])
  if (eventSum !== undefined && eventSum !== eventSumOf(events))
    throw invalidSnapshot([{ path: 'events', message: 'ids or numbers were changed, or events added or taken out, after it was taken' }])
  if (sum === undefined ? version > 1 : sum !== sumOf(document as Snapshot))
    throw invalidSnapshot([{ path: '', message: 'what stands beside its events (dropped, heads, tables) was changed after it was taken' }])
  try {
    return {
      end,
      dropped,
      events: events.map((event) => ({ ...event, data: contentFromJson(event.data), metadata: contentFromJson(event.metadata) })),
      heads: heads.map((head) => fromSnapshotValue(head) as StreamHead),
      tables: tables.map(({ name, rows }) => ({ name, rows: rows.map(([key, row]) => [key, fromSnapshotValue(row)] as const) })),
    }
  } catch (error) {
    if (isErrorNamed(error, 'SyntaxError')) throw invalidSnapshot([{ path: '', message: error.message }])
    throw error
  }
}

/** @returns the first event that no store could have at its place. */
function eventProblem({ end, events, heads }: Snapshot): Problem | undefined {
  const lasts = new Map((heads as unknown as readonly StreamHead[]).map(({ stream, last }) => [stream, last]))
  const reached = new Map<string, number>()
  let before = -1
  for (const [index, { stream, number, position, id }] of events.entries()) {
    const at = (member: string, message: string): Problem => ({ path: `events[${index}].${member}`, message })
    if (position >= end || position <= before) return at('position', 'positions must grow and lie before the end')
    if (!guid.test(id)) return at('id', 'expected a GUID, in lower case and with dashes')
    if (number !== tombstoneNumber && !(number <= lasts.get(stream)!))
      return at('number', 'no head says that the stream reaches so far: its next event would have the number of another')
    if (number <= (reached.get(stream) ?? -1)) return at('number', 'numbers must grow within a stream')
    before = position
    reached.set(stream, number)
  }
  return undefined
}

const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

const contentToJson = (content: string | Uint8Array) => (typeof content === 'string' ? content : { $bytes: toBase64(content) })

/** @throws SyntaxError if bytes are not in base64. */
export const contentFromJson = (content: SnapshotEvent['data']) => (typeof content === 'string' ? content : fromBase64(content.$bytes))

const count = when('a number of 0 or more', (value) => Number.isSafeInteger(value) && (value as number) >= 0)
const place: Members = {
  stream: { required: true, check: text },
  number: { required: true, check: count },
  position: { required: true, check: count },
  id: { required: true, check: text },
}
const content: Check = when(
  'a text or bytes',
  (value) => typeof value === 'string' || (isObject(value) && '$bytes' in value && typeof value.$bytes === 'string'),
)
const event: Members = {
  ...place,
  type: { required: true, check: text },
  data: { required: true, check: content },
  metadata: { required: true, check: content },
  isJson: { required: true, check: flag },
  created: {
    required: true,
    check: when('a time in milliseconds', (value) => typeof value === 'number' && !Number.isNaN(new Date(value).getTime())),
  },
}
const head = when('what is known of a stream', (value) => {
  if (!isObject(value)) return false
  const { stream, last, tombstone, metadata } = value as Partial<Record<keyof StreamHead, unknown>>
  return typeof stream === 'string' && Number.isSafeInteger(last) && typeof tombstone === 'boolean' && isObject(metadata)
})
const row = when('a key and a row', (value) => Array.isArray(value) && value.length === 2 && typeof value[0] === 'string')
const rows: Members = { name: { required: true, check: nonEmptyText }, rows: { required: true, check: list(row) } }

const listOf = (known: Members): Check => list((path, value) => checkMembers(path, value, known))

const members: Members = {
  format: { required: true, check: when(`"${snapshotFormat}"`, (value) => value === snapshotFormat) },
  version: { required: true, check: when('1 or 2, the versions that this release reads', (value) => value === 1 || value === 2) },
  end: { required: true, check: count },
  sum: { check: count },
  eventSum: { check: count },
  events: { required: true, check: listOf(event) },
  dropped: { required: true, check: listOf(place) },
  heads: { required: true, check: list(head) },
  tables: { required: true, check: listOf(rows) },
}

export const invalidSnapshot = (problems: readonly Problem[]): StoreError =>
  new StoreError('invalid-snapshot', `This is no snapshot of a store:\n${printProblems(problems.slice(0, 10))}\n`, {
    hint: 'The store is unchanged. Take snapshots with `store.snapshot()` of the same or an earlier release.',
  })
