// Measures a process of Node from its start to the first result of a projection, and how long a query holds it up; one line of JSON per
// figure.
//
//   npm run build:package && node bench/start.ts [--runs 15] [--dist DIR]

import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    /** Another build, to compare with. */
    dist: { type: 'string', default: join(import.meta.dirname, '..', 'dist') },
  },
})
const entry = pathToFileURL(join(resolve(values.dist), 'index.js')).href

/** The script of the process; it prints the milliseconds of each part. */
const program = (queries: string): string => `
  import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
  const begun = performance.now()
  const { createStore } = await import(${JSON.stringify(entry)})
  const imported = performance.now()
  const store = createStore({ queries: ${JSON.stringify(queries)} })
  await store.append('orders-1', { type: 'Placed', data: { total: 1 } })
  await store.project('first', "fromAll().when({ $init: () => ({ n: 0 }), Placed: (s) => { s.n++ } })")
  await store.settled()
  const first = performance.now()
  const { user, system } = process.cpuUsage()
  for (let i = 0; i < 5; i++) {
    await store.project('next' + i, "fromAll().when({ $init: () => ({ n: 0 }), Placed: (s) => { s.n++ } })")
    await store.settled()
  }
  const next = performance.now()
  const pause = () => new Promise((go) => setTimeout(go, 100))
  await pause()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await pause()
  await store.project('loop', "fromAll().when({ Placed: () => { for (;;); } })")
  await store.settled()
  await pause()
  const block = delay.max / 1e6
  await store.close()
  const closed = performance.now()
  process.on('exit', () => console.log(JSON.stringify({
    importing: imported - begun, first: first - imported, total: first, processor: (user + system) / 1000, next: (next - first) / 5, block, ending: performance.now() - closed })))
`

type Parts = Readonly<Record<'importing' | 'first' | 'total' | 'processor' | 'next' | 'block' | 'ending', number>>

const run = (queries: string): Parts =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program(queries)], { encoding: 'utf8' })) as Parts

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

const names: Readonly<Record<keyof Parts, string>> = {
  importing: 'import of the package',
  first: 'from the import to the first result of a projection',
  total: 'from the start of the process to that result',
  processor: 'processor time of all threads until then',
  next: 'each further projection and its result',
  block: 'the longest block of the event loop while a query with an endless loop is faulted',
  ending: 'from closing the store to the end of the process',
}
const places = ['worker', 'in-process'] as const
// By turns: a machine may be slow for some seconds.
const runs = Array.from({ length: Number(values.runs) }, () => places.map(run))
for (const [index, place] of places.entries()) {
  for (const [part, name] of Object.entries(names) as [keyof Parts, string][]) {
    const times = runs.map((turn) => turn[index]![part])
    const round = (value: number): number => Number(value.toPrecision(3))
    console.log(JSON.stringify({ name: `${name}, ${place}`, ms: round(median(times)), fastest: round(Math.min(...times)) }))
  }
}
