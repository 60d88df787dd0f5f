// Guards the operations of a storage: none outlives its transaction, and their changes are collected for listeners.

import type { Position } from '../base/events/events.ts'
import type { Activity } from './auto-commit.ts'
import type { Changes } from './hints.ts'
import type { ReadTransaction, WriteTransaction } from './storage.ts'

/** What a storage does in a transaction: the port, without its guards. */
export interface Operations extends Omit<WriteTransaction, 'head' | 'dropEvents'> {
  /** @returns names of the streams that lost an event. */
  dropEvents(positions: readonly Position[]): Promise<Iterable<string>>
}

/** @param changes undefined for a reader, who gets the reading half alone. */
export function guarded(operations: Operations, activity: Activity, changes: Changes | undefined): WriteTransaction {
  const ask =
    <Given extends readonly unknown[], Answer>(operation: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      activity.use()
      return await activity.during(operation(...given))
    }
  const reads: ReadTransaction = {
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
  }
  if (!changes) return reads as WriteTransaction

  const order = (operation: () => void): void => {
    activity.use()
    operation()
  }
  const change = (table: string, operation: () => void): void => {
    order(operation)
    changes.table(table)
  }
  return {
    ...reads,
    append: ask(async (events) => {
      const first = await operations.append(events)
      changes.append(events, first)
      return first
    }),
    putHead: (head) => order(() => operations.putHead(head)),
    putRow: (table, key, row) => change(table.name, () => operations.putRow(table, key, row)),
    deleteRow: (table, key) => change(table.name, () => operations.deleteRow(table, key)),
    deleteRows: (table, prefix) => change(table.name, () => operations.deleteRows(table, prefix)),
    dropEvents: ask(async (positions) => changes.drop(await operations.dropEvents(positions))),
    clear() {
      order(operations.clear)
      changes.all()
    },
    restore: ask((log) => {
      changes.all()
      return operations.restore(log)
    }),
  }
}
