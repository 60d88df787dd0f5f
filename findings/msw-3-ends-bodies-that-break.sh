#!/usr/bin/env bash
# A mocked response whose stream fails half-way is read as a whole one under msw 3 in Node, unless it has a content-length.
#
# msw 2.15.0 and 3.0.5, Node 24.21.0. Guess: `text()` rejects, as it does where a server closes the connection in the middle of a body, so that a
# test can show what an application does then. Seen: with 3.0.5 the half that was sent is the body and nothing rejects; 2.15.0 rejects with the
# stream's error. With a content-length above what was sent 3.0.5 rejects, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 older@npm:msw@2.15.0 newer@npm:msw@3.0.5
cat >look.mjs <<'JS'
import { createServer } from 'node:http'

async function read(url) {
  try {
    return `resolves to ${await (await fetch(url)).text()}`
  } catch ({ name, message }) {
    return `rejects: ${name} ${message}`
  }
}

function halfOf(headers) {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('half'))
      setTimeout(() => controller.error(new Error('broken')), 200)
    },
  })
  return new Response(body, { headers })
}

const name = process.argv[2]
if (name === 'server') {
  const server = createServer((_, response) => {
    response.write('half')
    setTimeout(() => response.destroy(), 200)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  console.log(`server ${await read(`http://127.0.0.1:${server.address().port}/`)}`)
  process.exit()
}
const { http } = await import(name)
const { setupServer } = await import(`${name}/node`)
const page = 'http://orders.example/'
setupServer(http.get(page, () => halfOf({})), http.get(`${page}long`, () => halfOf({ 'content-length': '8' }))).listen()
console.log(`${name} ${await read(page)}, with a length ${await read(`${page}long`)}`)
JS
seen=$(for name in server older newer; do ./node_modules/.bin/node look.mjs "$name"; done)
echo "$seen"
[ "$seen" = 'server rejects: TypeError terminated
older rejects: Error broken, with a length rejects: Error broken
newer resolves to half, with a length rejects: TypeError terminated' ]
