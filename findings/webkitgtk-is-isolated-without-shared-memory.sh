#!/usr/bin/env bash
# crossOriginIsolated is true in WebKitGTK, and there is no SharedArrayBuffer; a shared WebAssembly.Memory can be made and not be sent to a Worker.
#
# Debian's Chromium 156, Firefox ESR 153, WebKitGTK 2.50 (MiniBrowser). Guess: with the two headers of isolation `crossOriginIsolated` tells whether
# threads can share memory, which is what libraries of WebAssembly ask before they load their build with threads. Seen: it tells nothing in WebKitGTK;
# the name is not defined, and postMessage of a shared memory throws.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >page.js <<'JS'
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
const kind = Object.prototype.toString.call(memory.buffer).slice(8, -1)
const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => postMessage(0)'])))
let sent = 'sent'
try {
  worker.postMessage(memory)
} catch ({ name }) {
  sent = name
}
const seen = `isolated ${crossOriginIsolated}, SharedArrayBuffer ${typeof SharedArrayBuffer}, memory of ${kind} ${sent}`
await fetch('/seen', { method: 'POST', body: seen })
JS
cat >look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

let tell
const server = createServer(async (request, response) => {
  response.setHeader('cross-origin-opener-policy', 'same-origin').setHeader('cross-origin-embedder-policy', 'require-corp')
  if (request.url === '/seen') tell(await text(request))
  response.setHeader('content-type', 'text/html').end(`<script type="module">${readFileSync('page.js')}</script>`)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
for (const browser of [
  'Chromium: chromium --headless --no-sandbox --user-data-dir=chromium',
  'Firefox: firefox-esr --headless --profile firefox',
  'WebKit: xvfb-run -a /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
]) {
  const [name, program, ...options] = browser.split(' ')
  const seen = new Promise((resolve) => (tell = resolve))
  const { pid } = spawn(program, [...options, `http://localhost:${server.address().port}/`], { detached: true, stdio: 'ignore' })
  console.log(`${name} ${await seen}`)
  process.kill(-pid)
}
process.exit()
JS
seen=$(HOME=$folder ./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'Chromium: isolated true, SharedArrayBuffer function, memory of SharedArrayBuffer sent
Firefox: isolated true, SharedArrayBuffer function, memory of SharedArrayBuffer sent
WebKit: isolated true, SharedArrayBuffer undefined, memory of SharedArrayBuffer DataCloneError' ]
