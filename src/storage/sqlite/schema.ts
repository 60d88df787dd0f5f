// Upgrades the tables of a store on disk to the newest schema, step by step.

import type { DatabaseSync } from 'node:sqlite'

/**
 * Names and keys are big-endian UTF-16, so that SQLite's order of bytes is the order of UTF-16 units that the port promises. Times and
 * contents have no type, so that SQLite does not convert them.
 */
const steps: readonly string[] = [
  `CREATE TABLE ends (log INTEGER NOT NULL);
   INSERT INTO ends VALUES (0);
   CREATE TABLE streams (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, head BLOB);
   CREATE TABLE log (
     position INTEGER PRIMARY KEY,
     stream INTEGER NOT NULL,
     number INTEGER NOT NULL,
     id TEXT NOT NULL,
     type NOT NULL,
     data NOT NULL,
     metadata NOT NULL,
     flags INTEGER NOT NULL,
     created NOT NULL
   );
   CREATE INDEX log_streams ON log (stream, number);
   CREATE INDEX log_ids ON log (lower(id));
   CREATE TABLE dropped (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL);
   CREATE INDEX dropped_ids ON dropped (lower(id));
   CREATE TABLE rows (name TEXT NOT NULL, key BLOB NOT NULL, row BLOB NOT NULL, PRIMARY KEY (name, key)) WITHOUT ROWID;`,
  // An index of ids cost more than all else of a long append.
  `DROP INDEX log_ids;
   DROP INDEX dropped_ids;
   CREATE TABLE ids ("end" INTEGER PRIMARY KEY, hashes BLOB NOT NULL);`,
]

export const schemaVersion = steps.length

/** @param from the version of the file; 0 for a new one. */
export function upgradeSqlite(db: DatabaseSync, from: number): void {
  for (const step of steps.slice(from)) db.exec(step)
  if (from < schemaVersion) db.exec(`PRAGMA user_version = ${schemaVersion}`)
}

/** Tables that `clear` empties; `ends` keeps its one row. */
export const emptied = ['streams', 'log', 'dropped', 'ids', 'rows'] as const

/** Tables of the first version, by which a file is known that has no mark. */
export const firstTables = ['ends', 'streams', 'log', 'dropped', 'rows'] as const
