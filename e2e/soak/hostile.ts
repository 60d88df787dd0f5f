// Plays the table of hostile queries in Node and in browsers, and prints it with what differs between them.

import { within } from '../within.ts'
import type { Browser, EngineName } from '../engines/driver/open.ts'
import { engineNames, open } from '../engines/driver/open.ts'
import type { Played } from '../hostile/play.ts'
import { playHostile, print } from '../hostile/play.ts'
import type { HostileQuery } from '../hostile/queries.ts'
import { hostileQueries } from '../hostile/queries.ts'
import { keep, readKept } from '../kept.ts'
import type { PartOptions, PartReport } from './part.ts'

export const hostilePlaces = ['node', ...engineNames] as const
export type HostilePlace = (typeof hostilePlaces)[number]

export interface HostileOptions extends PartOptions {
  /** Address of the page that plays them. */
  readonly address: string
  readonly places: readonly HostilePlace[]
}

interface PlaceFigures {
  readonly place: HostilePlace
  /** With its version. */
  readonly name: string
  /** By the place of the query in the table; shorter where time was over. */
  readonly seen: readonly string[]
  /** Differences from the table, and other faults. */
  readonly faults: readonly string[]
}

/** Plays one query after the other in one place. */
interface Stage {
  readonly name: string
  play(index: number): Promise<Played>
  close(): Promise<void>
}

/** Milliseconds for a page to play one query: it gives each step a minute itself. */
const patience = 150_000

export async function soakHostile({ address, places, until, say }: HostileOptions): Promise<readonly PlaceFigures[]> {
  const figures: PlaceFigures[] = []
  for (const place of places) {
    const stage = place === 'node' ? inNode() : await inEngine(place, address)
    const seen: string[] = []
    const faults: string[] = []
    try {
      for (const [index, query] of hostileQueries.entries()) {
        if (Date.now() >= until) break
        const played = await stage.play(index).catch((error: unknown) => ({ seen: 'an error', faults: [String(error)] }))
        seen.push(played.seen)
        for (const fault of played.faults) say(`${stage.name}, ${titleOf(query)}: ${fault}`)
        faults.push(...played.faults.map((fault) => `${stage.name}, ${titleOf(query)}: ${fault}`))
      }
    } finally {
      await stage.close()
    }
    say(`${stage.name}: ${seen.length} hostile queries, ${faults.length} faults`)
    figures.push({ place, name: stage.name, seen, faults })
  }
  return keepFigures(figures)
}

/** @returns the newest figures of all places: runs in single places add up. */
function keepFigures(figures: readonly PlaceFigures[]): readonly PlaceFigures[] {
  const before = readKept<PlaceFigures[]>('hostile') ?? []
  const kept = hostilePlaces.flatMap((place) => [...figures, ...before].find((each) => each.place === place) ?? [])
  keep('hostile', kept)
  return kept
}

const titleOf = ({ group, name }: HostileQuery): string => `${group}, ${name}`

function inNode(): Stage {
  const unhandled: string[] = []
  const note = (reason: unknown): void => void unhandled.push(`unhandled: ${String(reason)}`)
  process.on('unhandledRejection', note)
  return {
    name: `Node ${process.versions.node}`,
    async play(index) {
      const played = await playHostile(hostileQueries[index]!)
      return { ...played, faults: [...played.faults, ...unhandled.splice(0)] }
    },
    close: () => Promise.resolve(void process.off('unhandledRejection', note)),
  }
}

async function inEngine(engine: EngineName, address: string): Promise<Stage> {
  const browser = await open(engine, { patience })
  // Stays: a browser ends with its last window.
  await browser.page()
  return {
    name: browser.version,
    play: (index) => within(2 * patience, 'The query', playInTab(browser, address, index)),
    close: () => browser.close(),
  }
}

/** In a tab of its own: with the tab ends what a query may have left running. */
async function playInTab(browser: Browser, address: string, index: number): Promise<Played> {
  const tab = await browser.page(address)
  try {
    await tab.show()
    return await tab.evaluate(async (which) => {
      while (!('playHostile' in window)) await new Promise((resolve) => setTimeout(resolve, 10))
      return await window.playHostile(which)
    }, index)
  } finally {
    await tab.close().catch(() => undefined)
  }
}

/** How long a query took before it was ended is the machine's affair. */
const withoutTimes = (text: string): string => text.replace(/\(took: .*/, '')

/** The tables of the document: what becomes of each query, and what differs between places. */
export function hostileReport(figures: readonly PlaceFigures[]): PartReport {
  const faults = figures.flatMap((place) => place.faults)
  const differing = hostileQueries
    .map((query, index) => ({ query, seen: figures.map((place) => place.seen[index] ?? 'not played') }))
    .filter(({ seen }) => new Set(seen.map(withoutTimes)).size > 1)
  const same = hostileQueries.length - differing.length
  return {
    faults,
    tables: {
      'hostile-places': {
        head: ['', ...figures.map(({ name }) => name)],
        rows: [
          ['queries played', ...figures.map(({ seen }) => seen.length)],
          ['unlike what is expected, or an honest projection disturbed', ...figures.map((place) => place.faults.length)],
        ],
      },
      'hostile-differences': {
        head: [`Query (${same} others end the same everywhere, to the letter)`, ...figures.map(({ name }) => name)],
        rows: differing.map(({ query, seen }) => [titleOf(query), ...seen]),
      },
      hostile: {
        head: ['Group', 'Query', 'What becomes of it'],
        rows: hostileQueries.map(({ group, name, outcome, runsOn }) => [group, name, runsOn ? 'runs until it is stopped' : print(outcome)]),
      },
    },
  }
}
