// Keeps the newest events of the log in memory, so that the runners of a tab share one read of them.

import type { Position, RecordedEvent } from '../../base/events/events.ts'
import { firstAtOrAfter } from '../../base/sorted.ts'
import type { CommitHint, Storage } from '../../storage/storage.ts'
import { yieldToOthers } from '../../base/time/time-slice.ts'
import { contentOf } from './batch-size.ts'

export interface TailRead {
  /** Stored events in log order. */
  readonly events: readonly RecordedEvent[]
  /** Where the log ended when they were read. */
  readonly end: Position
}

export type Tail = ReturnType<typeof createTail>

/** The most events to keep; readers further behind read the storage. */
const kept = 1024
/** The most characters and bytes to keep: one link of a projection of many streams can have a megabyte of metadata. */
const mostContent = 8_000_000

/** So few events are handled at once, in the task that has read them: a client that reads what they lead to would be ahead of them. */
const mostInOneTask = 32

export function createTail(storage: Storage) {
  let events: readonly RecordedEvent[] = []
  /** The log range that `events` covers completely. */
  let [first, end] = [0, -1]
  /** The end of the log according to hints. */
  let known = 0
  /** The same according to hints since the last reading began. */
  let news = 0
  let reading: Promise<void> | undefined
  /** Where the log ended after the newest commits, in their order. */
  const ends = new Set<Position>()

  const forget = () => {
    ends.clear()
    events = []
    first = 0
    end = -1
  }

  const readOn = async () => {
    const from = end
    news = 0
    const read = await storage.read(async (tx) => ({
      end: await tx.end(),
      events: from < 0 ? [] : await tx.log({ from, direction: 'forward', limit: kept }),
    }))
    // What the log holds counts: hints of different tabs have no common order, so one from before a clear may come behind it.
    known = news
    if (from !== end) return
    const complete = read.events.length < kept
    if (from < 0 || !complete) {
      forget()
      first = read.end
    }
    end = read.end
    if (complete) keepNewest([...events, ...read.events])
  }

  const keepNewest = (all: readonly RecordedEvent[]) => {
    let dropped = Math.max(0, all.length - kept)
    let content = contentOf(all.slice(dropped))
    while (content > mostContent) content -= contentOf([all[dropped++]!])
    events = all.slice(dropped)
    if (dropped > 0) first = events[0]?.position ?? end
  }

  const noteEnd = (position: Position) => {
    ends.add(position)
    const [oldest] = ends
    if (ends.size > kept) ends.delete(oldest!)
  }

  const isCaughtUp = (): boolean => end >= 0 && end >= known

  const catchUp = async () => {
    while (!isCaughtUp()) {
      reading ??= readOn().finally(() => {
        reading = undefined
      })
      await reading
    }
  }

  return {
    /** Reads events at or after a position, at most `limit`, including all commits that `commit` has announced. */
    async read(from: Position, limit: number): Promise<TailRead> {
      await catchUp()
      // All runners wait for the same events: together in one task they would hold the thread for as long as all their batches take.
      if (from >= first && slice(events, from, limit).length > mostInOneTask) await yieldToOthers()
      // A commit meanwhile may have ended the range: its start and end would then send the runner back to the beginning of the log.
      while (!isCaughtUp()) await catchUp()
      if (from >= first) return { events: slice(events, from, limit), end }
      return await storage.read(async (tx) => ({ end: await tx.end(), events: await tx.log({ from, direction: 'forward', limit }) }))
    },
    /** Whether all events from this position on are in memory, or will be. */
    covers: (from: Position): boolean => end >= 0 && from >= first,
    /** Whether a commit is known to have ended right before this position. One of another tab, or long ago, may be unknown. */
    isCommitEnd: (position: Position): boolean => ends.has(position),
    /** Forgets everything: another log has replaced this one. */
    forget,
    /** Announces a commit. */
    commit({ end: newEnd, streams, tables }: CommitHint): void {
      const everything = streams === undefined && tables === undefined
      // Positions of a cleared store start at 0 again.
      if (everything || newEnd < end) forget()
      noteEnd(newEnd)
      known = Math.max(known, newEnd)
      news = Math.max(news, newEnd)
    },
  }
}

/** @param events in order of position. */
function slice(events: readonly RecordedEvent[], from: Position, limit: number): readonly RecordedEvent[] {
  const at = firstAtOrAfter(events, from, ({ position }) => position)
  return events.slice(at, at + limit)
}
