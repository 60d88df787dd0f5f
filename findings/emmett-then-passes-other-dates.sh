#!/usr/bin/env bash
# In Emmett's tests of deciders `then` passes any Date for any other and an empty list for every list, and fails null for null.
#
# @event-driven-io/emmett 0.42.0. Guess: `DeciderSpecification`'s `then` compares events by value, as `assertDeepEqual` of the same package does. Seen: it
# counts the events and asks of each only whether it has what the expected one has: members that nobody expected pass, a list need only begin with
# the expected one, and what has no members of its own, such as a Date or a Map, is part of everything. `null` counts as such an object and
# fails an assertion of its own, so that an event with a null in it is found different from itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @event-driven-io/emmett@0.42.0
cat >look.mjs <<'JS'
import { assertDeepEqual, DeciderSpecification } from '@event-driven-io/emmett'

const passes = (check) => {
  try {
    return check() ?? 'passes'
  } catch {
    return 'fails'
  }
}
function compare(name, happened, expected) {
  const placed = (data) => [{ type: 'OrderPlaced', data }]
  const order = DeciderSpecification.for({ decide: () => placed(happened), evolve: (state) => state, initialState: () => ({}) })
  const then = passes(() => order([]).when({ type: 'PlaceOrder', data: {} }).then(placed(expected)))
  const deep = passes(() => assertDeepEqual(placed(happened), placed(expected)))
  console.log(`${name}: then ${then}, assertDeepEqual ${deep}`)
}
compare('another total', { total: 90 }, { total: 10 })
compare('a date five years later', { at: new Date('2026-01-01') }, { at: new Date('2031-01-01') })
compare('an empty map for a full one', { stock: new Map([['tea', 1]]) }, { stock: new Map() })
compare('no lines for two', { lines: ['tea', 'cup'] }, { lines: [] })
compare('one line for two', { lines: ['tea', 'cup'] }, { lines: ['tea'] })
compare('a member less', { total: 90, paid: true }, { total: 90 })
compare('null for null', { coupon: null }, { coupon: null })
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'another total: then fails, assertDeepEqual fails
a date five years later: then passes, assertDeepEqual fails
an empty map for a full one: then passes, assertDeepEqual fails
no lines for two: then passes, assertDeepEqual fails
one line for two: then passes, assertDeepEqual fails
a member less: then passes, assertDeepEqual fails
null for null: then fails, assertDeepEqual passes' ]
