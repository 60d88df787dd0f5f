// Kills browsers and tabs in the middle of their work, and checks after each kill that nothing is lost and nothing there twice.

import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { KillableBrowser, Profile } from './browser.ts'
import { createProfile, openBrowser } from './browser.ts'
import type { Acknowledged } from './contents.ts'
import { findFaults } from './contents.ts'
import type { PartOptions, PartReport } from './part.ts'
import type { Choices } from './random.ts'
import { choices } from './random.ts'
import { leavesLog, tearLog } from './torn-log.ts'

export interface KillOptions extends PartOptions {
  readonly kills: number
  /** Address of the page under load. */
  readonly address: string
}

export interface KillFigures {
  readonly browsers: number
  readonly renderers: number
  /** Kills of the browser after which the log of its databases ended in half a record. */
  readonly torn: number
  /** Events whose append was acknowledged, each checked after every later kill of its database. */
  readonly acknowledged: number
  readonly emitted: number
  readonly faults: readonly string[]
}

/** Kills until the next database: checking takes longer the more there is. */
const killsPerLife = 20

/** Kills of the browser, of ten, that leave half a record: the writer of a log dies there too seldom to wait for it. */
const tornOfTen = 3

/** Milliseconds for a page to start its store. */
const patience = 60_000

export async function soakKills({ kills, seed, address, until, say }: KillOptions): Promise<KillFigures> {
  const random = choices(seed)
  const sum = { browsers: 0, renderers: 0, torn: 0, acknowledged: 0, emitted: 0, faults: [] as string[] }
  for (let left = kills; left > 0 && Date.now() < until;) {
    const life = new Life(address, random.fork())
    try {
      // A lost event is lost for good: the first finding ends the life.
      for (let kill = 0; kill < killsPerLife && left > 0 && Date.now() < until && life.faults.length === 0; kill++, left--)
        await life.killAndCheck()
    } catch (error) {
      life.faults.push(String(error))
    } finally {
      await life.end()
    }
    sum.browsers += life.browsers
    sum.renderers += life.renderers
    sum.torn += life.torn
    sum.acknowledged += life.acknowledged.reduce((number, { ids }) => number + ids.length, 0)
    sum.emitted += life.emitted
    sum.faults.push(...life.faults.map((fault) => `after ${sum.browsers + sum.renderers} kills: ${fault}`))
    say(`${sum.browsers + sum.renderers} kills, ${sum.acknowledged} events acknowledged, ${sum.faults.length} faults`)
    if (life.faults.length > 0) [...life.faults.slice(0, 5), ...life.warnings.slice(-5)].forEach((line) => say(`  ${line}`))
  }
  return sum
}

/** One database through many deaths. */
class Life {
  readonly acknowledged: Acknowledged[] = []
  readonly faults: string[] = []
  /** The pages' messages on the console. */
  readonly warnings: string[] = []
  browsers = 0
  renderers = 0
  torn = 0
  emitted = 0
  readonly #address: string
  readonly #random: Choices
  readonly #profile: Profile = createProfile()
  #browser: KillableBrowser | undefined
  #tabs: Page[] = []
  /** The log that the last kill has torn. */
  #tornLog: string | undefined

  constructor(address: string, random: Choices) {
    this.#address = address
    this.#random = random
  }

  async killAndCheck(): Promise<void> {
    await this.#fill()
    for (const tab of this.#tabs) await tab.evaluate((seed) => window.soak.work(seed), this.#random.below(2 ** 31))
    await pause(this.#random.below(1200))
    if (this.#random.chance(0.5)) await this.#killBrowser()
    else await this.#killRenderer()
    await this.#check()
  }

  async end(): Promise<void> {
    await this.#browser?.kill()
    // For a look at what is left of a database that has lost something.
    if (this.faults.length === 0) this.#profile.remove()
    else this.warnings.push(`The profile is kept in ${this.#profile.folder}.`)
  }

  /** Opens the browser and so many tabs that there are two or three. */
  async #fill(): Promise<void> {
    if (!this.#browser) {
      this.#browser = await openBrowser(this.#profile)
      await this.#browser.context.exposeFunction('acknowledged', (batch: Acknowledged) => void this.acknowledged.push(batch))
      this.#tabs = []
    }
    const wanted = this.#random.pick([2, 2, 3])
    while (this.#tabs.length < wanted) this.#tabs.push(await this.#openTab(this.#browser))
    await this.#tabs[0]!.evaluate(() => window.soak.prepare())
    if (this.#tornLog !== undefined) await leavesLog(this.#profile, this.#tornLog)
    this.#tornLog = undefined
  }

  async #openTab({ context }: KillableBrowser): Promise<Page> {
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    page.on('console', (message) => void (message.type() === 'warning' && this.warnings.push(message.text())))
    page.once('crash', () => (this.#tabs = this.#tabs.filter((tab) => tab !== page)))
    await page.goto(this.#address)
    await page.waitForFunction(() => 'soak' in window)
    await page.evaluate(() => window.soak.start())
    return page
  }

  async #killBrowser(): Promise<void> {
    this.browsers += 1
    await this.#browser!.kill()
    this.#browser = undefined
    this.#tornLog = this.#random.below(10) < tornOfTen ? tearLog(this.#profile) : undefined
    if (this.#tornLog !== undefined) this.torn += 1
  }

  async #killRenderer(): Promise<void> {
    this.renderers += 1
    const before = this.#tabs.length
    const processes = [...(await this.#browser!.renderers()).keys()]
    process.kill(this.#random.pick(processes), 'SIGKILL')
    // It may be a process that no tab is in, for example that of the Service Worker.
    for (let waited = 0; waited < 200 && this.#tabs.length === before; waited += 20) await pause(20)
  }

  /** In a tab of its own, beside those that work on where one tab was killed. */
  async #check(): Promise<void> {
    if (this.#browser) for (const tab of this.#tabs) await tab.close()
    this.#tabs = []
    await this.#fill()
    // Events acknowledged from here on are not asked for.
    const acknowledged = [...this.acknowledged]
    const contents = await this.#tabs[0]!.evaluate(() => window.soak.contents())
    this.emitted = contents.links.length + Object.values(contents.streams).reduce((sum, { copiesOf }) => sum + copiesOf.length, 0)
    this.faults.push(...findFaults(contents, acknowledged))
  }
}

/** The table of the document. */
export const killReport = ({ browsers, renderers, torn, acknowledged, emitted, faults }: KillFigures): PartReport => ({
  faults,
  tables: {
    kills: {
      head: ['Killed', 'Times'],
      rows: [
        ['the whole browser', browsers],
        ['of these, with half a record at the end of the log', torn],
        ['the renderer of one tab, or of the worker, beside others', renderers],
        ['events whose append was acknowledged, each looked for after every later kill', acknowledged],
        ['events that projections emitted or linked, each there exactly once', emitted],
        ['lost, doubled, or states unlike a count of the events', faults.length],
      ],
    },
  },
})
