#!/usr/bin/env bash
# With an exclusive lock, every savepoint of a connection writes to a file once one of them has changed many pages.
#
# node:sqlite of Node 24.21.0 (SQLite 3.53.4), Linux, a database with a write-ahead log and a cache for all of its pages. Guess: an exclusive
# lock saves work, until COMMIT nothing is written that fits the cache, and `temp_store` is about temporary tables. Seen: what undoing a
# savepoint needs, the pages as they were, is kept in memory up to 64 kB, and a hundred small savepoints write nothing. Once one has needed
# more, it is in a temporary file. Without `locking_mode = EXCLUSIVE` that ends with the transaction; with it the file stays, and the same
# hundred savepoints write 14 kB each before their COMMIT, for as long as the connection is open. `temp_store = MEMORY` prevents it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const written = () => Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))[1])

function measure(name, pragma) {
  const database = new DatabaseSync(name)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA cache_size = -64000; ${pragma}`)
  database.exec('CREATE TABLE events (id TEXT, stream INTEGER, data TEXT); CREATE INDEX ids ON events (id); CREATE INDEX streams ON events (stream)')
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?)')
  let n = 0
  // Spread over the indexes without chance.
  const add = () => insert.run(String((++n * 7919) % 20011).padStart(36, '0'), BigInt((n * 31) % 997), 'x'.repeat(200))
  const inSavepoint = (count) => {
    database.exec('SAVEPOINT part')
    for (let left = count; left > 0; left--) add()
    database.exec('RELEASE part')
  }
  /** Kilobytes for each of a hundred savepoints, before COMMIT. */
  const hundred = () => {
    database.exec('BEGIN')
    const before = written()
    for (let left = 100; left > 0; left--) inSavepoint(1)
    const bytes = written() - before
    database.exec('COMMIT')
    return Math.round(bytes / 100_000)
  }
  database.exec('BEGIN')
  for (let left = 5000; left > 0; left--) add()
  database.exec('COMMIT')
  const small = hundred()
  database.exec('BEGIN')
  inSavepoint(200)
  database.exec('COMMIT')
  const later = hundred()
  database.close()
  return `${small} kB each, ${later} kB after a large one`
}

console.log('usual lock:', measure('one.db', ''))
console.log('exclusive:', measure('two.db', 'PRAGMA locking_mode = EXCLUSIVE'))
console.log('exclusive, in memory:', measure('three.db', 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY'))
JS
seen=$(./node_modules/.bin/node --no-warnings look.mjs)
echo "$seen"
[ "$seen" = 'usual lock: 0 kB each, 0 kB after a large one
exclusive: 0 kB each, 14 kB after a large one
exclusive, in memory: 0 kB each, 0 kB after a large one' ]
