#!/usr/bin/env bash
# node:sqlite drops a Date, a Map or an Error that is the first parameter of a statement: the next values move up, and the last column is NULL.
#
# Node 24.21.0. The documentation promises an exception for types that SQLite has not. Guess: it comes wherever the value stands. Seen: a first
# object is taken for named parameters and names none, so `insert.run(date, id)` writes the id as the date and NULL as the id, without an error;
# `insert.run(id, date)` throws. NULL comes without an error, too, where there are fewer values than places.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')
const both = database.prepare('SELECT ? a, ? b')
const values = { Date: new Date(0), Map: new Map([['a', 1]]), Error: new Error('no') }
for (const [name, value] of Object.entries(values)) {
  const { a, b } = both.get(value, 'id')
  let second
  try {
    second = both.get('id', value).b
  } catch ({ code }) {
    second = code
  }
  console.log(`${name}: ${a} and then ${b}, as second ${second}`)
}
const { a, b } = both.get('id')
console.log(`too few: ${a} and then ${b}`)
JS
seen=$(./node_modules/.bin/node --no-warnings look.mjs)
echo "$seen"
[ "$seen" = 'Date: id and then null, as second ERR_INVALID_ARG_TYPE
Map: id and then null, as second ERR_INVALID_ARG_TYPE
Error: id and then null, as second ERR_INVALID_ARG_TYPE
too few: id and then null' ]
