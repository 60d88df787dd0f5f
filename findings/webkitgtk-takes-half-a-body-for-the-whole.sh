#!/usr/bin/env bash
# WebKitGTK reads a chunked answer whose connection closes half-way as a whole one, by fetch as by XMLHttpRequest.
#
# Debian's Chromium 156, Firefox ESR 153, WebKitGTK 2.50; Node 24.21.0. Guess: HTTP/1.1 tells the end of a body, by its length or by its last chunk, so
# that `text()` rejects where a server ends in the middle, as it does in the others. Seen: in WebKitGTK only a body with a length, or a connection
# that is reset, is found broken; what a process that is killed has streamed so far, lines of an export or of a log, is taken for all of it.
# Who streams lines to pages has to tell their end in the body.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >reads.mjs <<'JS'
const outcome = (reading) => reading.then((text) => `resolves to ${text.length}`, () => 'rejects')
const byXhr = (url) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.onload = () => resolve(request.responseText)
    request.onerror = reject
    request.open('GET', url)
    request.send()
  })
export async function look(origin) {
  const outcomes = []
  for (const path of ['chunks-closed', 'chunks-reset', 'length-closed', 'length-reset']) {
    outcomes.push(`${path} ${await outcome(fetch(`${origin}/${path}`).then((answer) => answer.text()))}`)
  }
  if (globalThis.XMLHttpRequest) outcomes.push(`XMLHttpRequest ${await outcome(byXhr(`${origin}/chunks-closed`))}`)
  return outcomes.join(', ')
}
JS
cat >look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { look } from './reads.mjs'

let tell
function breakOff(request, response) {
  response.setHeader('content-type', 'text/csv')
  if (request.url.startsWith('/length')) response.setHeader('content-length', '9000')
  response.write('order,90\n'.repeat(500))
  setTimeout(() => (request.url.endsWith('reset') ? request.socket.resetAndDestroy() : request.socket.destroy()), 500)
}
const server = createServer(async (request, response) => {
  if (/^\/(chunks|length)/.test(request.url)) return breakOff(request, response)
  if (request.url === '/seen') tell(await text(request))
  const page = `${readFileSync('reads.mjs')}\nawait fetch('/seen', { method: 'POST', body: await look('') })`
  response.setHeader('content-type', 'text/html').end(`<script type="module">${page}</script>`)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const address = `http://localhost:${server.address().port}`
console.log(`Node: ${await look(address)}`)
for (const browser of [
  'Chromium: chromium --headless --no-sandbox --user-data-dir=chromium',
  'Firefox: firefox-esr --headless --profile firefox',
  'WebKit: xvfb-run -a /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
]) {
  const [name, program, ...options] = browser.split(' ')
  const seen = new Promise((resolve) => (tell = resolve))
  const { pid } = spawn(program, [...options, `${address}/`], { detached: true, stdio: 'ignore' })
  console.log(`${name} ${await seen}`)
  process.kill(-pid)
}
process.exit()
JS
seen=$(HOME=$folder ./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'Node: chunks-closed rejects, chunks-reset rejects, length-closed rejects, length-reset rejects
Chromium: chunks-closed rejects, chunks-reset rejects, length-closed rejects, length-reset rejects, XMLHttpRequest rejects
Firefox: chunks-closed rejects, chunks-reset rejects, length-closed rejects, length-reset rejects, XMLHttpRequest rejects
WebKit: chunks-closed resolves to 4500, chunks-reset rejects, length-closed rejects, length-reset rejects, XMLHttpRequest resolves to 4500' ]
