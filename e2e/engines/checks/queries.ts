// Checks of queries that fail or never end: the fault says why, the page stays free, other projections go on.

import type { Tab } from '../driver/open.ts'
import type { Check, Stage } from './check.ts'
import { append, counter, fits, openStore, project, seconds, send, state, until } from './check.ts'

interface Statistics {
  readonly projections: readonly { readonly status: string; readonly stateReason: string }[]
}

async function statistics(tab: Tab, name: string): Promise<Statistics['projections'][number]> {
  const { body } = await send(tab, 'GET', `/projection/${name}/statistics`)
  return (JSON.parse(body) as Statistics).projections[0]!
}

/**
 * Lets a query fail at the second event of a stream, and another projection go on behind it.
 *
 * @param handler of the event, as a statement.
 */
async function expectFault(stage: Stage, name: string, handler: string, reason: RegExp): Promise<string> {
  const tab = await openStore(stage, name)
  await project(tab, 'good', counter('ticks'))
  await project(tab, 'bad', `fromStream('ticks').when({ Tick: (s, e) => { if (e.sequenceNumber === 1) { ${handler} } return {} } })`)
  await append(tab, 'ticks', 'Tick')
  await tab.evaluate(watchGaps)
  await append(tab, 'ticks', 'Tick')
  const took = await until('the status', async () => (await statistics(tab, 'bad')).status.split(' ')[0], 'Faulted')
  fits('the reason', (await statistics(tab, 'bad')).stateReason, reason)
  const gap = await tab.evaluate(() => (window as unknown as { gaps: { longest: number } }).gaps.longest)
  if (gap > 3000) throw new Error(`The page stood still for ${Math.round(gap)} ms.`)
  await append(tab, 'ticks', 'Tick')
  await until('the state of the other projection', () => state(tab, 'good'), '{"count":3}')
  return seconds(took)
}

/** Notes the longest time between two ticks of a timer. Runs in the page. */
function watchGaps(): void {
  const gaps = { longest: 0 }
  Object.assign(window, { gaps })
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    gaps.longest = Math.max(gaps.longest, now - last)
    last = now
  }, 10)
}

const faults: readonly (readonly [name: string, id: string, handler: string, reason: RegExp])[] = [
  ['A query that throws faults with its reason', 'throws', "throw 'no such order'", /no such order/],
  ['A query without end is ended', 'endless', 'while (true) {}', /took too long to execute/],
  ['A built-in function without end is ended', 'hangs', '[].indexOf.call({ length: 3e8 }, 1)', /took too long to execute/],
  [
    'Recursion without end is ended',
    'recursion',
    'let deep = {}; const top = deep; for (let i = 0; i < 1e5; i += 1) deep = deep.a = {}; JSON.stringify(top)',
    /Maximum call stack size exceeded|took too long/,
  ],
  [
    'A query that takes all memory is ended',
    'memory',
    'const all = []; for (;;) all.push(new Uint8Array(1e6))',
    /out of memory|took too long/,
  ],
]

export const queryChecks: readonly Check[] = faults.map(([name, id, handler, reason]) => ({
  name,
  run: (stage) => expectFault(stage, id, handler, reason),
}))
