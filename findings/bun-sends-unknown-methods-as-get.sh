#!/usr/bin/env bash
# Bun sends a method that it does not know as GET, and those that it knows in capitals, "patch" too.
#
# Bun 1.4.5 and Node 24.21.0, to a server of raw sockets. The Fetch standard takes any token as a method; it spells DELETE, GET, HEAD, OPTIONS, POST
# and PUT in capitals, and leaves the others as they are written. Guess: SETTLE is sent, or refused with an error; "patch" reaches the server in small
# letters. Seen: Bun sends GET without a word for SETTLE, and PATCH for "patch", for which Node's clients get 400 or 405.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 bun@1.4.5
cat >look.mjs <<'JS'
import { createServer } from 'node:net'

const server = createServer((socket) => {
  socket.once('data', (bytes) => {
    const [method] = String(bytes).split(' ')
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${method.length}\r\nConnection: close\r\n\r\n${method}`)
  })
})
server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/`
  const engine = process.versions.bun ? 'Bun' : 'Node'
  for (const method of ['put', 'patch', 'SETTLE']) {
    const request = new Request(url, { method })
    const answer = await fetch(request).then((response) => response.text(), (error) => error.name)
    console.log(`${engine} ${method}: ${request.method} sent as ${answer}`)
  }
  server.close()
})
JS
seen=$(
  ./node_modules/.bin/node --no-warnings look.mjs
  ./node_modules/.bin/bun look.mjs
)
echo "$seen"
[ "$seen" = 'Node put: PUT sent as PUT
Node patch: patch sent as patch
Node SETTLE: SETTLE sent as SETTLE
Bun put: PUT sent as PUT
Bun patch: PATCH sent as PATCH
Bun SETTLE: GET sent as GET' ]
