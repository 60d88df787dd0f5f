// The log as one transaction of IndexedDB sees it: where it began, and what the transaction put behind that.

import { wrap } from 'idb'
import type { NumberedEvent, Position, RecordedEvent } from '../base/events.ts'
import type { Base } from './known-ids.ts'
import { endOfLog } from './log.ts'
import { copyEvent, recordedEvent } from './recorded-event.ts'
import { recordsOf } from './records.ts'
import { logStore, metaStore, newGeneration, storeNames } from './upgrade.ts'

/**
 * Several appends of one transaction become one commit: they wait here until the work ends or reads, and go into the database
 * in as few records as possible.
 */
export interface Appends {
  /** Asked from the database at the first call. */
  base(): Promise<Base>
  /** Where the log ends now. */
  end(): Promise<Position>
  /** What this transaction appended, in order, whether it is in the database yet or not. */
  events(): readonly RecordedEvent[]
  add(events: readonly NumberedEvent[]): Promise<RecordedEvent[]>
  /** Runs after all changes of the log that were asked for before, with the database up to date. */
  inOrder<T>(change: () => Promise<T>): Promise<T>
  /** Removes everything. */
  clear(): void
}

export function createAppends(tx: IDBTransaction): Appends {
  let base: Promise<Base> | undefined
  let events: RecordedEvent[] = []
  let stored = 0
  let changes: Promise<unknown> | undefined

  const readBase = async (): Promise<Base> => {
    const [end, generation] = await Promise.all([
      endOfLog(tx.objectStore(logStore)),
      wrap<string>(tx.objectStore(metaStore).get('generation')),
    ])
    return { end, generation }
  }

  const getBase = () => (base ??= readBase())

  const store = () => {
    if (stored === events.length) return
    for (const record of recordsOf(events.slice(stored))) tx.objectStore(logStore).put(record)
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
    events: () => events,
    add: (added) =>
      chain(async () => {
        const { end } = await getBase()
        const first = end + events.length
        const recorded = added.map((event, index) => recordedEvent(event, first + index))
        events.push(...recorded)
        return recorded.map(copyEvent)
      }),
    inOrder: (change) =>
      chain(() => {
        store()
        return change()
      }),
    clear() {
      for (const name of storeNames) tx.objectStore(name).clear()
      const generation = newGeneration()
      tx.objectStore(metaStore).put(generation, 'generation')
      base = Promise.resolve({ end: 0, generation })
      events = []
      stored = 0
    },
  }
}
