// Tells listeners of one tab about commits, merging those since the last call.

import type { Position } from '../base/events.ts'
import type { CommitHint } from './storage.ts'

export function createHints() {
  const listeners = new Set<{ readonly call: (commit: CommitHint) => void }>()
  let waiting: CommitHint | undefined

  const tell = () => {
    const commit = waiting!
    waiting = undefined
    // Each in its own promise: an error of one listener surfaces as unhandled, and the others are still called.
    for (const listener of listeners) void Promise.resolve(commit).then(listener.call)
  }

  return {
    listen(call: (commit: CommitHint) => void): () => void {
      const listener = { call }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Listeners are called in a later microtask: a slow or failing one never holds up or fails the commit. */
    announce(commit: CommitHint): void {
      if (waiting === undefined) void Promise.resolve().then(tell)
      waiting = waiting === undefined ? commit : mergeHints(waiting, commit)
    },
  }
}

/** @returns the union of both hints, with the end of the log from the later one. */
export const mergeHints = (earlier: CommitHint, later: CommitHint): CommitHint => ({
  end: later.end,
  streams: mergeNames(earlier.streams, later.streams),
  tables: mergeNames(earlier.tables, later.tables),
})

const mergeNames = (a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined =>
  a && b && [...new Set([...a, ...b])]

export type Changes = ReturnType<typeof collectChanges>

/** Collects the changes of one transaction for its hint. */
export function collectChanges() {
  const streams = new Set<string>()
  const tables = new Set<string>()
  let everything = false
  return {
    streams(names: Iterable<string>): void {
      for (const name of names) streams.add(name)
    },
    table: (name: string): void => void tables.add(name),
    /** Everything may have changed. */
    all(): void {
      everything = true
    },
    /** @returns undefined where there is nothing to tell listeners. */
    hint(end: Position): CommitHint | undefined {
      if (everything) return { end, streams: undefined, tables: undefined }
      return streams.size + tables.size > 0 ? { end, streams: [...streams], tables: [...tables] } : undefined
    },
  }
}
