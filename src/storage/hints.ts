// Tells listeners of one tab about commits, and collects what a commit changed.

import type { Position } from '../base/events/events.ts'
import type { CommitHint } from './storage.ts'

export function createHints() {
  const listeners = new Set<{ readonly call: (commit: CommitHint) => void }>()
  return {
    listen(call: (commit: CommitHint) => void): () => void {
      const listener = { call }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Listeners are called in later microtasks: a slow or failing one never holds up or fails the commit, nor keeps others from hearing of it. */
    announce(commit: CommitHint): void {
      // An error surfaces as unhandled.
      for (const listener of listeners) void Promise.resolve(commit).then(listener.call)
    },
  }
}

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
