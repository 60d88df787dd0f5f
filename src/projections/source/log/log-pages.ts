// Shares reads of the log among the runners that are far behind its end, where a long commit leaves all of them at once.

import type { Position, RecordedEvent } from '../../../base/events/events.ts'
import { contentOfAll } from '../../../base/events/events.ts'
import { firstAtOrAfter } from '../../../base/sorted.ts'
import type { RealTime } from '../../../base/time/real-time.ts'
import { realTime } from '../../../base/time/real-time.ts'
import { yieldToOthers } from '../../../base/time/time-slice.ts'
import type { ReadTransaction, Storage } from '../../../storage/storage.ts'
import { longestBatch } from '../batch-size.ts'

export interface LogRead {
  /** Stored events in log order. */
  readonly events: readonly RecordedEvent[]
  /** Where the log ended when they were read. */
  readonly end: Position
}

/** Some neighbours of the log. All pages end at multiples of their length, so that readers share them wherever they are. */
interface Page {
  readonly from: Position
  /** The position behind the last one. */
  readonly until: Position
  readonly read: Promise<LogRead>
}

/** The most pages to keep: some runners are faster than others. */
const mostPages = 4
/** The most characters and bytes of a page to keep. */
const mostContent = 2_000_000
/** Milliseconds without a read after which all pages are dropped: every reader is near the end of the log by then. */
const patience = 1000

export class LogPages {
  readonly #storage: Storage
  readonly #time: Pick<RealTime, 'after'>
  /** The newest ones last. */
  #pages: readonly Page[] = []
  #cancelForgetting: (() => void) | undefined

  constructor(storage: Storage, time: Pick<RealTime, 'after'> = realTime) {
    this.#storage = storage
    this.#time = time
  }

  /** Reads events at or after a position, at most `limit`. @param known an end of the log that the answer must reach. */
  async read(from: Position, limit: number, known: Position): Promise<LogRead> {
    // Such a reader is new, or events are large: the rest of a page could be far too much.
    if (limit < longestBatch) return await this.#storage.read((tx) => readLog(tx, from, limit))
    this.#cancelForgetting?.()
    this.#cancelForgetting = this.#time.after(patience, () => this.forget(), { background: true })
    const events: RecordedEvent[] = []
    for (let at = from; ;) {
      const page = await this.#readPage(at, known)
      const first = firstAtOrAfter(page.events, at, ({ position }) => position)
      for (const event of page.events.slice(first, first + limit - events.length)) events.push(event)
      at = endOfPage(at)
      // A full page may be older than its reader.
      const end = page.end < at ? page.end : Math.max(page.end, known)
      if (events.length >= limit || end <= at) return { events, end }
    }
  }

  forget(): void {
    this.#cancelForgetting?.()
    this.#pages = []
  }

  /** @returns events of a page, those behind a position at least. */
  async #readPage(at: Position, known: Position): Promise<LogRead> {
    const page = this.#pages.find(({ from, until }) => from <= at && at < until)
    if (page) {
      const read = await page.read
      // Together in one task, readers would hold the thread for as long as all their batches take.
      await yieldToOthers()
      // Otherwise the log has gone on in it.
      if (read.end >= Math.min(page.until, known)) return read
      this.#drop(page)
      return await this.#readPage(at, known)
    }
    return await this.#newPage(at)
  }

  async #newPage(from: Position): Promise<LogRead> {
    const until = endOfPage(from)
    const reading = this.#storage.read(async (tx) => {
      const { events, end } = await readLog(tx, from, until - from)
      // Where events were dropped, later ones take their place.
      const count = firstAtOrAfter(events, until, ({ position }) => position)
      return { events: events.slice(0, count), end }
    })
    const page = { from, until, read: reading }
    this.#pages = [...this.#pages, page].slice(-mostPages)
    try {
      const read = await reading
      if (contentOfAll(read.events) > mostContent) this.#drop(page)
      return read
    } catch (error) {
      this.#drop(page)
      throw error
    }
  }

  #drop(page: Page): void {
    this.#pages = this.#pages.filter((other) => other !== page)
  }
}

const endOfPage = (position: Position): Position => (Math.floor(position / longestBatch) + 1) * longestBatch

const readLog = async (tx: ReadTransaction, from: Position, limit: number): Promise<LogRead> => ({
  end: await tx.end(),
  events: await tx.log({ from, direction: 'forward', limit }),
})
