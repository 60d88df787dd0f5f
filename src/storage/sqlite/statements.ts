// Prepares each statement of a store on disk once.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { LogRow } from './values.ts'

const log = 'SELECT position, stream, number, id, type, data, metadata, flags, created FROM log'
const within = '(name, key) >= (?, ?) AND (name, key) < (?, ?)'

const texts = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  end: 'SELECT log AS "end" FROM ends',
  putEnd: 'UPDATE ends SET log = ?',
  streamId: 'SELECT id FROM streams WHERE name = ?',
  streamName: 'SELECT name FROM streams WHERE id = ?',
  addStream: 'INSERT INTO streams (name) VALUES (?) RETURNING id',
  head: 'SELECT head FROM streams WHERE name = ?',
  heads: 'SELECT head FROM streams WHERE name >= ? AND head IS NOT NULL ORDER BY name LIMIT ?',
  putHead: 'INSERT INTO streams (name, head) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET head = excluded.head',
  streamForward: `${log} WHERE stream = ? AND number >= ? ORDER BY number LIMIT ?`,
  streamBackward: `${log} WHERE stream = ? AND number <= ? ORDER BY number DESC LIMIT ?`,
  logForward: `${log} WHERE position >= ? ORDER BY position LIMIT ?`,
  logBackward: `${log} WHERE position <= ? ORDER BY position DESC LIMIT ?`,
  at: 'SELECT stream, number, id FROM log WHERE position = ?',
  addEvent: 'INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  deleteEvent: 'DELETE FROM log WHERE position = ?',
  firstWithId: `
    SELECT stream, number FROM (
      SELECT position, stream, number FROM log WHERE lower(id) = ?1
      UNION ALL SELECT position, stream, number FROM dropped WHERE lower(id) = ?1
    ) ORDER BY position LIMIT 1`,
  dropped: `
    SELECT position, stream, number, id FROM dropped AS d
    WHERE NOT EXISTS (SELECT 1 FROM log WHERE lower(log.id) = lower(d.id) AND log.position < d.position)
      AND NOT EXISTS (SELECT 1 FROM dropped AS other WHERE lower(other.id) = lower(d.id) AND other.position < d.position)
    ORDER BY position`,
  addDropped: 'INSERT INTO dropped VALUES (?, ?, ?, ?)',
  tables: 'SELECT DISTINCT name FROM rows ORDER BY name',
  row: 'SELECT row FROM rows WHERE name = ? AND key = ?',
  rows: `SELECT key, row FROM rows WHERE ${within} ORDER BY name, key`,
  putRow: 'INSERT INTO rows VALUES (?, ?, ?) ON CONFLICT (name, key) DO UPDATE SET row = excluded.row',
  deleteRow: 'DELETE FROM rows WHERE name = ? AND key = ?',
  deleteRows: `DELETE FROM rows WHERE ${within}`,
} as const

type StatementName = keyof typeof texts

/** Rows of the reading statements. */
interface Rows {
  readonly end: { readonly end: number }
  readonly streamId: { readonly id: number }
  readonly streamName: { readonly name: Uint8Array }
  readonly addStream: { readonly id: number }
  /** Null for a stream with events and without a head. */
  readonly head: { readonly head: Uint8Array | null }
  readonly heads: { readonly head: Uint8Array }
  readonly at: { readonly stream: number; readonly number: number; readonly id: string }
  readonly firstWithId: { readonly stream: number; readonly number: number }
  readonly dropped: { readonly position: number; readonly stream: number; readonly number: number; readonly id: string }
  readonly tables: { readonly name: string }
  readonly row: { readonly row: Uint8Array }
  readonly rows: { readonly key: Uint8Array; readonly row: Uint8Array }
}

type LogStatement = 'streamForward' | 'streamBackward' | 'logForward' | 'logBackward'

export type Statements = ReturnType<typeof prepareStatements>

export function prepareStatements(db: DatabaseSync) {
  const prepared = new Map<StatementName, StatementSync>()
  const statement = (name: StatementName, asArrays = false): StatementSync => {
    let found = prepared.get(name)
    if (!found) {
      prepared.set(name, (found = db.prepare(texts[name])))
      if (asArrays) found.setReturnArrays?.(true)
    }
    return found
  }
  return {
    run: (name: StatementName, ...values: readonly SQLInputValue[]): void => void statement(name).run(...values),
    /** The first row. */
    get: <N extends keyof Rows>(name: N, ...values: readonly SQLInputValue[]) => statement(name).get(...values) as Rows[N] | undefined,
    all: <N extends keyof Rows>(name: N, ...values: readonly SQLInputValue[]) => statement(name).all(...values) as unknown as Rows[N][],
    /** Arrays are a third faster than objects; Node 22 has objects only, with members in the order of the columns. */
    events(name: LogStatement, ...values: readonly SQLInputValue[]): LogRow[] {
      const rows: object[] = statement(name, true).all(...values)
      return rows.map((row) => (Array.isArray(row) ? row : Object.values(row)) as unknown as LogRow)
    },
  }
}
