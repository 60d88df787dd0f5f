#!/usr/bin/env bash
# Aborting the only request of a connection makes Node's fetch open another connection to the same server, and send nothing over it.
#
# Node 24.21.0 (its own fetch, undici inside). Guess: the connection is closed, and that is all. Seen: 2 connections, 0 bytes over the second.
# A server that decides by the first bytes which protocol it speaks has then a silent connection, which http.Server#closeAllConnections does not
# know, and waits for it when it closes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const received = []
const server = createServer((socket) => {
  const index = received.push(0) - 1
  socket.on('data', (bytes) => (received[index] += bytes.length))
  socket.on('error', () => undefined)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const abort = new AbortController()
const request = fetch(`http://127.0.0.1:${server.address().port}/`, { signal: abort.signal }).catch(({ name }) => name)
while (!received[0]) await pause(20)
abort.abort()
const outcome = await request
await pause(1000)
console.log(`${process.version} ${outcome} connections=${received.length} second=${received[1]}`)
process.exit()
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'v24.21.0 AbortError connections=2 second=0' ]
