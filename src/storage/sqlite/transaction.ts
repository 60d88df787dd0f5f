// Implements the two halves of the port with statements of SQLite.

import { recordedFrom, rowsOf } from '../../base/event-table.ts'
import type { EventPlace, Position, RecordedEvent } from '../../base/events.ts'
import type { Activity } from '../auto-commit.ts'
import type { Changes } from '../hints.ts'
import { firstBehindPrefix } from '../keys.ts'
import { copyEvent } from '../recorded-event.ts'
import { emptied } from './schema.ts'
import type { SqliteHeads } from './heads.ts'
import type { Statements } from './statements.ts'
import type { StreamIds } from './streams.ts'
import type { LogRow } from './values.ts'
import { fromBytes, fromKey, toBytes, toEvent, toKey, toLogRow } from './values.ts'
import type { DroppedEvent, Range, ReadTransaction, WriteTransaction } from '../storage.ts'

/** An open transaction. */
export interface SqliteTransaction {
  readonly sql: Statements
  readonly streams: StreamIds
  readonly heads: SqliteHeads
  readonly activity: Activity
  /** Executes any text. */
  readonly exec: (text: string) => void
  /** The end of the log, including the transaction's own appends. */
  end: Position
}

const mostRows = Number.MAX_SAFE_INTEGER

export function sqliteReading(session: SqliteTransaction): ReadTransaction {
  const { sql, streams, heads, activity } = session
  const answer = async <T>(read: () => T): Promise<T> => {
    activity.use()
    return read()
  }
  const events = (rows: readonly LogRow[]): RecordedEvent[] => rows.map((row) => toEvent(row, streams.nameOf))
  return {
    end: () => answer(() => session.end),
    head: (stream) => answer(() => heads.head(stream)),
    headsOf: (names) => answer(() => names.map((stream) => heads.head(stream))),
    heads: (after, limit) => answer(() => heads.list(after, Math.min(limit, mostRows))),
    stream: (stream, range) =>
      answer(() => {
        const id = streams.known(stream)
        return id === undefined ? [] : events(sql.events(`stream${wayOf(range)}`, id, ...bounds(range)))
      }),
    log: (range) => answer(() => events(sql.events(`log${wayOf(range)}`, ...bounds(range)))),
    firstWithId: (ids) =>
      answer(() =>
        ids.map((id): EventPlace | undefined => {
          const place = sql.get('firstWithId', id.toLowerCase())
          return place && { stream: streams.nameOf(place.stream), number: place.number }
        }),
      ),
    dropped: () => answer(() => sql.all('dropped').map((row): DroppedEvent => ({ ...row, stream: streams.nameOf(row.stream) }))),
    tables: () => answer(() => sql.all('tables').map(({ name }) => name)),
    row: <T>({ name }: { name: string }, key: string) =>
      answer(() => {
        const found = sql.get('row', name, toKey(key))
        return found && (fromBytes(found.row) as T)
      }),
    rows: <T>({ name }: { name: string }, prefix = '') =>
      answer(() => {
        const behind = firstBehindPrefix(prefix)
        const rows =
          behind === undefined ? sql.all('rowsFrom', name, toKey(prefix)) : sql.all('rowsBetween', name, toKey(prefix), toKey(behind))
        return rows.map(({ key, row }) => [fromKey(key), fromBytes(row) as T] as const)
      }),
  }
}

const wayOf = ({ direction }: Range): 'Forward' | 'Backward' => (direction === 'forward' ? 'Forward' : 'Backward')

/** To SQLite a negative limit means none. */
const bounds = ({ from, limit }: Range): [from: number, limit: number] => [from, Math.max(0, Math.min(limit, mostRows))]

export function sqliteWriting(session: SqliteTransaction, changes: Changes): WriteTransaction {
  const { sql, streams, heads, activity } = session

  const add = (event: RecordedEvent): void => {
    sql.run('addEvent', ...toLogRow(event, streams.idOf(event.stream)))
    changes.stream(event.stream)
  }

  const drop = (position: Position): void => {
    const row = sql.get('at', position)
    if (!row) return
    sql.run('addDropped', position, row.stream, row.number, row.id)
    sql.run('deleteEvent', position)
    changes.stream(streams.nameOf(row.stream))
  }

  return {
    ...sqliteReading(session),
    async append(events) {
      activity.use()
      const first = session.end
      session.end += events.count
      for (const event of rowsOf(recordedFrom(events, first))) add(event)
      return first
    },
    putHead(head) {
      activity.use()
      heads.put(head)
    },
    putRow({ name }, key, row) {
      activity.use()
      sql.run('putRow', name, toKey(key), toBytes(row))
      changes.table(name)
    },
    deleteRow({ name }, key) {
      activity.use()
      sql.run('deleteRow', name, toKey(key))
      changes.table(name)
    },
    deleteRows({ name }, prefix) {
      activity.use()
      const behind = firstBehindPrefix(prefix)
      if (behind === undefined) sql.run('deleteRowsFrom', name, toKey(prefix))
      else sql.run('deleteRowsBetween', name, toKey(prefix), toKey(behind))
      changes.table(name)
    },
    async dropEvents(positions) {
      activity.use()
      for (const position of positions) drop(position)
    },
    clear() {
      activity.use()
      for (const table of emptied) session.exec(`DELETE FROM ${table}`)
      streams.forget()
      heads.forget()
      session.end = 0
      changes.all()
    },
    async restore({ end, events, dropped }) {
      activity.use()
      for (const event of events) add(copyEvent(event))
      for (const { position, stream, number, id } of dropped) sql.run('addDropped', position, streams.idOf(stream), number, id)
      session.end = end
      changes.all()
    },
  }
}
