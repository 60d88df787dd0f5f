#!/usr/bin/env bash
# Under msw 3 in Node the content-length of a mocked response cuts its body: headers copied from a compressed answer leave half of the JSON.
#
# msw 2.15.0 and 3.0.5, Node 24.21.0. Guess: headers of a mock are shown to who asks for them, and the body is what the handler gives, as with 2.15.0.
# Seen: 3.0.5 ends the body where the content-length says, without an error. A length that a recording has from the compressed body, or that nobody
# changed with a fixture, makes `json()` fail in the middle of a text that the file has whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 older@npm:msw@2.15.0 newer@npm:msw@3.0.5
cat >look.mjs <<'JS'
const name = process.argv[2]
const { http } = await import(name)
const { setupServer } = await import(`${name}/node`)
const url = 'http://orders.example/'
setupServer(http.get(url, () => new Response('{"total":12}', { headers: { 'content-length': '6' } }))).listen()
const response = await fetch(url)
console.log(`${name}: ${response.status} ${await response.text()}`)
JS
seen=$(for name in older newer; do ./node_modules/.bin/node look.mjs "$name"; done)
echo "$seen"
[ "$seen" = 'older: 200 {"total":12}
newer: 200 {"tota' ]
