#!/usr/bin/env bash
# An EventSource gives up for good in Firefox when a server that starts anew refuses it once; Chromium and WebKit go on trying.
#
# Debian's Chromium 156, Firefox ESR 153, WebKitGTK 2.50. Guess: EventSource reconnects by itself after every break of the network, which is what one takes it
# for instead of fetch, and ends only at an answer other than 200. Seen: after a connection that ends, or breaks, all of them reconnect; while the
# port is closed, as it is for the seconds of a deployment, Firefox tries once, says `error` with `readyState` 2 and is closed. A page has to
# make another EventSource when it sees CLOSED, and to send the last id itself, since a new one does not know it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >page.js <<'JS'
const source = new EventSource(`http://127.0.0.1:${eventsPort}/`)
const states = []
const opened = () => new Promise((open) => (source.onopen = open))
source.onerror = () => states.push(source.readyState)
await opened()
await Promise.all([opened(), fetch('/break')])
await fetch('/stop')
const pause = (time) => new Promise((over) => setTimeout(over, time))
while (!states.includes(2) && states.length < 4) await pause(50)
await fetch('/start')
await Promise.race([opened(), pause(5000)])
const state = ['', 'open', 'closed'][source.readyState]
await fetch('/seen', { method: 'POST', body: `${state} after ${states.includes(2) ? 'one refusal' : 'several refusals'}` })
JS
cat >look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const events = createServer((_, response) => {
  response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' })
  response.write('retry: 300\nid: 1\ndata: placed\n\n')
})
const listen = (server, port) => new Promise((listening) => server.listen(port, '127.0.0.1', listening))
await listen(events, 0)
const { port } = events.address()
let tell
const server = createServer(async (request, response) => {
  const { url } = request
  if (url === '/break' || url === '/stop') events.closeAllConnections()
  if (url === '/stop') await new Promise((closed) => events.close(closed))
  if (url === '/start') await listen(events, port)
  if (url === '/seen') tell(await text(request))
  const page = `const eventsPort = ${port}\n${readFileSync('page.js')}`
  response.setHeader('content-type', 'text/html').end(`<script type="module">${page}</script>`)
})
await listen(server, 0)
for (const browser of [
  'Chromium: chromium --headless --no-sandbox --user-data-dir=chromium',
  'Firefox: firefox-esr --headless --profile firefox',
  'WebKit: xvfb-run -a /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
]) {
  const [name, program, ...options] = browser.split(' ')
  const seen = new Promise((resolve) => (tell = resolve))
  const { pid } = spawn(program, [...options, `http://127.0.0.1:${server.address().port}/`], { detached: true, stdio: 'ignore' })
  console.log(`${name} ${await seen}`)
  process.kill(-pid)
}
process.exit()
JS
seen=$(HOME=$folder ./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'Chromium: open after several refusals
Firefox: closed after one refusal
WebKit: open after several refusals' ]
