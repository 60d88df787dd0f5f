// Does the operations of the port with statements of SQLite.

import type { DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import { valuesOf } from '../../base/events/column.ts'
import { recordedFrom, rowsOf } from '../../base/events/event-table.ts'
import type { EventPlace, Position, RecordedEvent, StreamHead } from '../../base/events/events.ts'
import { contentOf } from '../../base/events/events.ts'
import { firstBehindPrefix } from '../keys.ts'
import type { Range } from '../storage.ts'
import type { SynchronousEngine } from '../synchronous.ts'
import { emptied } from './schema.ts'
import type { StoredIds } from './ids.ts'
import type { Statements } from './statements.ts'
import type { StreamCache } from './streams.ts'
import type { LogRow } from './values.ts'
import { fromKey, toBytes, toEvent, toKey, toLogRow } from './values.ts'

/** The end of the log, including appends that are not committed. */
export interface LogEnd {
  position: Position
}

/** Contents of the file that stay in memory. */
interface FileMemory {
  readonly streams: StreamCache
  readonly ids: StoredIds
  readonly end: LogEnd
}

export function sqliteOperations(db: DatabaseSync, sql: Statements, { streams, ids, end }: FileMemory): SynchronousEngine['operations'] {
  let mayHoldLarge = sql.get('size')!.bytes > piece.enough
  /** Of a few ordinary events, all at once, which spares a page a tenth; otherwise one by one, so that a piece of large events ends early. */
  const readerOf = ({ limit }: Range) => (limit <= few && !mayHoldLarge ? sql.all : sql.each)
  const eventsOf = (rows: Iterable<LogRow>): RecordedEvent[] => {
    const events: RecordedEvent[] = []
    let content = 0
    for (const row of rows) {
      const event = toEvent(row, streams.nameOf)
      events.push(event)
      content += contentOf(event)
      if (content > piece.enough) break
    }
    return events
  }
  const add = (event: RecordedEvent): void => {
    mayHoldLarge ||= contentOf(event) * few > piece.enough
    sql.run('addEvent', ...toLogRow(event, streams.idOf(event.stream)))
  }

  /** @returns the stream that lost the event. */
  const drop = (position: Position): string | undefined => {
    const row = sql.get('at', position)
    if (!row) return undefined
    sql.run('addDropped', position, row.stream, row.number, row.id)
    sql.run('deleteEvent', position)
    return streams.nameOf(row.stream)
  }

  return {
    end: async () => end.position,
    headsOf: async (names) => names.map((stream) => streams.head(stream)),
    // The next string after another is that string and the least character.
    heads: async (after, limit) =>
      sql
        .all('heads', toKey(after === undefined ? '' : `${after}\0`), Math.min(limit, mostRows))
        .map(({ head }) => deserialize(head) as StreamHead),
    piece,
    async stream(stream, range) {
      const id = streams.known(stream)
      return id === undefined ? [] : eventsOf(readerOf(range)(`stream${wayOf(range)}`, id, ...bounds(range)))
    },
    log: async (range) => eventsOf(readerOf(range)(`log${wayOf(range)}`, ...bounds(range))),
    async firstWithId(asked) {
      await ids.read(end.position)
      return ids.firstPositions(asked).map((position, index): EventPlace | undefined => {
        const place = position === Infinity ? undefined : sql.get('placeAt', position)
        return place?.id.toLowerCase() === asked[index]!.toLowerCase()
          ? { stream: streams.nameOf(place.stream), number: place.number }
          : undefined
      })
    },
    async dropped() {
      await ids.read(end.position)
      const dropped = sql.all('dropped')
      const first = ids.firstPositions(dropped.map(({ id }) => id))
      return dropped.flatMap((row, index) => (row.position === first[index] ? { ...row, stream: streams.nameOf(row.stream) } : []))
    },
    tables: async () => sql.all('tables').map(({ name }) => name),
    row: async <T>({ name }: { name: string }, key: string) => {
      const found = sql.get('row', name, toKey(key))
      return found && (deserialize(found.row) as T)
    },
    rows: async <T>({ name }: { name: string }, prefix = '') =>
      sql.all('rows', ...keysWithPrefix(name, prefix)).map(({ key, row }) => [fromKey(key), deserialize(row) as T] as const),
    async append(events) {
      await ids.read(end.position)
      const first = end.position
      end.position += events.count
      ids.add(valuesOf(events.id, events.count))
      for (const event of rowsOf(recordedFrom(events, first))) add(event)
      return first
    },
    putHead: (head) => streams.putHead(head),
    putRow: ({ name }, key, row) => sql.run('putRow', name, toKey(key), toBytes(row)),
    deleteRow: ({ name }, key) => sql.run('deleteRow', name, toKey(key)),
    deleteRows: ({ name }, prefix) => sql.run('deleteRows', ...keysWithPrefix(name, prefix)),
    dropEvents: async (positions) => new Set(positions.flatMap((position) => drop(position) ?? [])),
    clear() {
      for (const table of emptied) db.exec(`DELETE FROM ${table}`)
      streams.forget()
      ids.clear()
      end.position = 0
    },
    async restore(log) {
      for (const event of log.events) add(event)
      for (const { position, stream, number, id } of log.dropped) sql.run('addDropped', position, streams.idOf(stream), number, id)
      ids.restore([log.events, log.dropped].flat(), log.end)
      end.position = log.end
    },
  }
}

const wayOf = ({ direction }: Range): 'Forward' | 'Backward' => (direction === 'forward' ? 'Forward' : 'Backward')

/** So few events are no more than a piece where none of them is large. */
const few = 100

/** Some 4 ms: a row takes about 8 µs, copying a megabyte about a millisecond. */
const piece = { events: 512, enough: 4_000_000 }

const mostRows = Number.MAX_SAFE_INTEGER

/** To SQLite a negative limit means none. */
const bounds = ({ from, limit }: Range): [from: number, limit: number] => [from, Math.max(0, Math.min(limit, mostRows))]

/** The first name and key of a table's rows with the prefix, and those behind the last one. */
function keysWithPrefix(table: string, prefix: string): [string, Uint8Array, string, Uint8Array] {
  const behind = firstBehindPrefix(prefix)
  return [table, toKey(prefix), behind === undefined ? `${table}\0` : table, toKey(behind ?? '')]
}
