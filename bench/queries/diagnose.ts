// Measures what the diagnostics of a query cost beside its parse; prints one line of JSON.
//
//   node bench/queries/diagnose.ts [--lines 300]
//
// Processor time of the process, because a busy machine makes that of the clock worthless; the shortest of some rounds.

import { parseArgs } from 'node:util'
import { ParseProblem, parseTolerantly } from '../../src/query/dialect/source/tolerant-parser.ts'
import { loadParser } from '../../src/query/dialect/source/prepare.ts'
import { diagnose } from '../../src/query/diagnostics/diagnose.ts'
import { EventNames } from '../../src/query/diagnostics/seen-events.ts'

const { values } = parseArgs({ options: { lines: { type: 'string', default: '300' } } })

/** Handlers as people write them, twelve lines each. */
function queryOf(lines: number): string {
  const handlers = Array.from(
    { length: Math.ceil(lines / 12) },
    (_, number) => `
    OrderPlaced${number}: (state, event) => {
      const { total, items } = event.data
      if (!state.orders[event.streamId]) state.orders[event.streamId] = { total: 0, count: 0 }
      const order = state.orders[event.streamId]
      order.total += total
      order.count = order.count + items.length
      for (const item of items) {
        state.byArticle[item.article] = (state.byArticle[item.article] || 0) + item.quantity
      }
      if (order.total > 1000) emit('large-' + number(event), 'LargeOrder', { total: order.total, at: event.sequenceNumber })
    },`,
  )
  return `const number = (event) => Number(event.sequenceNumber)
fromCategory('order').when({
    $init: () => ({ orders: {}, byArticle: {} }),${handlers.join('')}
})`
}

const text = queryOf(Number(values.lines))
const seen = new EventNames(true)
for (let number = 0; number < 30; number++) {
  const data = JSON.stringify({ total: 1, items: [{ article: 'a', quantity: 1 }] })
  seen.note({ stream: `order-${number}`, type: `OrderPlaced${number}`, data, metadata: null })
}
const parser = await loadParser()

/** @returns for each work the shortest processor time of some rounds in turns, in milliseconds. */
async function inTurns(...works: (() => unknown)[]): Promise<number[]> {
  const best = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 60; round++) {
    for (const [index, work] of works.entries()) {
      const begun = process.cpuUsage()
      for (let time = 0; time < 10; time++) await work()
      const { user, system } = process.cpuUsage(begun)
      best[index] = Math.min(best[index]!, (user + system) / 10_000)
    }
  }
  return best
}

const [parse, diagnosed] = (await inTurns(
  () => {
    if (parseTolerantly(parser, text) instanceof ParseProblem) throw new Error('The query of the bench does not parse.')
  },
  async () => await diagnose(text, { seen, emitEnabled: true }),
)) as [number, number]
const round = (value: number): number => Math.round(value * 100) / 100
console.log(
  JSON.stringify({ lines: text.split('\n').length, parse: round(parse), diagnose: round(diagnosed), times: round(diagnosed / parse) }),
)
