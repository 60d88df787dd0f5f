#!/usr/bin/env bash
# A connection of http.Server that is handed to an HTTP/2 server outlives its client's end: sockets of http.Server are half-open.
#
# Node 24.21.0. One port for HTTP/1.1 and HTTP/2 with prior knowledge is commonly built by emitting 'connection' on an http2 server. Guess: the
# session closes when the client ends the connection, as on a server of http2 itself. Seen: still open after two seconds; with
# `socket.allowHalfOpen = false` in front of the hand-over it closes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const noSettings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])

/** Whether the session has closed two seconds after the client has ended its side. */
async function closes(prepare) {
  let isClosed = false
  const http2 = createHttp2Server()
  http2.on('session', (session) => {
    session.on('close', () => (isClosed = true))
    session.on('error', () => undefined)
  })
  const server = createServer()
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    prepare(socket)
    http2.emit('connection', socket)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const client = connect(server.address().port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write(preface)
  client.write(noSettings)
  await pause(300)
  client.end()
  await pause(2000)
  client.destroy()
  server.close()
  return isClosed
}

const asGiven = await closes(() => undefined)
const cleared = await closes((socket) => (socket.allowHalfOpen = false))
console.log(`${process.version} as given: ${asGiven}, half-open cleared: ${cleared}`)
process.exit()
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'v24.21.0 as given: false, half-open cleared: true' ]
