// Prints a snapshot as lines of JSON, one per event, head and row, and puts one together from such lines.

import { tombstoneType } from '../../streams/system.ts'
import type { EventLine } from '../scenario/event-lines.ts'
import type { Problem } from '../shape.ts'
import type { Snapshot, SnapshotEvent, SnapshotTable } from './snapshot.ts'
import { contentFromJson, snapshotFormat } from './snapshot.ts'

/** The first line: the kinds of the lines behind it, and their numbers. */
interface Header extends Omit<Snapshot, 'events' | 'dropped' | 'heads' | 'tables'> {
  /** How many lines come behind this one: a file that was cut off is noticed. */
  readonly lines: number
}

/** @returns lines without line ends. */
export function* snapshotLines({ events, dropped, heads, tables, ...others }: Snapshot): Iterable<string> {
  const rows = tables.reduce((count, table) => count + table.rows.length, 0)
  const header: Header = { ...others, lines: events.length + dropped.length + heads.length + rows }
  yield JSON.stringify(header)
  for (const event of events) yield JSON.stringify({ event })
  for (const event of dropped) yield JSON.stringify({ dropped: event })
  for (const head of heads) yield JSON.stringify({ head })
  for (const table of tables) for (const [key, row] of table.rows) yield JSON.stringify({ table: table.name, key, row })
}

/** Whether a file that begins with this line is a snapshot in lines; one that is a single document says no number of lines. */
export function isSnapshotHeader(line: string): boolean {
  if (!line.includes(snapshotFormat)) return false
  try {
    const header = JSON.parse(line) as Partial<Header> | null
    return header?.format === snapshotFormat && typeof header.lines === 'number'
  } catch {
    return false
  }
}

/** @returns the event of a line, undefined if the line is of something else. */
export function readExportedEvent(line: string): EventLine | undefined {
  const part = parse(line)
  if (!part) return { kind: 'problem', message: 'no JSON object' }
  if (!('event' in part)) return undefined
  const { position: _position, data, metadata, ...event } = part.event
  if (event.type === tombstoneType) return { kind: 'deletion', stream: event.stream }
  return { kind: 'event', event: { ...event, data: contentFromJson(data), metadata: contentFromJson(metadata) }, lacksData: false }
}

export interface SnapshotReader {
  /** @returns the problem of the line, if there is one. */
  add(line: string): string | undefined
  /** @returns the snapshot in the lines, which `readSnapshot` has yet to check, or the problem with their number. */
  finish(): Snapshot | Problem
}

/** @param header a line for which `isSnapshotHeader` holds. */
export function readSnapshotLines(header: string): SnapshotReader {
  const { lines: expected, ...members } = JSON.parse(header) as Header
  const events: SnapshotEvent[] = []
  const dropped: Snapshot['dropped'][number][] = []
  const heads: Snapshot['heads'][number][] = []
  const tables = new Map<string, [string, SnapshotTable['rows'][number][1]][]>()
  let count = 0

  return {
    add(line) {
      count++
      const part = parse(line)
      if (!part) return 'no JSON object'
      if ('event' in part) events.push(part.event)
      else if ('dropped' in part) dropped.push(part.dropped)
      else if ('head' in part) heads.push(part.head)
      else if ('table' in part && typeof part.key === 'string') rowsOf(part.table).push([part.key, part.row])
      else return 'neither an event nor a head nor a row'
      return undefined
    },
    finish() {
      if (count !== expected) return { path: '', message: `expected ${expected} lines behind the first one, found ${count}` }
      const named = [...tables].map(([name, rows]) => ({ name, rows }))
      return { ...members, events, dropped, heads, tables: named }
    },
  }

  function rowsOf(table: string): [string, SnapshotTable['rows'][number][1]][] {
    let rows = tables.get(table)
    if (!rows) tables.set(table, (rows = []))
    return rows
  }
}

type Part =
  | { readonly event: SnapshotEvent }
  | { readonly dropped: Snapshot['dropped'][number] }
  | { readonly head: Snapshot['heads'][number] }
  | { readonly table: string; readonly key: unknown; readonly row: SnapshotTable['rows'][number][1] }

function parse(line: string): Part | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Part) : undefined
  } catch {
    return undefined
  }
}
