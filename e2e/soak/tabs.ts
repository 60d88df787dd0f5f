// Several tabs on one store: races on expected versions, and the time until others go on where the tab that runs the projections is gone.

import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { within } from '../within.ts'
import type { KillableBrowser } from './browser.ts'
import { createProfile, openBrowser } from './browser.ts'
import type { PartOptions, PartReport } from './part.ts'

export interface TabOptions extends Pick<PartOptions, 'say'> {
  readonly address: string
  readonly raceMilliseconds: number
  /** How often the leader goes in each way. */
  readonly departures: number
}

const ways = ['closed', 'reloaded', 'crashed', 'killed'] as const
type Way = (typeof ways)[number]

/** Milliseconds from the end of the leader. */
interface Silence {
  /** For an event before that, while all was well. */
  readonly usual: number
  /** Until the browser had given the lock of the projections to another tab. */
  readonly handedOver: number
  /** Until a projection had counted an event that another tab appended. */
  readonly counted: number
}

export interface TabFigures {
  /** Appends that won, and those that were told that another was first. */
  readonly won: number
  readonly lost: number
  readonly silences: Readonly<Record<Way, readonly Silence[]>>
  readonly faults: readonly string[]
}

const tabCount = 4

/** Milliseconds in which others must go on. */
const mostSilence = 1000

/** Milliseconds for any single step of a tab: what takes longer hangs. */
const patience = 30_000

export async function soakTabs({ address, raceMilliseconds, departures, say }: TabOptions): Promise<TabFigures> {
  const profile = createProfile()
  const browser = await openBrowser(profile)
  try {
    const tabs: Page[] = []
    while (tabs.length < tabCount) tabs.push(await openTab(browser, address))
    await within(
      patience,
      'Creating the projections',
      tabs[0]!.evaluate(() => window.soak.prepare()),
    )
    const race = await runRace(tabs, raceMilliseconds)
    say(`${race.won} appends of ${tabCount} tabs won, ${race.lost} lost, ${race.faults.length} faults`)
    const silences: Record<Way, Silence[]> = { closed: [], reloaded: [], crashed: [], killed: [] }
    for (let turn = 0; turn < departures * ways.length; turn++) {
      const way = ways[turn % ways.length]!
      const silence = await replaceLeader(browser, tabs, way)
      silences[way].push(silence)
      say(`leader ${way}: handed over after ${silence.handedOver} ms, gone on after ${silence.counted} ms; usually ${silence.usual} ms`)
      while (tabs.length < tabCount) tabs.push(await openTab(browser, address))
    }
    const late = ways.flatMap((way) =>
      silences[way].filter(({ counted }) => counted > mostSilence).map(({ counted }) => `leader ${way}: silence of ${counted} ms`),
    )
    return { ...race, silences, faults: [...race.faults, ...late] }
  } finally {
    await browser.kill()
    profile.remove()
  }
}

async function openTab({ context }: KillableBrowser, address: string): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  await page.goto(address)
  await startIn(page)
  return page
}

async function startIn(page: Page): Promise<void> {
  await page.waitForFunction(() => 'soak' in window)
  await within(
    patience,
    'The start of a store',
    page.evaluate(() => window.soak.start()),
  )
}

async function runRace(tabs: readonly Page[], milliseconds: number): Promise<Pick<TabFigures, 'won' | 'lost' | 'faults'>> {
  const races = tabs.map((tab) => tab.evaluate((time) => window.soak.race('raced', time), milliseconds))
  const outcomes = await within(milliseconds + patience, 'The race', Promise.all(races))
  const won = outcomes.flatMap((outcome) => outcome.won).toSorted((one, other) => one.number - other.number)
  const lost = outcomes.reduce((sum, outcome) => sum + outcome.lost, 0)
  const read = tabs[0]!.evaluate(() => window.soak.read('raced'))
  const stored = await within(patience, 'Reading the stream of the race', read)
  const faults: string[] = []
  if (stored.length !== won.length) faults.push(`${won.length} appends won a race for ${stored.length} events`)
  for (const [index, { id, number }] of stored.entries())
    if (number !== index || won[index]?.id !== id) faults.push(`the race for event ${index} was won by ${won[index]?.id}, not by ${id}`)
  return { won: won.length, lost, faults: faults.slice(0, 10) }
}

