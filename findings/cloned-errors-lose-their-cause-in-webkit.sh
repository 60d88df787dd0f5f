#!/usr/bin/env bash
# An error that WebKit clones, by postMessage, structuredClone or IndexedDB, has the text of its cause in place of the cause.
#
# Debian's Chromium 156, Firefox ESR 153, WebKitGTK 2.50. Guess: `cause` is cloned like any value, or left out. Seen: WebKit makes a string of it, so
# `{ code: 7 }` arrives as '[object Object]' and no cause as 'undefined'. An AggregateError keeps its errors in Firefox alone; elsewhere it arrives
# as an Error without them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >page.js <<'JS'
const { port1, port2 } = new MessageChannel()
const sent = (error) =>
  new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    port2.postMessage(error)
  })
const show = ({ cause }) => `${typeof cause} ${cause?.code ?? cause}`
const object = show(await sent(new Error('failed', { cause: { code: 7 } })))
const empty = show(await sent(new Error('failed', { cause: undefined })))
const many = await sent(new AggregateError([new Error('first')], 'failed'))
const seen = `${object}, ${empty}, ${many.name} of ${many.errors?.length}`
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
[ "$seen" = 'Chromium: object 7, undefined undefined, Error of undefined
Firefox: object 7, undefined undefined, AggregateError of 1
WebKit: string [object Object], string undefined, Error of undefined' ]
