// The writing half of the port on top of a transaction of IndexedDB, and what is left to do when its work is done.

import type { Position } from '../../base/events.ts'
import { dropFromLog } from './dropping.ts'
import { collectChanges } from '../hints.ts'
import { rowsWithPrefix } from '../keys.ts'
import type { OpenTransaction } from './read-transaction.ts'
import { restoreLog } from './restoring.ts'
import { readTransaction } from './read-transaction.ts'
import type { CommitHint, WriteTransaction } from '../storage.ts'
import { rowStore } from './upgrade.ts'

export interface Writing {
  readonly transaction: WriteTransaction
  /** Puts what still waits into the database and commits. */
  finish(): Promise<void>
  /** To be called once the transaction has been committed. @returns what listeners hear, if anything. */
  committed(): Promise<CommitHint | undefined>
}

export function writing(session: OpenTransaction): Writing {
  const { tx, activity, appends, ids, heads } = session
  const changes = collectChanges()
  const rows = tx.objectStore(rowStore)
  let keptUpTo: Position | undefined

  const keepIds = async (enough?: number) => {
    keptUpTo = (await ids.keep(tx, await appends.base(), appends.ids(), enough)) ?? keptUpTo
  }

  const drop = async (positions: readonly Position[]) => {
    // What is dropped cannot be caught up with any more.
    await keepIds(1)
    changes.streams(await dropFromLog(tx, heads, await appends.end(), positions))
  }

  return {
    transaction: {
      ...readTransaction(session),
      async append(events) {
        activity.use()
        changes.streams(events.map(({ stream }) => stream))
        return activity.during(appends.add(events))
      },
      async appendToEach(events) {
        activity.use()
        changes.streams(events.streams)
        return activity.during(appends.addToEach(events))
      },
      async appendToOne(events) {
        activity.use()
        changes.stream(events.stream)
        return activity.during(appends.addToOne(events))
      },
      putHead(head) {
        activity.use()
        heads.put(head)
      },
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
      async dropEvents(positions) {
        activity.use()
        await activity.during(appends.inOrder(() => drop(positions)))
      },
      clear() {
        activity.use()
        appends.clear()
        heads.cleared()
        keptUpTo = undefined
        changes.all()
      },
      async restore(log) {
        activity.use()
        changes.all()
        await activity.during(appends.inOrder(async () => appends.restored(log.end, await restoreLog(tx, heads, log))))
      },
    },

    async finish() {
      const stored = appends.inOrder(async () => {
        // What the log put into the database tells the heads where it went.
        await heads.store()
        // Asked for at the beginning; the answer may take a second request, which must come before the commit.
        await appends.base()
        if (appends.count() > 0) await keepIds()
      })
      await activity.during(stored)
      activity.end()
      // Sooner than by waiting for the answers to the last requests.
      tx.commit()
    },

    async committed() {
      heads.committed()
      const base = await appends.base()
      const last = appends.lastKey()
      if (last !== undefined) ids.committed(base, appends.ids(), last, keptUpTo)
      return changes.hint(base.end + appends.count())
    },
  }
}
