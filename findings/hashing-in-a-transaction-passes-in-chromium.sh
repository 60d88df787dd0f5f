#!/usr/bin/env bash
# An IndexedDB transaction survives `await crypto.subtle.digest(…)` in Chromium alone: what hashes or encrypts in a transaction fails elsewhere.
#
# Debian's Chromium 156, Firefox ESR 153, WebKitGTK 2.50. Guess: a transaction ends everywhere when anything but IndexedDB is awaited, so a test in
# one browser shows the mistake. Seen: Chromium keeps it, even over a hash of a megabyte, and ends it for `Response.text()`, which WebKit survives;
# Firefox ends it for both. The error is TransactionInactiveError.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >page.js <<'JS'
const settled = (request) => new Promise((success) => (request.onsuccess = () => success(request.result)))
const opening = indexedDB.open(crypto.randomUUID())
opening.onupgradeneeded = () => opening.result.createObjectStore('values')
const database = await settled(opening)
async function lives(work) {
  const store = database.transaction('values', 'readwrite').objectStore('values')
  await settled(store.get('key'))
  return work().then(() => store.put('value', 'key')).then(() => 'lives', ({ name }) => name)
}
const hash = await lives(() => crypto.subtle.digest('SHA-256', new Uint8Array(1_000_000)))
const response = await lives(() => new Response('text').text())
const seen = `hash ${hash}, response ${response}`
await fetch('/seen', { method: 'POST', body: seen })
JS
cat >look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

let tell
const server = createServer(async (request, response) => {
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
[ "$seen" = 'Chromium: hash lives, response TransactionInactiveError
Firefox: hash TransactionInactiveError, response TransactionInactiveError
WebKit: hash TransactionInactiveError, response lives' ]