/** Lets the leader go and others go on. Removes the leader from the tabs, unless it comes back. */
async function replaceLeader(browser: KillableBrowser, tabs: Page[], way: Way): Promise<Silence> {
  const leader = await leaderOf(tabs)
  const pid = way === 'killed' ? await processOf(browser, leader.page) : 0
  const other = tabs.find((tab) => tab !== leader.page)!
  const goOn = () =>
    within(
      patience,
      'Counting an event beside the leader',
      other.evaluate(() => window.soak.goesOn()),
    )
  // A projection that has just started says nothing about the hand-over.
  await goOn()
  const asked = Date.now()
  await goOn()
  const usual = Date.now() - asked
  const wentOn = other.evaluate((before) => window.soak.goesOnAfter(before), leader.id)
  // Awaited below, when the leader has gone.
  wentOn.catch(() => undefined)
  const began = Date.now()
  await within(patience, `The end of the leader, ${way},`, leave(leader.page, way, pid))
  const { handedOver, counted } = await within(2 * patience, `Going on after a leader was ${way}`, wentOn)
  if (way === 'reloaded') await startIn(leader.page)
  else tabs.splice(tabs.indexOf(leader.page), 1)
  return { usual, handedOver: handedOver - began, counted: counted - began }
}

/** Resolves when the page has gone, or has been loaded again. */
async function leave(page: Page, way: Way, pid: number): Promise<void> {
  if (way === 'closed') return await page.close()
  if (way === 'reloaded') return void (await page.reload())
  const crashed = page.waitForEvent('crash')
  if (way === 'killed') process.kill(pid, 'SIGKILL')
  else {
    const session = await page.context().newCDPSession(page)
    // Gets no answer: the page that would give it is gone.
    void session.send('Page.crash').catch(() => undefined)
  }
  await crashed
}

interface Leader {
  readonly page: Page
  /** Of its page, as the browser's locks have it. */
  readonly id: string
}

/** @throws Error if no tab leads. */
async function leaderOf(tabs: readonly Page[]): Promise<Leader> {
  for (const started = Date.now(); Date.now() - started < patience; await pause(10)) {
    for (const page of tabs) {
      const id = await within(
        patience,
        'A question to a tab',
        page.evaluate(() => window.soak.ownLead()),
      )
      if (id !== undefined) return { page, id }
    }
  }
  throw new Error(`No tab ran the projections within ${patience} ms.`)
}

/** How often the work of processes is compared until one stands out. */
const looks = 20

/** The process that works while the tab does. Others may work too, on a busy machine: looks again until one has done most of it. */
async function processOf(browser: KillableBrowser, tab: Page): Promise<number> {
  for (let look = 0; look < looks; look++) {
    const before = await browser.renderers()
    await within(
      patience,
      'Keeping a tab busy',
      tab.evaluate(() => window.soak.spin(300)),
    )
    const after = await browser.renderers()
    const work = [...after].map(([pid, seconds]) => ({ pid, worked: seconds - (before.get(pid) ?? 0) }))
    const [most, next] = work.toSorted((one, other) => other.worked - one.worked)
    if (most && most.worked > 0.05 && most.worked > 4 * (next?.worked ?? 0)) return most.pid
  }
  throw new Error(`The process of a tab did not stand out in ${looks} looks.`)
}

/** The table of the document. */
export const tabReport = ({ won, lost, silences, faults }: TabFigures): PartReport => ({
  faults,
  tables: {
    tabs: {
      head: [`${tabCount} tabs`, 'Seen'],
      rows: [
        ['appends on an expected version that won', won],
        ['appends that were told that another was first', lost],
        ...ways.flatMap((way) => [
          [`leader ${way}: milliseconds until the browser had made another tab the leader`, listed(silences[way], 'handedOver')],
          [`leader ${way}: milliseconds until others had counted the next event`, listed(silences[way], 'counted')],
        ]),
        [
          'the same events while no leader goes: milliseconds',
          listed(
            ways.flatMap((way) => silences[way]),
            'usual',
          ),
        ],
        ['events lost, doubled or acknowledged to two tabs, or silences above a second', faults.length],
      ],
    },
  },
})

const listed = (silences: readonly Silence[], which: keyof Silence): string => silences.map((silence) => silence[which]).join(', ')
