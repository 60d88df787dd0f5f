// Tells listeners of one tab that the log or a row changed, merging what happened since it last told them.

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
    // Each in a promise of its own, so that an error thrown by one surfaces as unhandled and the others still hear.
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

/** @returns one hint that says what both say; the later one knows where the log ends. */
export const mergeHints = (earlier: CommitHint, later: CommitHint): CommitHint => ({
  end: later.end,
  streams: mergeNames(earlier.streams, later.streams),
  tables: mergeNames(earlier.tables, later.tables),
})

const mergeNames = (a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined =>
  a && b && [...new Set([...a, ...b])]

/** Collects what one transaction changes. */
export interface Changes {
  stream(name: string): void
  streams(names: Iterable<string>): void
  table(name: string): void
  /** Everything may have changed. */
  all(): void
  /** @returns undefined where nothing changed that listeners hear about. */
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

/** A loop of its own: whoever appends thousands would be compiled for it, with all that it calls (docs/performance.md). */
function addAll(names: Iterable<string>, into: Set<string>): void {
  for (const name of names) into.add(name)
}
