#!/usr/bin/env bash
# A storage state of Playwright with `indexedDB: true` keeps Map, Date, BigInt and typed arrays, and turns Blob, File, DataView and CryptoKey into {}.
#
# playwright-core 1.65.1 with Debian's Chromium. Guess: what cannot be kept makes `storageState()` fail, and the numbers that IndexedDB gives to
# records go on. Seen: no error, neither when the state is saved nor when it is loaded; a page that is signed in by a key of WebCrypto, or has queued
# uploads, finds objects without members. Numbers begin after the last record that is left, so a deleted record's number is given again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 playwright-core@1.65.1
cat >look.mjs <<'JS'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'

const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>'))
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })

async function open(options) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`http://localhost:${server.address().port}/`)
  await page.evaluate(() => {
    globalThis.settled = (request) => new Promise((success) => (request.onsuccess = () => success(request.result)))
    globalThis.openStore = async () => {
      const request = indexedDB.open('kept')
      request.onupgradeneeded = () => request.result.createObjectStore('values', { autoIncrement: true })
      return (await settled(request)).transaction('values', 'readwrite').objectStore('values')
    }
  })
  return { context, page }
}

const before = await open()
await before.page.evaluate(async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt'])
  const kept = [new Map([[1, 2]]), new Date(0), 5n, Uint8Array.of(7)]
  const lost = [new Blob(['text']), new File(['text'], 'name'), new DataView(new ArrayBuffer(1)), key]
  const store = await openStore()
  for (const value of [...kept, ...lost, 'deleted']) await settled(store.put(value))
  await settled(store.delete(9))
})
const after = await open({ storageState: await before.context.storageState({ indexedDB: true }) })
const seen = await after.page.evaluate(async () => {
  const store = await openStore()
  const kinds = (await settled(store.getAll())).map((value) => Object.prototype.toString.call(value).slice(8, -1))
  return `${kinds.join(' ')}, next ${await settled(store.put('next'))}`
})
console.log(seen)
process.exit()
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'Map Date BigInt Uint8Array Object Object Object Object, next 9' ]
