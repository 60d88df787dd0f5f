#!/usr/bin/env bash
# A Worker that is busy when it is terminated goes on for two more seconds in Chromium, and stops at once in Firefox.
#
# Debian's Chromium 156 and Firefox ESR 153. Guess: `terminate()` stops the script where it is, which is what MDN says of it, so that its replacement
# has the processor to itself. Seen: Chromium gives the script two seconds to end by itself, and it computes and writes to shared memory meanwhile:
# whoever replaces a Worker that hangs has both for that time, and two writers of one memory.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >page.js <<'JS'
const script = `onmessage = ({ data: count }) => {
  postMessage('started')
  for (const end = Date.now() + 10_000; Date.now() < end; ) count[0] += 1
}`
const count = new Int32Array(new SharedArrayBuffer(4))
const worker = new Worker(URL.createObjectURL(new Blob([script])))
worker.postMessage(count)
await new Promise((started) => (worker.onmessage = started))
worker.terminate()
const counts = []
for (const time of [500, 500, 4000, 500]) counts.push(await new Promise((over) => setTimeout(() => over(count[0]), time)))
const word = (index) => (counts[index] === counts[index + 1] ? 'stands' : 'counts')
const seen = `after half a second it ${word(0)}, after five it ${word(2)}`
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
[ "$seen" = 'Chromium: after half a second it counts, after five it stands
Firefox: after half a second it stands, after five it stands' ]
