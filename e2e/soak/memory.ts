// Memory over time: of a page that appends, projects, reads and scavenges, and of a process that opens and closes stores.

import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'
import { chromium } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'
import { createStore } from '../../src/index.ts'
import type { Acknowledged } from './contents.ts'
import { garbageCollector } from './garbage-collector.ts'
import type { PartOptions, PartReport } from './part.ts'

export interface PageMemory {
  readonly minutes: number
  /** Events appended between the two measurements. */
  readonly events: number
  /** After a collection, at a fifth of the time and at its end. */
  readonly early: PageUse
  readonly late: PageUse
}

/** MiB. */
interface PageUse {
  readonly heap: number
  /** Arrays, which are not on the heap: the filters of the ids of all events, those that projections wrote among them. */
  readonly buffers: number
}

export interface StoreMemory {
  readonly stores: number
  /** Stores that a collection has left. */
  readonly alive: number
  /** MiB of heap after the first ten stores, and after all. */
  readonly early: number
  readonly late: number
  /** Threads of the process then, and timers, sockets and ports that keep it. */
  readonly threads: number
  readonly handles: readonly string[]
}

/** MiB that memory may differ by. */
const tolerance = 3
/** Bytes that the buffers may grow by for each appended event, for which projections write some seven others, links among them. */
const perEvent = 30

export async function soakPageMemory({
  address,
  minutes,
  seed,
  say,
}: Omit<PartOptions, 'until'> & { address: string; minutes: number }): Promise<PageMemory> {
  const browser = await chromium.launch(launchOptions('whole'))
  try {
    const page = await browser.newPage()
    let events = 0
    await page.exposeFunction('acknowledged', ({ ids }: Acknowledged) => void (events += ids.length))
    await page.goto(address)
    await page.waitForFunction(() => 'soak' in window)
    await page.evaluate(() => window.soak.start().then(() => window.soak.prepare()))
    const session = await page.context().newCDPSession(page)
    await page.evaluate((given) => window.soak.work(given), seed)
    await pause(minutes * 12_000)
    const [early, before] = [await useOf(session), events]
    say(`after ${minutes / 5} minutes: ${shown(early)}, ${events} events`)
    await pause(minutes * 48_000)
    const late = await useOf(session)
    say(`after ${minutes} minutes: ${shown(late)}, ${events} events`)
    return { minutes, events: events - before, early, late }
  } finally {
    await browser.close()
  }
}

async function useOf(session: CDPSession): Promise<PageUse> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return { heap: usedSize / 2 ** 20, buffers: backingStorageSize / 2 ** 20 }
}

const shown = ({ heap, buffers }: PageUse): string => `heap ${heap.toFixed(1)} MiB, buffers ${buffers.toFixed(1)} MiB`

/** Opens stores one after the other, lets each work, and closes it. */
export async function soakStores(stores: number): Promise<StoreMemory> {
  const collect = garbageCollector()
  const references: WeakRef<object>[] = []
  let early = 0
  for (let index = 0; index < stores; index++) {
    references.push(await useStore())
    if (index === 9) early = await heapAfter(collect)
  }
  // Spare threads wait five seconds for the next store.
  await pause(6000)
  const late = await heapAfter(collect)
  const alive = references.filter((reference) => reference.deref() !== undefined).length
  return { stores, alive, early, late, threads: threadCount(), handles: process.getActiveResourcesInfo() }
}

async function useStore(): Promise<WeakRef<object>> {
  const store = createStore()
  await store.append('s', { type: 'T', data: { n: 1 } })
  await store.project('counted', 'fromAll().when({ $init: () => ({ n: 0 }), T: (s) => { s.n++; return s } })')
  await store.settled()
  await store.close()
  return new WeakRef(store)
}

async function heapAfter(collect: () => void): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await pause(10)
    collect()
  }
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Threads of this process; known on Linux only. */
export const threadCount = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/task').length : Number.NaN)

/** The faults of a page's memory, a sentence each. */
export const pageFaults = ({ early, late, events }: PageMemory): string[] => [
  ...(late.heap - early.heap > tolerance ? [`the heap of the page grew: ${shown(early)}, then ${shown(late)}`] : []),
  ...(late.buffers - early.buffers > tolerance + (events * perEvent) / 2 ** 20
    ? [`the buffers of the page grew by more than the ids: ${shown(early)}, then ${shown(late)}`]
    : []),
]

/** The faults after many stores. */
export const storeFaults = ({ alive, early, late }: StoreMemory): string[] => [
  // The last one may still be held by the promise that closed it.
  ...(alive > 1 ? [`${alive} closed stores are still there`] : []),
  ...(late - early > tolerance ? [`closed stores left ${(late - early).toFixed(1)} MiB`] : []),
]

/** The table of the document. */
export const memoryReport = (page: PageMemory, stores: StoreMemory, threads: number): PartReport => ({
  faults: [
    ...pageFaults(page),
    ...storeFaults(stores),
    ...(stores.threads > threads + 1 ? [`${stores.threads - threads} threads are left`] : []),
  ],
  tables: {
    memory: {
      head: ['Memory', 'Early', 'Late'],
      rows: [
        [
          `heap of a page at work, MiB, after ${page.minutes / 5} and ${page.minutes} minutes, ${page.events} events between`,
          page.early.heap.toFixed(1),
          page.late.heap.toFixed(1),
        ],
        ['buffers of that page, MiB, which hold the filters of all ids', page.early.buffers.toFixed(1), page.late.buffers.toFixed(1)],
        [
          `heap of a process, MiB, after 10 and ${stores.stores} stores opened, used and closed`,
          stores.early.toFixed(1),
          stores.late.toFixed(1),
        ],
        ['threads of that process before the first store, and after the last', threads, stores.threads],
        ['closed stores that a collection left', '', stores.alive],
      ],
    },
  },
})
