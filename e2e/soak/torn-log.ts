// Tears the log of Chromium's databases, as a kill in the middle of a write does, and counts what two more starts leave of the events.

import { appendFileSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Profile } from './browser.ts'
import { createProfile, openBrowser } from './browser.ts'
import type { PartReport } from './part.ts'

/** Bytes of a block of a log, and of the header of a record, which no block divides. */
const [block, header] = [32_768, 7]

/** Milliseconds in which a browser begins a new file. */
const patience = 60_000

/** The file that LevelDB writes to: the one with the highest number. Undefined where the browser keeps its databases in another form. */
export const currentLog = ({ folder }: Profile): string | undefined =>
  globSync(join(folder, 'Default', 'IndexedDB', '*.leveldb', '*.log'))
    .toSorted()
    .at(-1)

/**
 * Ends the log with the header of a record whose content never came. Every record before it stays whole.
 *
 * @returns the torn file; undefined if there is none.
 */
export function tearLog(profile: Profile): string | undefined {
  const log = currentLog(profile)
  if (log === undefined) return undefined
  const left = block - (statSync(log).size % block)
  // Checksum, 600 as the length, and the type of a record in one piece.
  appendFileSync(log, Uint8Array.of(...Array<number>(left < header ? left : 0).fill(0), 1, 2, 3, 4, 0x58, 0x02, 1))
  return log
}

/** Resolves when the browser writes to another file than `torn`. @throws Error if it does not. */
export async function leavesLog(profile: Profile, torn: string): Promise<void> {
  for (const started = Date.now(); currentLog(profile) === torn; await pause(20))
    if (Date.now() - started > patience) throw new Error('The browser goes on in a log that a kill has torn.')
}

export interface Kept {
  readonly written: number
  readonly kept: number
}

export interface TornFigures {
  readonly bare: Kept
  readonly store: Kept
}

export async function soakTornLog(address: string): Promise<TornFigures> {
  return { bare: await keptBehindTornLog(address, bareVisit), store: await keptByStore(address) }
}

export const keptByStore = (address: string): Promise<Kept> => keptBehindTornLog(address, storeVisit, leavesLog)

/** Looks for what is there, then adds to it. */
type Visit = (page: Page, address: string) => Promise<{ readonly there: number; readonly added: number }>

/**
 * Visits a page, kills the browser, tears the log, and visits the page twice more, with a kill at the end of each.
 *
 * @param onTornLog awaited during the second visit.
 */
async function keptBehindTornLog(address: string, visit: Visit, onTornLog?: typeof leavesLog): Promise<Kept> {
  const profile = createProfile()
  let [written, kept] = [0, 0]
  try {
    for (let torn: string | undefined, start = 1; start <= 3; start++) {
      const browser = await openBrowser(profile)
      try {
        const { there, added } = await visit(await browser.context.newPage(), address)
        if (torn !== undefined) await onTornLog?.(profile, torn)
        kept = there
        if (start < 3) written += added
      } finally {
        await browser.kill()
      }
      torn = start === 1 ? tearLog(profile) : undefined
    }
    return { written, kept }
  } finally {
    profile.remove()
  }
}

const storeVisit: Visit = async (page, address) => {
  await page.goto(address)
  await page.waitForFunction(() => 'soak' in window)
  return await page.evaluate(async () => {
    await window.soak.start()
    const there = (await window.soak.read('kept')).length
    return { there, added: (await window.soak.race('kept', 300)).won.length }
  })
}

/** An empty page with IndexedDB alone: no line of this project runs in it. */
const bareVisit: Visit = async (page, address) => {
  const url = new URL('bare', address).href
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Bare</title>' }))
  await page.goto(url)
  return await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no reason')))
      })
    const opening = indexedDB.open('bare', 1)
    opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore('log', { autoIncrement: true }))
    const db = await done(opening)
    const there = await done(db.transaction('log').objectStore('log').count())
    for (let index = 0; index < 20; index++) {
      const tx = db.transaction('log', 'readwrite')
      tx.objectStore('log').add('x'.repeat(500))
      await new Promise((resolve) => tx.addEventListener('complete', resolve))
    }
    return { there, added: 20 }
  })
}

/** The table of the document. Only the store's share is a fault: the other one shows what the browser does. */
export const tornLogReport = ({ bare, store }: TornFigures): PartReport => ({
  faults: store.kept === store.written ? [] : [`${store.written - store.kept} of ${store.written} events are gone behind a torn log`],
  tables: {
    'torn-log': {
      head: ['The log is torn, the browser starts twice more', 'Written', 'Kept'],
      rows: [
        ['values of a page with IndexedDB alone', bare.written, bare.kept],
        ['events of a store', store.written, store.kept],
      ],
    },
  },
})
