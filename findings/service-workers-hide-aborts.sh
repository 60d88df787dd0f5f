#!/usr/bin/env bash
# Through a service worker no abort of a page reaches the server before the answer begins, and `event.request.signal` fires in no browser.
#
# Debian's Chromium 156, Firefox ESR 153, WebKitGTK 2.50. Guess: the signal of the request that a worker is given follows the page's, as the standard has
# it, so that `fetch(event.request)` is cancelled with what it stands for. Seen: without the worker, the server sees the connection of an aborted
# request end at once; with it the server works to the end and answers nobody, whether the worker hands the request on as it is or with its signal: a search
# as the user types, or a long poll, pile up. Once the answer has begun, an abort gets through, by the body, and the signal is still silent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >worker.js <<'JS'
oninstall = () => skipWaiting()
onactivate = (event) => event.waitUntil(clients.claim())
onfetch = (event) => {
  const { request } = event
  if (request.url.includes('passed')) event.respondWith(fetch(request))
  if (request.url.includes('signalled')) event.respondWith(fetch(request.url, { signal: request.signal }))
  request.signal.addEventListener('abort', () => fetch('/fired'))
}
JS
cat >page.js <<'JS'
const controlled = new Promise((change) => navigator.serviceWorker.addEventListener('controllerchange', change))
await navigator.serviceWorker.register('worker.js')
await controlled
for (const path of ['/direct', '/passed', '/signalled', '/passed-begun']) {
  const abort = new AbortController()
  const answer = fetch(path, { signal: abort.signal }).catch(() => undefined)
  await fetch(`/arrived${path}`)
  if (path.endsWith('begun')) await answer
  abort.abort()
  await fetch(`/ended${path}`)
}
await new Promise((over) => setTimeout(over, 500))
await fetch('/seen', { method: 'POST' })
JS
cat >look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

let tell
const seen = []
const moments = new Map()
function momentOf(name) {
  if (!moments.has(name)) moments.set(name, Promise.withResolvers())
  return moments.get(name)
}
function slow(path, response) {
  momentOf(`/arrived${path}`).resolve()
  const pieces = path.endsWith('begun') && setInterval(() => response.write('piece'.repeat(1000)), 50)
  const answer = setTimeout(() => response.end('all'), 4000)
  response.on('close', () => {
    clearTimeout(answer)
    clearInterval(pieces)
    seen.push(`${path.slice(1)} ${response.writableFinished ? 'answered' : 'aborted'}`)
    momentOf(`/ended${path}`).resolve()
  })
}
const server = createServer(async ({ url }, response) => {
  if (/^\/(direct|passed|signalled)/.test(url)) return slow(url, response)
  if (/^\/(arrived|ended)/.test(url)) await momentOf(url).promise
  if (url === '/fired') seen.push('signal fired')
  if (url === '/seen') tell(seen.splice(0).join(', '))
  if (url === '/worker.js') response.setHeader('content-type', 'text/javascript').end(readFileSync('worker.js'))
  else response.setHeader('content-type', 'text/html').end(`<script type="module">${readFileSync('page.js')}</script>`)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
for (const browser of [
  'Chromium: chromium --headless --no-sandbox --user-data-dir=chromium',
  'Firefox: firefox-esr --headless --profile firefox',
  'WebKit: xvfb-run -a /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
]) {
  const [name, program, ...options] = browser.split(' ')
  moments.clear()
  const told = new Promise((resolve) => (tell = resolve))
  const { pid } = spawn(program, [...options, `http://localhost:${server.address().port}/`], { detached: true, stdio: 'ignore' })
  console.log(`${name} ${await told}`)
  process.kill(-pid)
}
process.exit()
JS
seen=$(HOME=$folder ./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'Chromium: direct aborted, passed answered, signalled answered, passed-begun aborted
Firefox: direct aborted, passed answered, signalled answered, passed-begun aborted
WebKit: direct aborted, passed answered, signalled answered, passed-begun aborted' ]
