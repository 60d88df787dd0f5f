#!/usr/bin/env bash
# node:sqlite prepares the first statement of a text and drops what follows it, without an error, whatever it is.
#
# Node 24.21.0; better-sqlite3, which it resembles, and Python refuse such a text. Guess: `prepare` runs all statements, as `exec` does, or throws.
# Seen: of a schema in two statements one table exists, of a DELETE and an INSERT only the DELETE happens, and what follows is not even read:
# nonsense behind the first semicolon passes. `sourceSQL` ends with the first statement.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')
const names = database.prepare('SELECT name FROM sqlite_schema ORDER BY name')
const tables = () => names.all().map(({ name }) => name)

database.prepare('CREATE TABLE orders (id); CREATE TABLE parts (id)').run()
console.log(`prepare: ${tables()}`)
database.exec('CREATE TABLE items (id); CREATE TABLE prices (id)')
console.log(`exec: ${tables()}`)
const change = database.prepare('DELETE FROM orders; INSERTED nonsense')
console.log(`nonsense: ${change.run().changes} changes, source ${change.sourceSQL}`)
JS
seen=$(./node_modules/.bin/node --no-warnings look.mjs)
echo "$seen"
[ "$seen" = 'prepare: orders
exec: items,orders,prices
nonsense: 0 changes, source DELETE FROM orders;' ]
