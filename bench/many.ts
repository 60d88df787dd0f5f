// Measures stores with many projections: events, starts and hand-overs in Chromium, and events and scenarios in Node, in processor time.

import { readdirSync, readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import type { Scenario } from '../src/index.ts'
import { createStore } from '../src/index.ts'
import { middle } from './pages/timing.ts'

/** @param profile the folder that the browser's processes name. */
type InBrowser = <Value>(work: (context: BrowserContext, profile: string) => Promise<Value>) => Promise<Value>
type OpenPage = (context: BrowserContext) => Promise<Page>
type Print = (figure: { readonly name: string; readonly value: number; readonly floor?: number; readonly unit: 'ms' }) => void

const counts = [0, 10, 24, 200] as const
const rounds = 10

export async function measureMany(inBrowser: InBrowser, openPage: OpenPage, print: Print): Promise<void> {
  printEvents('createStore in Node', await eventsInNode(), print)
  await scenarioInNode(print)
  printEvents('a page in Chromium', await eventsInPage(inBrowser, openPage), print)
  await startInPage(inBrowser, openPage, print)
  await handOver(inBrowser, openPage, print)
}

/** @param times milliseconds of an event, by the number of projections. */
function printEvents(place: string, times: ReadonlyMap<number, number>, print: Print): void {
  for (const count of counts) print({ name: `one event with ${count} projections, ${place}`, value: times.get(count)!, unit: 'ms' })
  for (const [count, than] of [
    [200, 10],
    [24, 10],
    [24, 0],
  ] as const)
    print({
      name: `one event with ${count} projections, against ${than}, ${place}`,
      value: times.get(count)!,
      floor: times.get(than)!,
      unit: 'ms',
    })
}

const query = "fromCategory('order').foreachStream().when({ $init: () => ({ n: 0 }), Placed: (s) => { s.n += 1 } })"

function used(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function eventsInNode(): Promise<Map<number, number>> {
  const stores = new Map<number, ReturnType<typeof createStore>>()
  for (const count of counts) {
    const store = createStore()
    for (let n = 0; n < count; n++) await store.project(`p${n}`, query)
    stores.set(count, store)
  }
  const times = new Map<number, number[]>(counts.map((count) => [count, []]))
  // In turns: the machine may be slow for some seconds.
  for (let round = -rounds; round < rounds * 2; round++) {
    for (const [count, store] of stores) {
      const before = used()
      await store.append('order-1', { type: 'Placed', data: { round } })
      await store.settled()
      if (round >= 0) times.get(count)!.push(used() - before)
    }
  }
  for (const store of stores.values()) await store.close()
  return new Map(counts.map((count) => [count, middle(times.get(count)!)]))
}

async function scenarioInNode(print: Print): Promise<void> {
  const scenario = (projections: number): Scenario => ({
    version: 1,
    events: Array.from({ length: 100 }, (_, n) => ({ stream: `order-${n % 10}`, type: 'Placed', data: { n } })),
    projections: Array.from({ length: projections }, (_, n) => ({ name: `p${n}`, query })),
  })
  const run = async (projections: number): Promise<number> => {
    const before = used()
    const store = createStore()
    await store.seed(scenario(projections))
    await store.settled()
    await store.close()
    return used() - before
  }
  const [value, floor]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    value.push(await run(50))
    floor.push(await run(1))
  }
  print({
    name: 'a scenario of 100 events with 50 projections, against one projection',
    value: middle(value),
    floor: middle(floor),
    unit: 'ms',
  })
}

async function eventsInPage(inBrowser: InBrowser, openPage: OpenPage): Promise<Map<number, number>> {
  const times = new Map<number, number>()
  for (const count of counts) {
    const time = await inBrowser(async (context, profile) => {
      const page = await openPage(context)
      await page.evaluate((given) => window.openMany('many', given), count)
      await page.evaluate((given) => window.eventsOfMany('many', given), rounds)
      const before = processorTime(profile)
      await page.evaluate((given) => window.eventsOfMany('many', given), rounds)
      return (processorTime(profile) - before) / rounds
    })
    times.set(count, time)
  }
  return times
}

/** A fresh page, until its store answers. */
async function startInPage(inBrowser: InBrowser, openPage: OpenPage, print: Print): Promise<void> {
  const run = (count: number): Promise<{ readonly answer: number; readonly ready: number }> =>
    inBrowser(async (context, profile) => {
      const first = await openPage(context)
      await first.evaluate((given) => window.openMany('many', given), count)
      await first.evaluate(() => window.closeMany('many'))
      await first.close()
      const page = await openPage(context)
      const before = processorTime(profile)
      await page.evaluate(() => window.answerOfMany('many'))
      const answer = processorTime(profile) - before
      await page.evaluate(() => window.settledMany('many'))
      return { answer, ready: processorTime(profile) - before }
    })
  const [some, none] = [
    [await run(24), await run(24), await run(24)],
    [await run(0), await run(0), await run(0)],
  ]
  const compared = (what: 'answer' | 'ready') => ({
    value: middle(some.map((each) => each[what])),
    floor: middle(none.map((each) => each[what])),
    unit: 'ms' as const,
  })
  print({ name: 'start of a page with 24 projections until its first answer, against none', ...compared('answer') })
  print({ name: 'the same until all have caught up', ...compared('ready') })
}

async function handOver(inBrowser: InBrowser, openPage: OpenPage, print: Print): Promise<void> {
  const projections = 50
  const run = (isLeft: boolean): Promise<number> =>
    inBrowser(async (context) => {
      const first = await openPage(context)
      await first.evaluate((given) => window.openMany('many', given), projections)
      const second = await openPage(context)
      await second.evaluate(() => window.answerOfMany('many'))
      if (isLeft) await first.close()
      return await second.evaluate((given) => window.nextEventOfMany('many', given), projections)
    })
  const [left, kept] = [
    [await run(true), await run(true), await run(true)],
    [await run(false), await run(false), await run(false)],
  ]
  const name = `the next event in another tab with ${projections} projections, where the first tab has gone, against where it stays (clock)`
  print({ name, value: middle(left), floor: middle(kept), unit: 'ms' })
}

/** Milliseconds of processor time of a browser with all its processes; known on Linux only. */
function processorTime(profile: string): number {
  if (process.platform !== 'linux') return Number.NaN
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
        const fields = rest!.split(' ')
        return [{ pid, parent: fields[1]!, isRoot: command.includes(profile), ticks: Number(fields[11]) + Number(fields[12]) }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
  const family = new Set(stats.filter(({ isRoot }) => isRoot).map(({ pid }) => pid))
  for (let before = -1; before !== family.size;) {
    before = family.size
    for (const { pid, parent } of stats) if (family.has(parent)) family.add(pid)
  }
  // A hundred ticks a second, wherever Chromium runs.
  return stats.reduce((sum, { pid, ticks }) => (family.has(pid) ? sum + ticks * 10 : sum), 0)
}
