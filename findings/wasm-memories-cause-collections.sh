#!/usr/bin/env bash
# WebAssembly memories that nobody has written cause major collections of garbage, as many as if they were full.
#
# Node 24.21.0 (V8 13.6). Guess: an untouched memory is address space and costs nothing. Seen: V8 counts its whole size as memory outside the heap,
# and collects for every few dozen megabytes of it: 200 memories of 256 pages, with which modules of Emscripten begin, cause dozens of major
# collections or steps of one, while the process has grown by a few megabytes; 200 memories of one page cause none. Who gives each sandbox an
# instance of its own pays some milliseconds of all cores for each few instances.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0
cat >look.mjs <<'JS'
import { constants, PerformanceObserver } from 'node:perf_hooks'

const major = [constants.NODE_PERFORMANCE_GC_MAJOR, constants.NODE_PERFORMANCE_GC_INCREMENTAL]
let collections = 0
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (major.includes(detail.kind)) collections++
}).observe({ entryTypes: ['gc'] })

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
const kept = []

for (const initial of [1, 256]) {
  const [before, resident] = [collections, process.memoryUsage.rss()]
  for (let count = 200; count > 0; count--) {
    kept.push(new WebAssembly.Memory({ initial, maximum: 4096 }))
    await turn()
  }
  await turn()
  const grown = process.memoryUsage.rss() - resident < 50_000_000 ? 'hardly grown' : 'grown'
  console.log(`${initial} pages: ${collections - before > 20 ? 'dozens' : collections - before} of collections, process ${grown}`)
}
process.exit(kept.length === 400 ? 0 : 1)
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = '1 pages: 0 of collections, process hardly grown
256 pages: dozens of collections, process hardly grown' ]
