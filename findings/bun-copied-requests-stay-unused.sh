#!/usr/bin/env bash
# In Bun a request that another one was made of stays unused, and even one whose body was read can be copied.
#
# Bun 1.4.5 and Node 24.21.0. The Fetch standard moves the body: `new Request(request)` leaves the first one used, and throws where its body was read
# before. Guess: the same in both. Seen: Bun gives the body to both, so each can be read in full, a stream as well; of a request that was read it makes
# one whose body is empty, without an error. A wrapper that reads what it passes on works in Bun alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 bun@1.4.5
cat >look.mjs <<'JS'
const engine = process.versions.bun ? 'Bun' : 'Node'
const post = (body) => new Request('http://localhost/', { method: 'POST', body, duplex: 'half' })
const textOf = (request) => request.text().catch((error) => error.name)

for (const [kind, body] of [['text', 'order'], ['stream', new Blob(['order']).stream()]]) {
  const first = post(body)
  const second = new Request(first)
  console.log(`${engine} ${kind}: used ${first.bodyUsed}; ${await textOf(second)}, then ${await textOf(first)}`)
}
const read = post('order')
await read.text()
try {
  console.log(`${engine} read before: "${await textOf(new Request(read))}"`)
} catch (error) {
  console.log(`${engine} read before: ${error.name}`)
}
JS
seen=$(
  ./node_modules/.bin/node --no-warnings look.mjs
  ./node_modules/.bin/bun look.mjs
)
echo "$seen"
[ "$seen" = 'Node text: used true; order, then TypeError
Node stream: used true; order, then TypeError
Node read before: TypeError
Bun text: used false; order, then order
Bun stream: used false; order, then order
Bun read before: ""' ]
