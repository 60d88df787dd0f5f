// Guards the operations of a storage: none outlives its transaction, and their changes are collected for listeners.

import { streamsOf } from '../base/event-table.ts'
import type { Position } from '../base/events.ts'
import type { Activity } from './auto-commit.ts'
import type { Changes } from './hints.ts'
import type { WriteTransaction } from './storage.ts'

/** What a storage does in a transaction: the port, without its guards. */
export interface Operations extends Omit<WriteTransaction, 'head' | 'dropEvents'> {
  /** @returns names of the streams that lost an event. */
  dropEvents(positions: readonly Position[]): Promise<Iterable<string>>
}

export function guarded(operations: Operations, activity: Activity, changes: Changes): WriteTransaction {
  const ask =
    <Given extends readonly unknown[], Answer>(operation: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      activity.use()
      return activity.during(operation(...given))
    }
  return {
    end: ask(operations.end),
    head: ask(async (stream) => (await operations.headsOf([stream]))[0]),
    headsOf: ask(operations.headsOf),
    heads: ask(operations.heads),
    stream: ask(operations.stream),
    log: ask(operations.log),
    firstWithId: ask(operations.firstWithId),
    dropped: ask(operations.dropped),
    tables: ask(operations.tables),
    row: ask(operations.row),
    rows: ask(operations.rows),
    append: ask((events) => {
      changes.streams(streamsOf(events))
      return operations.append(events)
    }),
    putHead(head) {
      activity.use()
      operations.putHead(head)
    },
    putRow(table, key, row) {
      activity.use()
      operations.putRow(table, key, row)
      changes.table(table.name)
    },
    deleteRow(table, key) {
      activity.use()
      operations.deleteRow(table, key)
      changes.table(table.name)
    },
    deleteRows(table, prefix) {
      activity.use()
      operations.deleteRows(table, prefix)
      changes.table(table.name)
    },
    dropEvents: ask(async (positions) => changes.streams(await operations.dropEvents(positions))),
    clear() {
      activity.use()
      operations.clear()
      changes.all()
    },
    restore: ask((log) => {
      changes.all()
      return operations.restore(log)
    }),
  }
}
