// Storage in memory: it has the guarantees of IndexedDB and ends with the process.

import { copy } from '../copy.ts'
import type { MemoryState, UndoSteps } from './state.ts'
import {
  appendEvents,
  clearState,
  dropFromState,
  droppedFrom,
  emptyState,
  eventsInRange,
  numberOf,
  positionOf,
  restoreLog,
  setEntry,
  tableOf,
} from './state.ts'
import type { Storage } from '../storage.ts'
import type { SynchronousEngine } from '../synchronous.ts'
import { synchronousStorage } from '../synchronous.ts'

/** @returns a new storage, independent of all others. */
export const memoryStorage = (): Storage => ({ ...synchronousStorage(engineInMemory()), isVolatile: true })

export function engineInMemory(): SynchronousEngine {
  const state = emptyState()
  const undo: UndoSteps = []
  /** How many steps lead to the beginning of the present part. */
  let before = 0
  const undoTo = (length: number): void => {
    for (const step of undo.splice(length).toReversed()) step()
  }
  return {
    operations: operationsOn(state, undo),
    begin: () => undefined,
    commit() {
      undo.length = 0
    },
    abort: () => undoTo(0),
    part: {
      begin() {
        before = undo.length
      },
      end: () => state.end,
      undo: () => undoTo(before),
    },
    sharesCommits: false,
    close: () => undefined,
    errorFor: (error) => error,
  }
}

const operationsOn = (state: MemoryState, undo: UndoSteps): SynchronousEngine['operations'] => ({
  end: async () => state.end,
  headsOf: async (streams) => streams.map((stream) => copy(state.heads.get(stream))),
  // The next string after another is that string and the least character.
  heads: async (after, limit) =>
    state.heads.entries(after === undefined ? '' : `${after}\0`, undefined, limit).map(([, head]) => copy(head)),
  stream: async (stream, range) => eventsInRange(state.streams.get(stream), numberOf, range),
  log: async (range) => eventsInRange(state.log, positionOf, range),
  firstWithId: async (ids) =>
    ids.map((id) => {
      const first = state.firsts.get(id.toLowerCase())
      return first && { stream: first.stream, number: first.number }
    }),
  dropped: async () => copy(droppedFrom(state)),
  tables: async () => [...state.tables].flatMap(([name, rows]) => (rows.entries('', undefined, 1).length > 0 ? [name] : [])).sort(),
  row: async <T>({ name }: { name: string }, key: string) => copy(tableOf(state, name).get(key)) as T | undefined,
  rows: async <T>({ name }: { name: string }, prefix = '') =>
    rowsWithPrefix(state, name, prefix).map(([key, row]) => [key, copy(row) as T] as const),
  append: async (events) => appendEvents(state, events, undo),
  putHead: (head) => setEntry(state.heads, head.stream, head, undo),
  putRow: ({ name }, key, row) => setEntry<unknown>(tableOf(state, name), key, row, undo),
  deleteRow: ({ name }, key) => setEntry(tableOf(state, name), key, undefined, undo),
  deleteRows({ name }, prefix) {
    for (const [key] of rowsWithPrefix(state, name, prefix)) setEntry(tableOf(state, name), key, undefined, undo)
  },
  dropEvents: async (positions) => dropFromState(state, positions, undo),
  clear: () => clearState(state, undo),
  restore: async (log) => restoreLog(state, log),
})

const rowsWithPrefix = (state: MemoryState, table: string, prefix: string) =>
  tableOf(state, table).entries(prefix, (key) => key.startsWith(prefix))
