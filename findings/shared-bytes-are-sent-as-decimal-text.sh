#!/usr/bin/env bash
# A view of shared or resizable memory as the body of a Response, a request or a Blob becomes the text '65,66,67' in WebKit and, if shared, in Node.
#
# Node 24.21.0, Debian's Chromium 156, Firefox ESR 153, WebKitGTK 2.50. Guess: its bytes are sent, or it throws, so that bytes of a WebAssembly memory
# with threads, or of a log that grows in place, may be uploaded as they are. Seen: who does not take such a view for bytes takes it for
# something to make a string of, without an error: WebKit in both cases, Node for shared memory. Chromium sends a shared view, and a
# SharedArrayBuffer itself as '[object SharedArrayBuffer]'; Firefox always throws. `slice()` in front of the body makes bytes of it everywhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
mkdir firefox
cat >bodies.mjs <<'JS'
const bytes = [65, 66, 67]
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
const resizable = new Uint8Array(new ArrayBuffer(3, { maxByteLength: 8 }))
const shared = new Uint8Array(memory.buffer, 0, 3)
for (const view of [resizable, shared]) view.set(bytes)

async function textOf(make) {
  try {
    return `'${(await make().text()).slice(0, 26)}'`
  } catch ({ name }) {
    return name
  }
}

export async function look() {
  const request = (body) => new Request('http://orders.example/', { method: 'POST', body })
  const makers = {
    'resizable view in a Response': () => new Response(resizable),
    'in a Blob': () => new Blob([resizable]),
    'shared view in a Response': () => new Response(shared),
    'in a Request': () => request(shared),
    'in a Blob ': () => new Blob([shared]),
    'its buffer': () => new Response(memory.buffer),
    'its slice': () => new Response(shared.slice()),
  }
  const texts = []
  for (const [name, make] of Object.entries(makers)) texts.push(`${name.trim()} ${await textOf(make)}`)
  return texts.join(', ')
}
JS
cat >look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { look } from './bodies.mjs'

console.log(`Node: ${await look()}`)
let tell
const page = `${readFileSync('bodies.mjs')}\nawait fetch('/seen', { method: 'POST', body: await look() })`
const server = createServer(async (request, response) => {
  if (request.url === '/seen') tell(await text(request))
  response.setHeader('content-type', 'text/html').end(`<script type="module">${page}</script>`)
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
[ "$seen" = "Node: resizable view in a Response 'ABC', in a Blob 'ABC', shared view in a Response '65,66,67', in a Request '65,66,67', in a Blob 'ABC', \
its buffer '[object SharedArrayBuffer]', its slice 'ABC'
Chromium: resizable view in a Response TypeError, in a Blob TypeError, shared view in a Response 'ABC', in a Request 'ABC', in a Blob TypeError, \
its buffer '[object SharedArrayBuffer]', its slice 'ABC'
Firefox: resizable view in a Response TypeError, in a Blob TypeError, shared view in a Response TypeError, in a Request TypeError, in a Blob TypeError, \
its buffer TypeError, its slice 'ABC'
WebKit: resizable view in a Response '65,66,67', in a Blob '65,66,67', shared view in a Response '65,66,67', in a Request '65,66,67', in a Blob '65,66,67', \
its buffer '[object SharedArrayBuffer]', its slice 'ABC'" ]
