// The log as one transaction of IndexedDB sees it: where it began, and what the transaction put behind that.

import type { NumberedEvent, Position, RecordedEvent } from '../base/events.ts'
import type { Base } from './known-ids.ts'
import type { LogKey } from './log.ts'
import { lastRecord } from './log.ts'
import { recordedEvent } from './recorded-event.ts'
import type { Heads } from './heads.ts'
import { makeRecords } from './records.ts'
import { logStore, storeNames } from './upgrade.ts'

/**
 * Several appends of one transaction become one commit: they wait here until the work ends or reads, and go into the database
 * in as few records as possible.
 */
export interface Appends {
  /** Asked from the database at the first call. */
  base(): Promise<Base>
  /** Where the log ends now. */
  end(): Promise<Position>
  /** Key of the last record that this transaction put into the database, if it did. */
  lastKey(): LogKey | undefined
  /** What this transaction appended, in order, whether it is in the database yet or not. */
  events(): readonly RecordedEvent[]
  /** @returns the position of the first one. */
  add(events: readonly NumberedEvent[]): Promise<Position>
  /** Runs after all changes of the log that were asked for before, with the database up to date. */
  inOrder<T>(change: () => Promise<T>): Promise<T>
  /** Removes everything. */
  clear(): void
  /** Takes a log that the transaction has put into the emptied database for the one it began with. */
  restored(end: Position, last: LogKey | undefined): void
}

/**
 * @param known the last record that was there once, which makes asking for the last one now cheaper.
 * @param heads hear where streams stand that the index does not know.
 */
export function createAppends(tx: IDBTransaction, known: LogKey | undefined, heads: Pick<Heads, 'place'>): Appends {
  let base: Promise<Base> | undefined
  let events: RecordedEvent[] = []
  let stored = 0
  let lastKey: LogKey | undefined
  let changes: Promise<unknown> | undefined

  const readBase = async (): Promise<Base> => {
    const { last, isKnownThere } = await lastRecord(tx.objectStore(logStore), known)
    return { end: last === undefined ? 0 : last[0] + 1, last, continues: isKnownThere }
  }

  const getBase = () => (base ??= readBase())

  const store = () => {
    if (stored === events.length) return
    makeRecords(events.slice(stored), (record, lastNumbers) => {
      tx.objectStore(logStore).put(record)
      lastKey = [record.last, record.nonce]
      if (record.many) for (const [stream, number] of lastNumbers) heads.place(stream, number, record.last)
    })
    stored = events.length
  }

  const chain = <T>(change: () => Promise<T>): Promise<T> => {
    const changed = changes === undefined ? change() : changes.then(change)
    // Whoever asked for the change hears that it failed; those behind it must still run, to fail on their own.
    changes = changed.catch(() => undefined)
    return changed
  }

  return {
    base: getBase,
    end: async () => (await getBase()).end + events.length,
    lastKey: () => lastKey,
    events: () => events,
    add: (added) =>
      chain(async () => {
        const { end } = await getBase()
        const first = end + events.length
        for (const [index, event] of added.entries()) events.push(recordedEvent(event, first + index))
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
      events = []
      stored = 0
      lastKey = undefined
    },
    restored(end, last) {
      base = Promise.resolve({ end, last, continues: false })
    },
  }
}
