// Reads for a projection as the shared live reader does: records in the order of the log, as they were written (projection-language §5.8).

import type { RecordedEvent } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { numberIn } from '../model/positions/checkpoint.ts'
import type { SourceCursor } from '../model/tables.ts'
import type { Source } from '../model/source.ts'
import { indexIn, streamsOf } from '../model/source.ts'
import type { Tail } from './log/tail.ts'

export type LiveCursor = SourceCursor & { readonly live: number }

export interface LiveRead {
  /** Records of the source, or of the whole log for a log source. */
  readonly records: readonly RecordedEvent[]
  /** All records below this position have been read. */
  readonly next: number
  /** Where the log ended. */
  readonly end: number
}

/** Reads the log, from memory where it is new enough. @param length the most records of the log to read. */
export async function readFromTail(tail: Tail, source: Source, cursor: LiveCursor, length: number): Promise<LiveRead> {
  const { events, end } = await tail.read(cursor.live, length)
  const next = events.length < length ? end : events.at(-1)!.position + 1
  return { records: ofSource(events, source, cursor), next, end }
}

/** Reads the streams of a projection that is far behind, instead of the log. */
export async function readFromStreams(
  tx: ReadTransaction,
  streams: readonly string[],
  { tag, live }: LiveCursor,
  length: number,
): Promise<LiveRead> {
  const [end, ...parts] = await Promise.all([
    tx.end(),
    ...streams.map((stream) => tx.stream(stream, { from: numberIn(tag, stream) + 1, direction: 'forward', limit: length })),
  ])
  const safe = Math.min(...parts.map((part) => (part.length < length ? end : part.at(-1)!.position + 1)))
  const records = parts
    .flat()
    .filter(({ position }) => position >= live && position < safe)
    .sort((a, b) => a.position - b.position)
  const kept = records.slice(0, length)
  return { records: kept, next: kept.length < records.length ? kept.at(-1)!.position + 1 : safe, end }
}

function ofSource(events: readonly RecordedEvent[], source: Source, { tag }: SourceCursor): readonly RecordedEvent[] {
  const streams = streamsOf(source)
  if (!streams) return events
  return events.filter(({ stream, number }) => indexIn(streams, stream) >= 0 && number > numberIn(tag, stream))
}
