// Keeps the newest events of the log in memory, so that the runners of a tab share one read of them.

import type { RecordedTable } from '../../../base/events/event-table.ts'
import { rowsOf } from '../../../base/events/event-table.ts'
import type { Position, RecordedEvent } from '../../../base/events/events.ts'
import { contentOf, contentOfAll } from '../../../base/events/events.ts'
import { firstAtOrAfter } from '../../../base/sorted.ts'
import type { CommitHint, Storage } from '../../../storage/storage.ts'
import { yieldToOthers } from '../../../base/time/time-slice.ts'
import { SharedTargets } from '../links/shared-targets.ts'
import type { LogRead } from './log-pages.ts'
import { LogPages } from './log-pages.ts'

/** The most events to keep; readers further behind read pages of the log. */
const kept = 1024
/** The most characters and bytes to keep: one link of a projection of many streams can have a megabyte of metadata. */
const mostContent = 8_000_000

/** So few events are handled at once, in the task that has read them: a client that reads what they lead to would be ahead of them. */
const mostInOneTask = 32

export class Tail {
  /** Of links that it has read. */
  readonly targets = new SharedTargets()
  readonly #storage: Storage
  readonly #pages: LogPages
  #events: readonly RecordedEvent[] = []
  /** Characters and bytes of them. */
  #content = 0
  /** The log range that `#events` covers completely; nothing is known of it while `#end` is -1. */
  #first: Position = 0
  #end: Position = -1
  /** The end of the log according to hints. */
  #known: Position = 0
  /** The same according to hints since the last reading began. */
  #news: Position = 0
  #reading: Promise<void> | undefined
  /** How often everything was forgotten. */
  #forgotten = 0
  /** Where the log ended after the newest commits, in their order. */
  readonly #ends = new Set<Position>()

  constructor(storage: Storage) {
    this.#storage = storage
    this.#pages = new LogPages(storage)
  }

  /** Reads events at or after a position, at most `limit`, including all commits that `commit` has announced. */
  async read(from: Position, limit: number): Promise<LogRead> {
    await this.#catchUp()
    // All runners wait for the same events: together in one task they would hold the thread for as long as all their batches take.
    if (from >= this.#first && slice(this.#events, from, limit).length > mostInOneTask) await yieldToOthers()
    // A commit meanwhile may have ended the range: its start and end would then send the runner back to the beginning of the log.
    while (!this.#isCaughtUp()) await this.#catchUp()
    if (from < this.#first) return await this.#pages.read(from, limit, this.#end)
    return { events: slice(this.#events, from, limit), end: this.#end }
  }

  /** Whether all events from this position on are in memory, or will be. */
  covers(from: Position): boolean {
    return this.#end >= 0 && from >= this.#first
  }

  /** @returns a function for a reader that has come to the end of the log on a way of its own: where nothing is kept yet, events behind it are. */
  beginning(): (end: Position) => void {
    const before = this.#forgotten
    return (end) => {
      if (this.#end >= 0 || this.#reading || this.#forgotten !== before) return
      this.#first = end
      this.#end = end
    }
  }

  /** Whether a commit is known to have ended right before this position. One of another tab, or long ago, may be unknown. */
  isCommitEnd(position: Position): boolean {
    return this.#ends.has(position)
  }

  /** Forgets everything: another log has replaced this one. */
  forget(): void {
    this.#pages.forget()
    this.#forgetEvents()
  }

  #forgetEvents(): void {
    this.#forgotten++
    this.#ends.clear()
    this.#events = []
    this.#content = 0
    this.#first = 0
    this.#end = -1
  }

  /** Events were dropped: keeps none of those so far. Commits still end where they did. */
  #keepNone(): void {
    this.#pages.forget()
    this.#events = []
    this.#content = 0
    this.#first = Math.max(this.#first, this.#end)
  }

  /** Announces a commit. */
  commit({ end, streams, tables, appended, dropsEvents }: CommitHint): void {
    const everything = streams === undefined && tables === undefined
    // Positions of a cleared store start at 0 again.
    if (everything || end < this.#end) this.forget()
    else if (dropsEvents) this.#keepNone()
    this.#noteEnd(end)
    this.#known = Math.max(this.#known, end)
    this.#news = Math.max(this.#news, end)
    if (appended) this.#take(appended, end)
  }

  /** Takes events that need not be read, where they follow those that are here. */
  #take(appended: readonly RecordedTable[], end: Position): void {
    const events = appended.flatMap(rowsOf)
    if (events[0]?.position !== this.#end || end !== this.#end + events.length) return
    this.#end = end
    this.#keepNewest(events)
  }

  #isCaughtUp(): boolean {
    return this.#end >= 0 && this.#end >= this.#known
  }

  async #catchUp(): Promise<void> {
    while (!this.#isCaughtUp()) {
      this.#reading ??= this.#readOn().finally(() => (this.#reading = undefined))
      await this.#reading
    }
  }

  async #readOn(): Promise<void> {
    const from = this.#end
    this.#news = 0
    const read = await this.#storage.read(async (tx) => {
      const end = await tx.end()
      const isNear = from >= 0 && end - from <= kept
      return { end, isNear, events: isNear ? await tx.log({ from, direction: 'forward', limit: kept }) : [] }
    })
    // What the log holds counts: hints of different tabs have no common order, so one from before a clear may come behind it.
    this.#known = this.#news
    if (from !== this.#end) return
    if (!read.isNear) {
      this.#forgetEvents()
      this.#first = read.end
    }
    this.#end = read.end
    this.#keepNewest(read.events)
  }

  #keepNewest(added: readonly RecordedEvent[]): void {
    const all = [...this.#events, ...added]
    let content = this.#content + contentOfAll(added)
    let dropped = 0
    while (all.length - dropped > kept || content > mostContent) content -= contentOf(all[dropped++]!)
    this.#content = content
    this.#events = all.slice(dropped)
    if (dropped > 0) this.#first = this.#events[0]?.position ?? this.#end
  }

  #noteEnd(position: Position): void {
    this.#ends.add(position)
    const [oldest] = this.#ends
    if (this.#ends.size > kept) this.#ends.delete(oldest!)
  }
}

/** @param events in order of position. */
function slice(events: readonly RecordedEvent[], from: Position, limit: number): readonly RecordedEvent[] {
  const at = firstAtOrAfter(events, from, ({ position }) => position)
  return events.slice(at, at + limit)
}
