#!/usr/bin/env bash
# Typed arrays that v8.deserialize returns are views of the bytes it was given: who changes or transfers one changes all, and the input.
#
# Node 24.21.0. Guess: copies, as structuredClone makes; the documentation does not say otherwise. Seen: bytes that are used again, such as a buffer
# for reading, change the values that were read from them, and sending one array to a thread with its buffer empties its sisters and the input.
# The serialized form knows no sharing: two arrays over one buffer come back as two. Arrays whose place is not aligned are copied, so that
# numbers wider than a byte do so only sometimes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { deserialize, serialize } from 'node:v8'

const bytes = serialize([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)])
const [first, second] = deserialize(bytes)
console.log(`same buffer: ${first.buffer === bytes.buffer}`)
bytes.fill(0)
console.log(`input changed: ${first}`)
structuredClone(first, { transfer: [first.buffer] })
console.log(`first transferred: second has ${second.length}, input ${bytes.length}`)
const clones = structuredClone([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)])
structuredClone(clones[0], { transfer: [clones[0].buffer] })
console.log(`of clones: second has ${clones[1].length}`)
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'same buffer: true
input changed: 0,0,0
first transferred: second has 0, input 0
of clones: second has 3' ]
