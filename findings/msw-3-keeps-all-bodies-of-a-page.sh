#!/usr/bin/env bash
# A page under msw 3 keeps the body of every request that it has sent, twice, until it is reloaded.
#
# msw 2.15.0 and 3.0.5, bundled by esbuild 0.28.2, in Debian's Chromium. Guess: a request that was answered is garbage, so that a demo or a long test
# may run all day. Seen: a hundred requests of 100 kB add 20 MB of buffers with 3.0.5, after a collection of garbage, and the next hundred as much
# again; 2.15.0 adds nothing. They are outside the heap of JavaScript, whose size does not change.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 esbuild@0.28.2 playwright-core@1.65.1 older@npm:msw@2.15.0 newer@npm:msw@3.0.5
cat >look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'

const pageOf = (name) => `
  import { http, HttpResponse } from '${name}'
  import { setupWorker } from '${name}/browser'
  await setupWorker(http.post('/orders', () => HttpResponse.text('kept'))).start({ quiet: true })
  window.send = async () => {
    for (let i = 0; i < 100; i += 1) await (await fetch('/orders', { method: 'POST', body: 'x'.repeat(100_000) })).text()
  }`

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
for (const name of ['older', 'newer']) {
  const options = { bundle: true, format: 'esm', write: false }
  const { outputFiles } = await build({ ...options, stdin: { contents: pageOf(name), resolveDir: '.' } })
  const scripts = {
    '/page.js': outputFiles[0].text,
    '/mockServiceWorker.js': readFileSync(`node_modules/${name}/lib/mockServiceWorker.js`),
  }
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', url in scripts ? 'text/javascript' : 'text/html')
    response.end(scripts[url] ?? '<script type="module" src="/page.js"></script>')
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const page = await browser.newPage()
  await page.goto(`http://localhost:${server.address().port}/`)
  await page.waitForFunction('window.send')
  const client = await page.context().newCDPSession(page)
  const sizes = []
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate('send()')
    await client.send('HeapProfiler.collectGarbage')
    sizes.push((await client.send('Runtime.getHeapUsage')).backingStorageSize)
  }
  const grown = sizes.slice(1).map((size, i) => `${Math.round((size - sizes[i]) / 1e7) * 10} MB`)
  console.log(`${name}: 10 MB of requests add ${grown.join(', then ')}`)
}
process.exit()
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'older: 10 MB of requests add 0 MB, then 0 MB
newer: 10 MB of requests add 20 MB, then 20 MB' ]
