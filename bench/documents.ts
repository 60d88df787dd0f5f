// Measures what ten blocks cost the build of a site, beside the start of one store and ten runs of a query; one line of JSON per figure.
//
//   npm run guest && node --conditions rillbox-source bench/documents.ts [--rounds 5]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createStore } from 'rillbox'
import { given } from 'rillbox/testing'
import { renderPage } from '../src/documents/html/render-page.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const count = 10

const events = Array.from({ length: 20 }, (_, index) => ({ stream: `cart-${index % 4}`, type: 'ItemAdded', data: { price: index } }))
const queryOf = (factor: number): string => `fromCategory('cart').foreachStream().when({
  $init: () => ({ total: 0 }),
  ItemAdded: (state, event) => { state.total += ${factor} * event.data.price },
})`
const fences = Array.from({ length: count }, (_, index) => ({
  line: index * 40 + 1,
  info: 'rillbox',
  code: `events:\n${events.map(({ stream, type, data }) => `  ${stream} ${type} ${JSON.stringify(data)}`).join('\n')}\nquery:\n${queryOf(index)}\n`,
}))

/** Milliseconds of processor time: a busy machine does not lengthen it. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** From nothing to the state of a first projection. */
async function startStore(): Promise<void> {
  const store = createStore({ queries: 'in-process' })
  await store.append('cart-1', { type: 'ItemAdded', data: { price: 1 } })
  await store.project('first', queryOf(1))
  await store.settled()
  await store.close()
}

const runTen = async (): Promise<void> => {
  for (let index = 0; index < count; index++) await given(events).when(queryOf(index))
}

const middle = (numbers: readonly number[]): number => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!

const folder = mkdtempSync(join(tmpdir(), 'rillbox-bench-'))
const source = { file: join(folder, 'page.md'), offset: 0, version: '0' }
// What only the first of each does, such as compiling the engine, is not compared.
for (const work of [startStore, runTen, () => renderPage(fences, source, { cache: false })]) await work()

const costs = { start: [] as number[], runs: [] as number[], blocks: [] as number[], again: [] as number[] }
for (let round = 0; round < Number(values.rounds); round++) {
  costs.start.push(await costOf(startStore))
  costs.runs.push(await costOf(runTen))
  const cache = join(folder, String(round))
  costs.blocks.push(await costOf(() => renderPage(fences, source, { cache })))
  costs.again.push(await costOf(() => renderPage(fences, source, { cache })))
}
rmSync(folder, { recursive: true })

const [start, runs, blocks, again] = [middle(costs.start), middle(costs.runs), middle(costs.blocks), middle(costs.again)]
const rounded = (value: number): number => Math.round(value * 100) / 100
console.log(JSON.stringify({ what: 'the start of a store', cpu: rounded(start) }))
console.log(JSON.stringify({ what: 'ten runs', cpu: rounded(runs) }))
console.log(
  JSON.stringify({
    what: 'ten blocks of a page',
    cpu: rounded(blocks),
    of: 'two starts and ten runs',
    ratio: rounded(blocks / (2 * start + runs)),
  }),
)
console.log(
  JSON.stringify({ what: 'the same page again, from the cache', cpu: rounded(again), of: 'ten blocks', ratio: rounded(again / blocks) }),
)
