// The loaded and unfinished events of a query, with the reads that brought them.

import type { QueryEvent } from '../query.ts'

export class LoadedEvents {
  events: readonly QueryEvent[] = []
  #reads: readonly number[] = []

  /** @param reads how many of the events each read brought; the others form one more read. */
  add(events: readonly QueryEvent[], reads: readonly number[]): void {
    const rest = events.length - reads.reduce((sum, count) => sum + count, 0)
    this.events = [...this.events, ...events]
    this.#reads = [...this.#reads, ...reads, ...(rest > 0 ? [rest] : [])]
  }

  /** Forgets the first events. */
  finish(count: number): void {
    this.#reads = cutReads(this.#reads, count, this.events.length)
    this.events = this.events.slice(count)
  }

  upTo(end: number): { readonly events: readonly QueryEvent[]; readonly reads: readonly number[] } {
    return { events: this.events.slice(0, end), reads: cutReads(this.#reads, 0, end) }
  }
}

/** The reads of the events from `start` to `end`. */
function cutReads(reads: readonly number[], start: number, end: number): number[] {
  let at = 0
  return reads.flatMap((count) => {
    const [from, to] = [Math.max(start, at), Math.min(end, at + count)]
    at += count
    return to > from ? [to - from] : []
  })
}
