// The log as one transaction of IndexedDB sees it: where it began, and what the transaction put behind that.

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

/**
 * Several appends of one transaction become one commit: they wait here until the work ends or reads, and go into the database
 * in as few records as possible.
 */
export interface Appends {
  /** Asked from the database at the first call. */
  base(): Promise<LogSnapshot>
  /** Where the log ends now. */
  end(): Promise<Position>
  /** Key of the last record that this transaction put into the database, if it did. */
  lastKey(): LogKey | undefined
  /** How many events this transaction appended, whether they are in the database yet or not. */
  count(): number
  /** Ids of those that are in the database, in order. */
  ids(): readonly IdRun[]
  /** Where each of them stands, in order. */
  places(): Iterable<EventPlace & { readonly id: string }>
  /** @returns the position of the first one. */
  add(events: readonly NumberedEvent[]): Promise<Position>
  /** The same for one event of each of many streams, whose heads are put. */
  addToEach(events: EventPerStream): Promise<Position>
  /** The same for events of one stream, whose head the caller puts. */
  addToOne(events: EventsOfStream): Promise<Position>
  /** Runs after all changes of the log that were asked for before, with the database up to date. */
  inOrder<T>(change: () => Promise<T>): Promise<T>
  /** Removes everything. */
  clear(): void
  /** Takes a log that the transaction has put into the emptied database for the one it began with. */
  restored(end: Position, last: LogKey | undefined): void
}

/** So few events are not worth a record of their own. */
const fewEvents = 64

/** What was appended, as far as it is asked for once it is in the database. */
interface Stored {
  readonly ids: IdRun
  events(): readonly NumberedEvent[]
}

/**
 * @param known the last record that was there once, which makes asking for the last one now cheaper.
 * @param heads hear where streams stand that the index does not know.
 */
export function createAppends(
  tx: IDBTransaction,
  known: LogKey | undefined,
  heads: Pick<StoredHeads, 'headsOf' | 'place' | 'put'>,
): Appends {
  let base: Promise<LogSnapshot> | undefined
  let waiting: RecordedEvent[] = []
  let stored: Stored[] = []
  let count = 0
  let lastKey: LogKey | undefined
  let changes: Promise<unknown> | undefined

  const readBase = async (): Promise<LogSnapshot> => {
    const { last, isKnownThere } = await lastRecord(tx.objectStore(logStore), known)
    return { end: last === undefined ? 0 : last[0] + 1, last, continues: isKnownThere }
  }

  const getBase = () => (base ??= readBase())

  const put = (record: LogRecord) => {
    tx.objectStore(logStore).put(record)
    for (const [stream, number] of placedStreams(record)) heads.place(stream, number, record.last)
    lastKey = [record.last, record.nonce]
  }

  const wait = (events: readonly NumberedEvent[], first: Position) => {
    for (const [index, event] of events.entries()) waiting.push(recordedEvent(event, first + index))
  }

  const store = () => {
    if (waiting.length === 0) return
    const events = waiting
    waiting = []
    for (const record of recordsOf(events)) put(record)
    const ids = { first: events[0]!.position, hashes: hashIds(events.map(({ id }) => id)) }
    stored.push({ ids, events: () => events })
  }

  const storeEach = (events: EventPerStream, first: Position) => {
    for (const record of recordsOfEach(events, first)) put(record)
    stored.push({ ids: { first, hashes: hashIds(events.ids) }, events: () => numberedEvents(events) })
  }

  const chain = <T>(change: () => Promise<T>): Promise<T> => {
    const changed = changes === undefined ? change() : changes.then(change)
    // Whoever asked for the change hears that it failed; those behind it must still run, to fail on their own.
    changes = changed.catch(() => undefined)
    return changed
  }

  return {
    base: getBase,
    end: async () => (await getBase()).end + count,
    lastKey: () => lastKey,
    count: () => count,
    ids: () => stored.map(({ ids }) => ids),
    *places() {
      for (const { events } of stored) yield* events()
      yield* waiting
    },
    add: (added) =>
      chain(async () => {
        const { end } = await getBase()
        const first = end + count
        wait(added, first)
        count += added.length
        return first
      }),
    addToEach: (events) =>
      chain(async () => {
        const { end } = await getBase()
        const first = end + count
        count += events.streams.length
        if (events.streams.length <= fewEvents) {
          wait(numberedEvents(events), first)
        } else {
          store()
          storeEach(events, first)
        }
        for (const head of headsAfter(events, await heads.headsOf(events.streams))) heads.put(head)
        return first
      }),
    addToOne: (events) =>
      chain(async () => {
        const { end } = await getBase()
        const first = end + count
        const added = events.data.length
        count += added
        if (added <= fewEvents) {
          wait(eventsOfStream(events), first)
        } else {
          store()
          for (const record of recordsOfOne(events, first)) put(record)
          stored.push({ ids: { first, hashes: hashIds(events.ids) }, events: () => eventsOfStream(events) })
        }
        return first
      }),
    inOrder: (change) =>
      chain(() => {
        store()
        return change()
      }),
    clear() {
      for (const name of storeNames) tx.objectStore(name).clear()
      base = Promise.resolve({ end: 0, last: undefined, continues: false })
      waiting = []
      stored = []
      count = 0
      lastKey = undefined
    },
    restored(end, last) {
      base = Promise.resolve({ end, last, continues: false })
    },
  }
}
