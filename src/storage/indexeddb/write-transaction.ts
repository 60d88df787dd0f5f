// Implements the writing half of the port on a transaction of IndexedDB, and its commit.

import { streamsOf } from '../../base/event-table.ts'
import type { Position } from '../../base/events.ts'
import { dropFromLog } from './dropping.ts'
import type { Changes } from '../hints.ts'
import { collectChanges } from '../hints.ts'
import { rowsWithPrefix } from '../keys.ts'
import type { OpenTransaction } from './read-transaction.ts'
import { restoreLog } from './restoring.ts'
import { readTransaction } from './read-transaction.ts'
import type { CommitHint, WriteTransaction } from '../storage.ts'
import { rowStore } from './upgrade.ts'

/** A write transaction: the changes to announce, and the last steps before and after its commit. */
export class OpenWrite {
  readonly transaction: WriteTransaction
  private readonly open: OpenTransaction
  private readonly changes: Changes = collectChanges()
  /** Up to where this transaction put ids into the database; undefined where it put none. */
  private keptUpTo: Position | undefined

  constructor(open: OpenTransaction) {
    this.open = open
    this.transaction = { ...readTransaction(open), ...rowWrites(open, this.changes), ...this.logWrites() }
  }

  /** Puts all waiting changes into the database and commits. */
  async finish(): Promise<void> {
    const { tx, activity, appends, heads } = this.open
    const stored = appends.inOrder(async () => {
      // Storing the appended events has told the heads where they went.
      await heads.store()
      // Asked for at the beginning; the answer may take a second request, which must come before the commit.
      await appends.base()
      if (appends.count() > 0) await this.keepIds()
    })
    await activity.during(stored)
    activity.end()
    // Sooner than by waiting for the answers to the last requests.
    tx.commit()
  }

  /** To be called once the transaction has been committed. @returns the hint for listeners, if there is one. */
  async committed(): Promise<CommitHint | undefined> {
    const { appends, ids, heads } = this.open
    heads.committed()
    const base = await appends.base()
    const last = appends.lastKey()
    if (last !== undefined) ids.committed(base, appends.ids(), last, this.keptUpTo)
    return this.changes.hint(base.end + appends.count())
  }

  private logWrites(): Pick<WriteTransaction, 'append' | 'putHead' | 'dropEvents' | 'clear' | 'restore'> {
    const { tx, activity, appends, heads } = this.open
    const { changes } = this
    return {
      async append(events) {
        activity.use()
        changes.streams(streamsOf(events))
        return activity.during(appends.add(events))
      },
      putHead(head) {
        activity.use()
        heads.put(head)
      },
      dropEvents: async (positions) => {
        activity.use()
        await activity.during(appends.inOrder(() => this.drop(positions)))
      },
      clear: () => {
        activity.use()
        appends.clear()
        heads.cleared()
        this.keptUpTo = undefined
        changes.all()
      },
      async restore(log) {
        activity.use()
        changes.all()
        await activity.during(appends.inOrder(async () => appends.restored(log.end, await restoreLog(tx, heads, log))))
      },
    }
  }

  private async drop(positions: readonly Position[]): Promise<void> {
    const { tx, appends, heads } = this.open
    // Catching up reads events, so their ids must be kept before they go.
    await this.keepIds(1)
    this.changes.streams(await dropFromLog(tx, heads, await appends.end(), positions))
  }

  private async keepIds(enough?: number): Promise<void> {
    const { tx, appends, ids } = this.open
    this.keptUpTo = (await ids.keep(tx, await appends.base(), appends.ids(), enough)) ?? this.keptUpTo
  }
}

function rowWrites({ tx, activity }: OpenTransaction, changes: Changes): Pick<WriteTransaction, 'putRow' | 'deleteRow' | 'deleteRows'> {
  const rows = tx.objectStore(rowStore)
  return {
    putRow({ name }, key, row) {
      activity.use()
      rows.put(row, [name, key])
      changes.table(name)
    },
    deleteRow({ name }, key) {
      activity.use()
      rows.delete([name, key])
      changes.table(name)
    },
    deleteRows({ name }, prefix) {
      activity.use()
      rows.delete(rowsWithPrefix(name, prefix))
      changes.table(name)
    },
  }
}
