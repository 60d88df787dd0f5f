#!/usr/bin/env bash
# Playwright's setOffline leaves online what a test mocks, what was open before, and every fetch of a SharedWorker.
#
# playwright-core 1.65.1 with Debian's Chromium 156. Guess: no byte reaches the page any more, so that a test sees what it shows when its server is
# gone. Seen: `navigator.onLine` is false and new requests of the page and of its Workers fail, unless a handler of `page.route` fulfills them, also by
# way of `route.fetch()`; an EventSource and a body that is being read go on without an error, and a SharedWorker, through which tabs
# share one connection, is not affected. A test with mocks has to abort in its handlers, one with a server to end the connections there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 playwright-core@1.65.1
cat >page.js <<'JS'
const counts = { EventSource: 0, 'body of a fetch': 0 }
new EventSource('/events').onmessage = () => (counts.EventSource += 1)
const begun = await fetch('/events')
void (async () => {
  for await (const _piece of begun.body) counts['body of a fetch'] += 1
})()
const worker = `const tell = () => fetch('${location.origin}/new').then(() => 'gets through', () => 'fails')
const serve = (port) => (port.onmessage = async () => port.postMessage(await tell()))
'onconnect' in self ? (onconnect = ({ ports: [port] }) => serve(port)) : serve(self)`
const address = URL.createObjectURL(new Blob([worker]))
const ask = (port) => () => new Promise((told) => {
  port.onmessage = ({ data }) => told(data)
  port.postMessage('')
})
const askers = {
  'fetch of the page': () => fetch('/new').then(() => 'gets through', () => 'fails'),
  'a mocked one': () => fetch('/mocked').then(() => 'gets through', () => 'fails'),
  'one fetched by its route': () => fetch('/fetched').then(() => 'gets through', () => 'fails'),
  'of a Worker': ask(new Worker(address)),
  'of a SharedWorker': ask(new SharedWorker(address).port),
}
window.look = async () => {
  const outcomes = [`onLine ${navigator.onLine}`]
  for (const [name, tell] of Object.entries(askers)) outcomes.push(`${name} ${await tell()}`)
  const before = { ...counts }
  await new Promise((over) => setTimeout(over, 1000))
  for (const [name, count] of Object.entries(counts)) outcomes.push(`${name} ${count > before[name] ? 'goes on' : 'rests'}`)
  return outcomes.join(', ')
}
JS
cat >look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'

const server = createServer(({ url }, response) => {
  if (url === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const events = setInterval(() => response.write('data: placed\n\n'), 100)
    response.on('close', () => clearInterval(events))
  } else response.setHeader('content-type', 'text/html').end(`<script type="module">${readFileSync('page.js')}</script>`)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const context = await browser.newContext({ baseURL: `http://localhost:${server.address().port}` })
const page = await context.newPage()
await page.route('/mocked', (route) => route.fulfill({ body: 'mocked' }))
await page.route('/fetched', async (route) => route.fulfill({ response: await route.fetch() }))
await page.goto('/')
await page.waitForFunction(() => 'look' in window)
for (const offline of [false, true]) {
  await context.setOffline(offline)
  console.log(await page.evaluate(() => window.look()))
}
await browser.close()
process.exit()
JS
seen=$(HOME=$folder ./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = "onLine true, fetch of the page gets through, a mocked one gets through, one fetched by its route gets through, of a Worker gets through, \
of a SharedWorker gets through, EventSource goes on, body of a fetch goes on
onLine false, fetch of the page fails, a mocked one gets through, one fetched by its route gets through, of a Worker fails, \
of a SharedWorker gets through, EventSource goes on, body of a fetch goes on" ]
