// Storage in memory: it has the guarantees of IndexedDB and ends with the process.

import { streamsOf } from '../../base/event-table.ts'
import { watchActivity } from '../auto-commit.ts'
import type { Activity } from '../auto-commit.ts'
import { copy } from '../copy.ts'
import { closedError } from '../errors.ts'
import { collectChanges, createHints } from '../hints.ts'
import type { Changes } from '../hints.ts'
import type { MemoryState, UndoSteps } from './state.ts'
import {
  appendEvents,
  clearState,
  dropFromState,
  emptyState,
  eventsInRange,
  numberOf,
  positionOf,
  restoreLog,
  setEntry,
  tableOf,
} from './state.ts'
import type { ReadTransaction, Storage, WriteTransaction } from '../storage.ts'
import { createReadWriteLock } from '../rw-lock.ts'

/** @returns a new storage, independent of all others. */
export function memoryStorage(): Storage {
  const state = emptyState()
  const lock = createReadWriteLock()
  const hints = createHints()
  let isClosed = false

  const read = async <T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> => {
    if (isClosed) throw closedError()
    const release = await lock.acquire('read')
    const activity = watchActivity(release)
    try {
      return await work(readTransaction(state, activity))
    } finally {
      activity.end()
      release()
    }
  }

  const write = async <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    if (isClosed) throw closedError()
    const release = await lock.acquire('write')
    const undo: UndoSteps = []
    const changes = collectChanges()
    const commit = () => {
      const hint = changes.hint(state.end)
      release()
      if (hint) hints.announce(hint)
    }
    const abort = () => {
      for (const step of undo.toReversed()) step()
      release()
    }
    const activity = watchActivity(commit)
    try {
      const result = await work(writeTransaction(state, activity, undo, changes))
      if (activity.end()) commit()
      return result
    } catch (error) {
      if (activity.end()) abort()
      throw error
    }
  }

  return {
    name: undefined,
    isVolatile: true,
    read,
    write,
    onCommit: (listener) => hints.listen(listener),
    close() {
      isClosed = true
      return lock.idle()
    },
  }
}

function readTransaction(state: MemoryState, activity: Activity): ReadTransaction {
  const answer = async <T>(read: () => T): Promise<T> => {
    activity.use()
    return read()
  }
  return {
    end: () => answer(() => state.end),
    head: (stream) => answer(() => copy(state.heads.get(stream))),
    headsOf: (streams) => answer(() => streams.map((stream) => copy(state.heads.get(stream)))),
    heads: (after, limit) =>
      answer(() => {
        // The next string after another is that string and the least character.
        const from = after === undefined ? '' : `${after}\0`
        return state.heads.entries(from, undefined, limit).map(([, head]) => copy(head))
      }),
    stream: (stream, range) => answer(() => eventsInRange(state.streams.get(stream), numberOf, range)),
    log: (range) => answer(() => eventsInRange(state.log, positionOf, range)),
    firstWithId: (ids) => answer(() => ids.map((id) => copy(state.firstPlaces.get(id.toLowerCase())))),
    dropped: () => answer(() => copy(state.dropped).sort((a, b) => a.position - b.position)),
    tables: () =>
      answer(() => [...state.tables].flatMap(([name, rows]) => (rows.entries('', undefined, 1).length > 0 ? [name] : [])).sort()),
    row: <T>({ name }: { name: string }, key: string) => answer(() => copy(tableOf(state, name).get(key)) as T | undefined),
    rows: <T>({ name }: { name: string }, prefix = '') =>
      answer(() => {
        const entries = tableOf(state, name).entries(prefix, (key) => key.startsWith(prefix))
        return entries.map(([key, row]) => [key, copy(row) as T] as const)
      }),
  }
}

function writeTransaction(state: MemoryState, activity: Activity, undo: UndoSteps, changes: Changes): WriteTransaction {
  const putRow = (table: string, key: string, row: unknown) => {
    setEntry(tableOf(state, table), key, row, undo)
    changes.table(table)
  }
  return {
    ...readTransaction(state, activity),
    async append(events) {
      activity.use()
      changes.streams(streamsOf(events))
      return appendEvents(state, events, undo)
    },
    putHead(head) {
      activity.use()
      setEntry(state.heads, head.stream, head, undo)
    },
    putRow({ name }, key, row) {
      activity.use()
      putRow(name, key, row)
    },
    deleteRow({ name }, key) {
      activity.use()
      putRow(name, key, undefined)
    },
    deleteRows({ name }, prefix) {
      activity.use()
      for (const [key] of tableOf(state, name).entries(prefix, (key) => key.startsWith(prefix))) putRow(name, key, undefined)
    },
    async dropEvents(positions) {
      activity.use()
      changes.streams(dropFromState(state, positions, undo))
    },
    clear() {
      activity.use()
      clearState(state, undo)
      changes.all()
    },
    async restore(log) {
      activity.use()
      restoreLog(state, log)
      changes.all()
    },
  }
}
