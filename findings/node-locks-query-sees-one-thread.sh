#!/usr/bin/env bash
# navigator.locks of Node excludes all threads of a process, but its query() lists the locks of the thread that asks.
#
# Node 24.21.0. Guess: `query()` shows what holds a lock and what waits for it wherever they are, as a page sees the locks of its workers. Seen: while
# a worker holds a lock, the main thread cannot have it, and its `query()` says that nothing is held.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

const held = async () => (await navigator.locks.query()).held.length
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url))
  const [inWorker] = await once(worker, 'message')
  const isFree = await navigator.locks.request('log', { ifAvailable: true }, (lock) => lock !== null)
  console.log(`held says the worker: ${inWorker}, the main thread: ${await held()}, free: ${isFree}`)
  process.exit()
}
await navigator.locks.request('log', async () => {
  parentPort.postMessage(await held())
  await once(parentPort, 'message')
})
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'held says the worker: 1, the main thread: 0, free: false' ]
