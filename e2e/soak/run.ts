// Proves the store under fire and writes the figures into docs/inside/reliability.md.
//
//   npm run soak [-- --minutes 60] [--seed 1] [--only kills|torn|tabs|requests|hostile|memory] [--kills 300] [--requests 100000] [--memory 10]
//     [--engines node,chromium,firefox,webkit]
//
// Each part ends by itself, or when the minutes are over, and says how far it came. Exits with 1 where anything was amiss.

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { writeReliability } from '../../scripts/documents/reliability.ts'
import { hostilePlaces, hostileReport, soakHostile } from './hostile.ts'
import { killReport, soakKills } from './kills.ts'
import { memoryReport, soakPageMemory, soakStores, threadCount } from './memory.ts'
import { servePage } from './pages.ts'
import type { PartOptions, PartReport } from './part.ts'
import { requestReport, soakRequests } from './requests.ts'
import { soakTabs, tabReport } from './tabs.ts'
import { soakTornLog, tornLogReport } from './torn-log.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    kills: { type: 'string', default: '300' },
    memory: { type: 'string', default: '10' },
    requests: { type: 'string', default: '100000' },
    engines: { type: 'string', default: hostilePlaces.join() },
  },
})

const places = hostilePlaces.filter((place) => values.engines.split(',').includes(place))

const parts: Readonly<Record<string, (options: PartOptions) => Promise<PartReport>>> = {
  kills: (options) => onPage('soak', async (address) => killReport(await soakKills({ ...options, address, kills: Number(values.kills) }))),
  torn: () => onPage('soak', async (address) => tornLogReport(await soakTornLog(address))),
  hostile: (options) => onPage('hostile', async (address) => hostileReport(await soakHostile({ ...options, address, places }))),
  memory: (options) => soakMemory(options, Number(values.memory)),
  requests: async (options) => requestReport(await soakRequests({ ...options, requests: Number(values.requests) })),
  tabs: (options) =>
    onPage('soak', async (address) => tabReport(await soakTabs({ ...options, address, raceMilliseconds: 60_000, departures: 5 }))),
}

// Browsers end with this process, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

async function soakMemory(options: PartOptions, minutes: number): Promise<PartReport> {
  const threads = threadCount()
  const stores = await soakStores(200)
  options.say(`${stores.stores} stores: ${stores.alive} left, heap ${stores.early.toFixed(1)} to ${stores.late.toFixed(1)} MiB`)
  return await onPage('soak', async (address) => memoryReport(await soakPageMemory({ ...options, address, minutes }), stores, threads))
}

const chosen = values.only === undefined ? Object.keys(parts) : [values.only]
const unknown = chosen.find((name) => !(name in parts))
if (unknown !== undefined) throw new Error(`There is no part "${unknown}": choose one of ${Object.keys(parts).join(', ')}.`)

const options: PartOptions = {
  seed: Number(values.seed),
  until: Date.now() + Number(values.minutes) * 60_000,
  say: (line) => console.log(line),
}
for (const name of chosen) {
  const started = performance.now()
  const { tables, faults } = await parts[name]!(options)
  for (const [marker, table] of Object.entries(tables)) await writeReliability(marker, table)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `${faults.length > 0 ? '✗' : '✓'} ${name}: ${faults.length} faults in ${seconds} s, seed ${options.seed}, ${availableParallelism()} processors`,
  )
  for (const fault of faults) console.log(`    ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
// Threads for queries that wait for the next store would keep the process.
process.exit()

async function onPage(name: string, run: (address: string) => Promise<PartReport>): Promise<PartReport> {
  const page = await servePage(name)
  try {
    return await run(page.address)
  } finally {
    await page.close()
  }
}
