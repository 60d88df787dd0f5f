#!/usr/bin/env bash
# A fetch that AbortSignal.timeout ends rejects with TimeoutError in Chromium and Firefox, and with AbortError in WebKit.
#
# Debian's Chromium 156, Firefox ESR 153, WebKitGTK 2.50. Guess: a fetch rejects with the reason of its signal, as the standard and MDN's example of
# telling time-outs from cancelled requests have it. Seen: WebKit keeps the reason on the signal and rejects with AbortError, which a client
# takes for a request that its user has cancelled. `signal.reason` tells.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >page.js <<'JS'
async function outcome(signal) {
  try {
    await fetch('/never', { signal })
  } catch (error) {
    return `${error.name}${error === signal.reason ? '' : ` for ${signal.reason.name}`}`
  }
}
const timed = await outcome(AbortSignal.timeout(500))
const controller = new AbortController()
setTimeout(() => controller.abort(new RangeError('enough')), 500)
const seen = `${timed}, ${await outcome(controller.signal)}`
await fetch('/seen', { method: 'POST', body: seen })
JS
cat >look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

let tell
const server = createServer(async (request, response) => {
  if (request.url === '/never') return
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
[ "$seen" = 'Chromium: TimeoutError, RangeError
Firefox: TimeoutError, RangeError
WebKit: AbortError for TimeoutError, AbortError for RangeError' ]
