#!/usr/bin/env bash
# node:sqlite binds every number as a REAL, so a whole number becomes text with ".0" and divides with fractions.
#
# Node 24.21.0. The documentation lets a `number` be INTEGER or REAL. Guess: a whole number is bound as INTEGER, and REAL is for the others. Seen:
# 5 is the text '5.0' in `||`, in JSON and in a TEXT column, and 7 / 2 is 3.5; a key built in SQL from a number is found by no key built in
# JavaScript. A column of affinity INTEGER hides it. A BigInt is bound as INTEGER.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE keys (key TEXT, number INTEGER)')
for (const given of [5, 5n]) {
  const { joined, json, half } = database.prepare("SELECT 'order-' || ?1 joined, json_array(?1) json, 7 / (?1 - 3) half").get(given)
  database.prepare('INSERT INTO keys VALUES (?1, ?1)').run(given)
  const { key, number } = database.prepare('SELECT * FROM keys ORDER BY rowid DESC').get()
  console.log(`${typeof given}: ${joined} ${json} ${half}, stored ${key} ${number}`)
}
JS
seen=$(./node_modules/.bin/node --no-warnings look.mjs)
echo "$seen"
[ "$seen" = 'number: order-5.0 [5.0] 3.5, stored 5.0 5
bigint: order-5 [5] 3, stored 5 5' ]
