#!/usr/bin/env bash
# node:assert and Jest's expect find any two Temporal objects of one class equal: a test that compares dates passes whatever the dates are.
#
# Node 26.10.0, whose line has Temporal without a flag; expect 30.5.2 (Jest), chai 6.3.0, lodash 4.17.21 to compare. Guess: `deepStrictEqual` compares them
# by value, as it does Dates, or throws. Seen: they have no members of their own, so that node:assert, `util.isDeepStrictEqual`, `toEqual` and
# `toStrictEqual` find nothing that differs, a year apart or not, and `notDeepStrictEqual` fails. Chai and lodash tell them apart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@26.10.0 expect@30.5.2 chai@6.3.0 lodash@4.17.21
cat >look.mjs <<'JS'
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { expect as chai } from 'chai'
import { expect as jest } from 'expect'
import lodash from 'lodash'

const texts = { Instant: '2026-01-01T00:00Z', PlainDate: '2026-01-01', ZonedDateTime: '2026-01-01T00:00[UTC]', Duration: 'P1D' }
const others = { Instant: '2027-02-03T04:05Z', PlainDate: '2027-02-03', ZonedDateTime: '2027-02-03T04:05[UTC]', Duration: 'P9D' }

const passes = (check) => {
  try {
    return check() ?? true
  } catch {
    return false
  }
}
const classes = [...Object.keys(texts), 'Date']
const one = (name, { [name]: text = texts.PlainDate }) => ({ at: name === 'Date' ? new Date(text) : Temporal[name].from(text) })
const checks = {
  'assert.deepStrictEqual': (a, b) => assert.deepStrictEqual(a, b),
  isDeepStrictEqual: (a, b) => isDeepStrictEqual(a, b),
  'jest toStrictEqual': (a, b) => jest(a).toStrictEqual(b),
  'chai deep.equal': (a, b) => void chai(a).to.deep.equal(b),
  'lodash isEqual': (a, b) => lodash.isEqual(a, b),
}
others.Date = others.PlainDate
for (const [name, check] of Object.entries(checks)) {
  const equal = classes.filter((kind) => passes(() => check(one(kind, texts), one(kind, others))))
  console.log(`${name}: ${equal.join(' ') || 'none'} equal`)
}
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'assert.deepStrictEqual: Instant PlainDate ZonedDateTime Duration equal
isDeepStrictEqual: Instant PlainDate ZonedDateTime Duration equal
jest toStrictEqual: Instant PlainDate ZonedDateTime Duration equal
chai deep.equal: none equal
lodash isEqual: none equal' ]
