// Appends events to a store in the caller's transaction: all or none.

import type { Environment } from '../../base/platform/environment.ts'
import type { SameNumbers, SeedEvent } from '../../engine/scenario/seed-events.ts'
import { seedEventsIn } from '../../engine/scenario/seed-events.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { expectedVersion } from '../../streams/streams.ts'
import { deleteIn } from '../../streams/write/write.ts'
import { Failure } from '../failure.ts'
import type { SourceEvent } from '../files/source-events.ts'

export interface ImportedEvents {
  readonly appended: number
  /** The store had them already, by their ids. */
  readonly known: number
  /** Events whose data the feed did not show. */
  readonly withoutData: number
}

export interface ImportOptions {
  /** The file, as messages name it. */
  readonly source: string
  readonly clock: Pick<Environment, 'now' | 'uuid'>
  readonly onProgress: (lines: number) => void
  /** Of the events before these, for callers with many lists. */
  readonly same?: SameNumbers
}

/** Events appended at once. */
const chunkSize = 500

/** @throws Failure that names the first wrong line; the caller's transaction must then abort. */
export async function importEventsIn(tx: WriteTransaction, events: Iterable<SourceEvent>, options: ImportOptions): Promise<ImportedEvents> {
  const { source, clock, onProgress, same = new Map() } = options
  let waiting: { readonly event: SeedEvent; readonly line: number }[] = []
  const total = { appended: 0, known: 0, withoutData: 0 }

  const appendWaiting = async (): Promise<void> => {
    const given = waiting
    waiting = []
    const outcome = await seedEventsIn(
      tx,
      given.map(({ event }) => event),
      clock,
      same,
    )
    if (outcome.kind === 'deleted') {
      const line = given.find(({ event }) => event.stream === outcome.stream)?.line
      throw wrong(source, line, `the stream "${outcome.stream}" was deleted for good`)
    }
    if (outcome.kind === 'passed') throw wrong(source, given[outcome.index]!.line, passed(given[outcome.index]!.event, outcome.next))
    total.appended += outcome.appended
    total.known += outcome.known
  }

  for (const { read, line } of events) {
    if (read.kind === 'problem') throw wrong(source, line, read.message)
    if (read.kind === 'deletion') {
      await appendWaiting()
      await deleteIn(tx, { stream: read.stream, expected: expectedVersion.any, hard: true }, clock)
      continue
    }
    waiting.push({ event: read.event, line })
    if (read.lacksData) total.withoutData++
    if (waiting.length >= chunkSize) {
      await appendWaiting()
      onProgress(line)
    }
  }
  await appendWaiting()
  return total
}

const wrong = (source: string, line: number | undefined, message: string): Failure => new Failure(`${source}:${line}: ${message}.`)

/** Typical for a feed, which shows the newest entry first. */
const passed = ({ stream, number }: SeedEvent, next: number): string =>
  `event ${number} of "${stream}" comes too late, ${next} is next: the oldest event must come first`
