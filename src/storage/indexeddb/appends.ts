// The log as one transaction of IndexedDB sees it: where it began, and the events that the transaction appends.

import { eventsOfStream } from '../../base/events-of-stream.ts'
import type { EventPlace, EventsOfStream, NumberedEvent, Position, RecordedEvent } from '../../base/events.ts'
import { headsAfter, numberedEvents } from '../event-per-stream.ts'
import type { IdRun } from './id-table.ts'
import { hashIds } from './id-table.ts'
import type { LogSnapshot } from './id-index.ts'
import type { LogKey } from './log.ts'
import { lastRecord } from './log.ts'
import { recordedEvent } from '../recorded-event.ts'
import type { StoredHeads } from './heads.ts'
import type { LogRecord } from './records.ts'
import { placedStreams, recordsOf, recordsOfEach, recordsOfOne } from './records.ts'
import type { EventPerStream } from '../storage.ts'
import { logStore, storeNames } from './upgrade.ts'

/** So few events are not worth a record of their own. */
const fewEvents = 64

/** Events that are in the database, converted only where something asks for them. */
interface StoredEvents {
  readonly ids: IdRun
  events(): readonly NumberedEvent[]
}

/**
 * Several appends of one transaction become one commit: events wait here until the work ends or reads, and then go into the
 * database in as few records as possible.
 */
export class Appends {
  private readonly tx: IDBTransaction
  private readonly known: LogKey | undefined
  private readonly heads: Pick<StoredHeads, 'headsOf' | 'place' | 'put'>
  private initial: Promise<LogSnapshot> | undefined
  private waiting: RecordedEvent[] = []
  private stored: StoredEvents[] = []
  private appended = 0
  private lastStored: LogKey | undefined
  /** The newest change of the log; the next one follows it. */
  private changes: Promise<unknown> | undefined

  /**
   * @param known key of a record that was the last one once: it makes reading the key of the last one now cheaper.
   * @param heads learn the places of streams that the index does not hold.
   */
  constructor(tx: IDBTransaction, known: LogKey | undefined, heads: Pick<StoredHeads, 'headsOf' | 'place' | 'put'>) {
    this.tx = tx
    this.known = known
    this.heads = heads
  }

  /** The log as the transaction found it; read at the first call. */
  base(): Promise<LogSnapshot> {
    return (this.initial ??= this.readBase())
  }

  /** The present end of the log. */
  async end(): Promise<Position> {
    return (await this.base()).end + this.appended
  }

  /** Key of the last record that this transaction put into the database; undefined where there is none. */
  lastKey(): LogKey | undefined {
    return this.lastStored
  }

  /** The number of events that this transaction appended, in the database or waiting. */
  count(): number {
    return this.appended
  }

  /** Ids of the appended events that are in the database, in order. */
  ids(): readonly IdRun[] {
    return this.stored.map(({ ids }) => ids)
  }

  /** The places of all appended events, in order. */
  *places(): Iterable<EventPlace & { readonly id: string }> {
    for (const { events } of this.stored) yield* events()
    yield* this.waiting
  }

  /** @returns the position of the first event. */
  add(events: readonly NumberedEvent[]): Promise<Position> {
    return this.chain(async () => {
      const first = await this.reserve(events.length)
      this.wait(events, first)
      return first
    })
  }

  /** Appends one event to each of many streams, and puts their heads. @returns the position of the first event. */
  addToEach(events: EventPerStream): Promise<Position> {
    return this.chain(async () => {
      const first = await this.reserve(events.streams.length)
      if (events.streams.length <= fewEvents) this.wait(numberedEvents(events), first)
      else {
        this.storeWaiting()
        this.store(recordsOfEach(events, first), { first, hashes: hashIds(events.ids) }, () => numberedEvents(events))
      }
      for (const head of headsAfter(events, await this.heads.headsOf(events.streams))) this.heads.put(head)
      return first
    })
  }

  /** Appends events to one stream, whose head the caller puts. @returns the position of the first event. */
  addToOne(events: EventsOfStream): Promise<Position> {
    return this.chain(async () => {
      const first = await this.reserve(events.data.length)
      if (events.data.length <= fewEvents) this.wait(eventsOfStream(events), first)
      else {
        this.storeWaiting()
        this.store(recordsOfOne(events, first), { first, hashes: hashIds(events.ids) }, () => eventsOfStream(events))
      }
      return first
    })
  }

  /** Runs after all earlier changes of the log, with all appended events in the database. */
  inOrder<T>(change: () => Promise<T>): Promise<T> {
    return this.chain(() => {
      this.storeWaiting()
      return change()
    })
  }

  /** Empties the whole database. */
  clear(): void {
    for (const name of storeNames) this.tx.objectStore(name).clear()
    this.initial = Promise.resolve({ end: 0, last: undefined, continues: false })
    this.waiting = []
    this.stored = []
    this.appended = 0
    this.lastStored = undefined
  }

  /** From now on the transaction counts as begun with the log that it restored. */
  restored(end: Position, last: LogKey | undefined): void {
    this.initial = Promise.resolve({ end, last, continues: false })
  }

  private async readBase(): Promise<LogSnapshot> {
    const { last, isKnownThere } = await lastRecord(this.tx.objectStore(logStore), this.known)
    return { end: last === undefined ? 0 : last[0] + 1, last, continues: isKnownThere }
  }

  private chain<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.changes === undefined ? change() : this.changes.then(change)
    // The caller of the change hears that it failed; the changes behind it must still run, to fail on their own.
    this.changes = changed.catch(() => undefined)
    return changed
  }

  /** @returns the position of the first of so many new events. */
  private async reserve(count: number): Promise<Position> {
    const { end } = await this.base()
    const first = end + this.appended
    this.appended += count
    return first
  }

  private wait(events: readonly NumberedEvent[], first: Position): void {
    for (const [index, event] of events.entries()) this.waiting.push(recordedEvent(event, first + index))
  }

  private storeWaiting(): void {
    if (this.waiting.length === 0) return
    const events = this.waiting
    this.waiting = []
    const ids = { first: events[0]!.position, hashes: hashIds(events.map(({ id }) => id)) }
    this.store(recordsOf(events), ids, () => events)
  }

  private store(records: readonly LogRecord[], ids: IdRun, events: StoredEvents['events']): void {
    const log = this.tx.objectStore(logStore)
    for (const record of records) {
      log.put(record)
      for (const [stream, number] of placedStreams(record)) this.heads.place(stream, number, record.last)
      this.lastStored = [record.last, record.nonce]
    }
    this.stored.push({ ids, events })
  }
}
