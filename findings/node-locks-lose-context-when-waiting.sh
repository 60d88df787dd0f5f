#!/usr/bin/env bash
# A callback of navigator.locks.request runs in the caller's AsyncLocalStorage in Node if the lock is free, and in none if it had to wait.
#
# Node 24.21.0 and 26.10.0. Guess: the callback belongs to the request, like that of a timer, so `getStore()`, and with it the span of a trace or the
# user of a request, is what it was at the call. Seen: that holds while nobody contends, as in a test; whoever waited finds undefined, within one thread and
# behind another. What follows `await locks.request(…)` has the context; `AsyncLocalStorage.bind` around the callback keeps it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit older@npm:node@24.21.0 newer@npm:node@26.10.0
cat >look.mjs <<'JS'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const storage = new AsyncLocalStorage()
const seen = []
const note = (name) => seen.push(`${name} ${storage.getStore()}`)
const ask = (lock, name) => storage.run('order-7', () => navigator.locks.request(lock, () => note(name)))

await ask('free', 'free:')

const { promise: end, resolve: release } = Promise.withResolvers()
const holder = navigator.locks.request('thread', () => end)
const waiting = ask('thread', 'waited for this thread:')
const after = storage.run('order-7', async () => {
  await navigator.locks.request('thread', AsyncLocalStorage.bind(() => note('bound:')))
  note('afterwards:')
})
release()
await Promise.all([holder, waiting, after])

const worker = new Worker(
  `const { parentPort } = require('node:worker_threads')
  navigator.locks.request('worker', async () => {
    parentPort.postMessage('held')
    await new Promise((end) => parentPort.once('message', end))
  })`,
  { eval: true },
)
await once(worker, 'message')
const behind = ask('worker', 'waited for another thread:')
worker.postMessage('end')
await behind
console.log(`${process.version} ${seen.join(', ')}`)
process.exit()
JS
seen=$(for name in older newer; do "./node_modules/$name/bin/node" look.mjs; done)
echo "$seen"
[ "$seen" = 'v24.21.0 free: order-7, waited for this thread: undefined, bound: order-7, afterwards: order-7, waited for another thread: undefined
v26.10.0 free: order-7, waited for this thread: undefined, bound: order-7, afterwards: order-7, waited for another thread: undefined' ]
