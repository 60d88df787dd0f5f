// Tells listeners of one tab about commits, merging those since the last call.

import type { Position } from '../base/events.ts'
import type { CommitHint } from './storage.ts'

export interface Hints {
  listen(listener: (commit: CommitHint) => void): () => void
  /** Listeners are called in a later microtask: a slow or failing one never holds up or fails the commit. */
  announce(commit: CommitHint): void
}

export function createHints(): Hints {
  const listeners = new Set<{ readonly call: (commit: CommitHint) => void }>()
  let waiting: CommitHint | undefined

  const tell = () => {
    const commit = waiting!
    waiting = undefined
    // Each in its own promise: an error of one listener surfaces as unhandled, and the others are still called.
    for (const listener of listeners) void Promise.resolve(commit).then(listener.call)
  }

  return {
    listen(call) {
      const listener = { call }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    announce(commit) {
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

/** Collects the changes of one transaction for its hint. */
export interface Changes {
  stream(name: string): void
  streams(names: Iterable<string>): void
  table(name: string): void
  /** Everything may have changed. */
  all(): void
  /** @returns undefined where there is nothing to tell listeners. */
  hint(end: Position): CommitHint | undefined
}

export function collectChanges(): Changes {
  const streams = new Set<string>()
  const tables = new Set<string>()
  let everything = false
  return {
    stream: (name) => void streams.add(name),
    streams: (names) => addAll(names, streams),
    table: (name) => void tables.add(name),
    all: () => {
      everything = true
    },
    hint(end) {
      if (everything) return { end, streams: undefined, tables: undefined }
      if (streams.size === 0 && tables.size === 0) return undefined
      return { end, streams: [...streams], tables: [...tables] }
    },
  }
}

/** A separate function, so that a loop over thousands is optimized without its callers (docs/performance.md). */
function addAll(names: Iterable<string>, into: Set<string>): void {
  for (const name of names) into.add(name)
}
