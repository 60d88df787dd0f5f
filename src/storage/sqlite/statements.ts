// Prepares each statement of a store on disk once.

import type { DatabaseSync, SQLInputValue, StatementResultingChanges, StatementSync } from 'node:sqlite'
import { isBytes } from '../../base/platform/realms.ts'
import type { LogRow } from './values.ts'

/** The text of a statement that answers with rows; their type is never set. */
type Reading<Row> = string & { readonly row?: Row }

const reading = <Row>(text: string): Reading<Row> => text
const events = (rest: string): Reading<LogRow> =>
  `SELECT position, stream, number, id, type, data, metadata, flags, created FROM log ${rest}`
const within = '(name, key) >= (?, ?) AND (name, key) < (?, ?)'

const texts = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  beginPart: 'SAVEPOINT part',
  endPart: 'RELEASE part',
  undoPart: 'ROLLBACK TO part',
  /** Of the whole file. */
  size: reading<{ bytes: number }>('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()'),
  end: reading<{ end: number }>('SELECT log AS "end" FROM ends'),
  putEnd: 'UPDATE ends SET log = ?',
  streamId: reading<{ id: number }>('SELECT id FROM streams WHERE name = ?'),
  streamName: reading<{ name: Uint8Array }>('SELECT name FROM streams WHERE id = ?'),
  addStream: 'INSERT INTO streams (name) VALUES (?)',
  /** Null for a stream with events and without a head. */
  head: reading<{ head: Uint8Array | null }>('SELECT head FROM streams WHERE name = ?'),
  heads: reading<{ head: Uint8Array }>('SELECT head FROM streams WHERE name >= ? AND head IS NOT NULL ORDER BY name LIMIT ?'),
  putHead: 'INSERT INTO streams (name, head) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET head = excluded.head',
  streamForward: events('WHERE stream = ? AND number >= ? ORDER BY number LIMIT ?'),
  streamBackward: events('WHERE stream = ? AND number <= ? ORDER BY number DESC LIMIT ?'),
  logForward: events('WHERE position >= ? ORDER BY position LIMIT ?'),
  logBackward: events('WHERE position <= ? ORDER BY position DESC LIMIT ?'),
  at: reading<{ stream: number; number: number; id: string }>('SELECT stream, number, id FROM log WHERE position = ?'),
  addEvent: 'INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  deleteEvent: 'DELETE FROM log WHERE position = ?',
  /** Of an event that may be dropped. */
  placeAt: reading<{ stream: number; number: number; id: string }>(`
    SELECT stream, number, id FROM log WHERE position = ?1 UNION ALL SELECT stream, number, id FROM dropped WHERE position = ?1`),
  /** Those of dropped events among them. */
  idsFrom: reading<{ position: number; id: string }>(`
    SELECT position, id FROM log WHERE position >= ?1 UNION ALL SELECT position, id FROM dropped WHERE position >= ?1
    ORDER BY position LIMIT ?2`),
  hashesBehind: reading<{ end: number; hashes: Uint8Array<ArrayBuffer> }>(
    `SELECT "end", hashes FROM ids WHERE "end" > ? ORDER BY "end" LIMIT ?`,
  ),
  putHashes: 'INSERT INTO ids VALUES (?, ?)',
  dropped: reading<{ position: number; stream: number; number: number; id: string }>(
    'SELECT position, stream, number, id FROM dropped ORDER BY position',
  ),
  addDropped: 'INSERT INTO dropped VALUES (?, ?, ?, ?)',
  tables: reading<{ name: string }>('SELECT DISTINCT name FROM rows ORDER BY name'),
  row: reading<{ row: Uint8Array }>('SELECT row FROM rows WHERE name = ? AND key = ?'),
  rows: reading<{ key: Uint8Array; row: Uint8Array }>(`SELECT key, row FROM rows WHERE ${within} ORDER BY name, key`),
  putRow: 'INSERT INTO rows VALUES (?, ?, ?) ON CONFLICT (name, key) DO UPDATE SET row = excluded.row',
  deleteRow: 'DELETE FROM rows WHERE name = ? AND key = ?',
  deleteRows: `DELETE FROM rows WHERE ${within}`,
}

type StatementName = keyof typeof texts
type RowOf<N extends StatementName> = (typeof texts)[N] extends Reading<infer Row> ? Row : never

/** Prepares each statement at its first use. */
export class Statements {
  /** Characters and bytes of all values that changed something, since it was last set to 0. */
  written = 0
  readonly #db: DatabaseSync
  readonly #prepared = new Map<StatementName, StatementSync>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  readonly run = (name: StatementName, ...values: readonly SQLInputValue[]): StatementResultingChanges => {
    for (const value of values) if (typeof value === 'string' || isBytes(value)) this.written += value.length
    return this.#statement(name).run(...values)
  }

  /** The first row. */
  readonly get = <N extends StatementName>(name: N, ...values: readonly SQLInputValue[]) =>
    this.#statement(name).get(...values) as RowOf<N> | undefined

  readonly all = <N extends StatementName>(name: N, ...values: readonly SQLInputValue[]) =>
    this.#statement(name).all(...values) as unknown as RowOf<N>[]

  /** Reads a row when it is asked for; to be ended before the statement is used again. */
  readonly each = <N extends StatementName>(name: N, ...values: readonly SQLInputValue[]) =>
    this.#statement(name).iterate(...values) as unknown as Iterable<RowOf<N>>

  #statement(name: StatementName): StatementSync {
    let found = this.#prepared.get(name)
    if (!found) this.#prepared.set(name, (found = this.#db.prepare(texts[name])))
    return found
  }
}
