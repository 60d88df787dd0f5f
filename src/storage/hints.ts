// Tells listeners of one tab about commits, and collects what a commit changed.

import type { EventTable, RecordedTable } from '../base/events/event-table.ts'
import { recordedFrom, streamsOf, withOwnBytes } from '../base/events/event-table.ts'
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

/** The most events to hand to listeners. */
const mostAppended = 100

/** Collects the changes of one transaction for its hint. */
export class Changes {
  readonly #streams = new Set<string>()
  readonly #tables = new Set<string>()
  #isEverything = false
  #dropsEvents = false
  /** Undefined where listeners get none. */
  #appended: RecordedTable[] | undefined = []
  #count = 0

  /** @param first position of the first of them. */
  append(events: EventTable, first: Position): void {
    for (const name of streamsOf(events)) this.#streams.add(name)
    this.#count += events.count
    // They would stay in memory with the hint.
    if (this.#count > mostAppended) this.#appended = undefined
    // Listeners read them later, when the writer may have filled its buffer with something else.
    this.#appended?.push(recordedFrom(withOwnBytes(events), first))
  }

  /** @param names of the streams that lost events, which may be those of this commit. */
  drop(names: Iterable<string>): void {
    for (const name of names) {
      this.#streams.add(name)
      this.#dropsEvents = true
    }
    this.#appended = undefined
  }

  table(name: string): void {
    this.#tables.add(name)
  }

  /** Everything may have changed. */
  all(): void {
    this.#isEverything = true
  }

  /** @returns undefined if there is nothing to tell listeners. */
  hint(end: Position): CommitHint | undefined {
    if (this.#isEverything) return { end, streams: undefined, tables: undefined }
    if (this.#streams.size + this.#tables.size === 0) return undefined
    return {
      end,
      streams: [...this.#streams],
      tables: [...this.#tables],
      ...(this.#count > 0 && this.#appended && { appended: this.#appended }),
      ...(this.#dropsEvents && { dropsEvents: true }),
    }
  }
}
