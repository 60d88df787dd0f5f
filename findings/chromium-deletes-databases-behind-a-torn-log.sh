#!/usr/bin/env bash
# After a power cut in the middle of a write, Chromium opens a site's IndexedDB once more as if nothing were wrong, and the next start deletes it.
#
# Debian's Chromium 156; every transaction here asks for strict durability. Guess: LevelDB drops the half record at the end of its log, and what was
# written before and after it is safe. Seen: the first start after the cut finds all values and goes on writing behind the half record; the second
# one finds a wrong checksum and gives an empty database, and only `dataLoss` of the upgrade's event tells.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >page.js <<'JS'
const settled = (request) => new Promise((success) => (request.onsuccess = () => success(request.result)))
const opening = indexedDB.open('kept')
let loss = ''
opening.onupgradeneeded = ({ dataLoss }) => {
  loss = `, data loss ${dataLoss}`
  opening.result.createObjectStore('values', { autoIncrement: true })
}
const database = await settled(opening)
const seen = `${await settled(database.transaction('values').objectStore('values').count())} values${loss}`
for (let i = 0; i < 10; i += 1) {
  const transaction = database.transaction('values', 'readwrite', { durability: 'strict' })
  transaction.objectStore('values').put('v'.repeat(200))
  await new Promise((complete) => (transaction.oncomplete = complete))
}
await fetch('/seen', { method: 'POST', body: seen })
JS
cat >look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

let tell
const server = createServer(async (request, response) => {
  if (request.url === '/seen') tell(await text(request))
  response.setHeader('content-type', 'text/html').end(`<script type="module">${readFileSync('page.js')}</script>`)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const options = ['--headless', '--no-sandbox', '--user-data-dir=profile', `http://localhost:${server.address().port}/`]
for (const start of [1, 2, 3, 4]) {
  const seen = new Promise((resolve) => (tell = resolve))
  const browser = spawn('chromium', options, { detached: true, stdio: 'ignore' })
  console.log(`${start}: ${await seen}`)
  process.kill(-browser.pid, 'SIGKILL')
  await once(browser, 'exit')
  const [log] = globSync('profile/Default/IndexedDB/*/*.log')
  if (start === 2) truncateSync(log, statSync(log).size - 20)
}
process.exit()
JS
seen=$(HOME=$folder ./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = '1: 0 values, data loss none
2: 10 values
3: 20 values
4: 0 values, data loss total' ]
