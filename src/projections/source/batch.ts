// Builds batches: the deliveries from a source, and the position of the run after each.

import type { RecordedEvent } from '../../base/events.ts'
import type { QueryEvent } from '../../query/query.ts'
import type { StreamsTag, Tag } from '../model/checkpoint.ts'
import { tagAfter, tagAt } from '../model/checkpoint.ts'
import type { Delivered } from './delivery.ts'
import type { SourceCursor } from '../model/tables.ts'

/** The number of records in one read of the reference (projection-language §19). */
export const readLength = 111

/** One event for the query, and the progress to commit once it is finished. */
export interface Delivery {
  readonly event: QueryEvent
  readonly tag: Tag
  readonly cursor: SourceCursor
  /** In percent, as the reference computes it in single precision. */
  readonly progress: number
  /** Index of its read in the batch. */
  readonly read: number
}

export interface Batch {
  readonly deliveries: readonly Delivery[]
  /** The number of deliveries from each read of the source, in order. */
  readonly reads: readonly number[]
  /** The cursor after everything that was read. */
  readonly cursor: SourceCursor
  /** Bytes of undelivered records behind the last delivery. */
  readonly bytes: number
  /** Characters and bytes of all records. */
  readonly content: number
  readonly atEnd: boolean
  /** Ends the run behind the last delivery. */
  readonly fault?: { readonly message: string }
}

/** 0/0, which the reference reports while the only event of a stream is the last one handled (projections-http §6.5). */
const notANumber = -2

/** @param last number or position of the newest record. */
export function progressAt(number: number, last: number): number {
  const percent = Math.fround(Math.fround(100 * number) / last)
  return Number.isFinite(percent) ? percent : notANumber
}

export interface BatchBuilder {
  readonly cursor: SourceCursor
  readonly length: number
  /** @returns whether the batch goes on behind this record. */
  add(record: RecordedEvent, delivered: Delivered, progress: number, live: number | undefined): boolean
  /** Moves without a record: to the point where the live reader takes over, or past lost records. */
  moveTo(cursor: SourceCursor): void
  /** Ends a read of the source. */
  endRead(): void
  finish(atEnd: boolean): Batch
}

export function buildBatch(start: SourceCursor): BatchBuilder {
  const deliveries: Delivery[] = []
  const reads: number[] = []
  let place: Place = new KnownPlace(start)
  let bytes = 0
  let content = 0
  let inRead = 0
  let fault: { message: string } | undefined
  const endRead = () => {
    if (inRead > 0) reads.push(inRead)
    inRead = 0
  }
  return {
    get cursor() {
      return place.cursor
    },
    get length() {
      return deliveries.length
    },
    add(record, delivered, progress, live) {
      if (delivered.kind === 'fault') {
        fault = { message: delivered.message }
        return false
      }
      const length = record.data.length + record.metadata.length
      content += length
      place = behind(place, record, delivered.kind === 'delivered' || (delivered.kind === 'skipped' && delivered.joins), live)
      if (delivered.kind === 'delivered') {
        deliveries.push(new PlacedDelivery(delivered.event, progress, reads.length, place))
        bytes = 0
        inRead++
      } else bytes += length
      return true
    },
    moveTo(cursor) {
      place = new KnownPlace(cursor)
    },
    endRead,
    finish(atEnd) {
      endRead()
      return { deliveries, reads, cursor: place.cursor, bytes, content, atEnd: atEnd && !fault, ...(fault && { fault }) }
    },
  }
}

/** A point in the source. Computed on demand, because most places are never asked for. */
interface Place {
  readonly cursor: SourceCursor
  /** `passed` of the cursor, the only part that nearly every event needs. */
  readonly passed: Tag
}

class KnownPlace implements Place {
  readonly cursor: SourceCursor

  constructor(cursor: SourceCursor) {
    this.cursor = cursor
  }

  get passed(): Tag {
    return this.cursor.passed
  }
}

/** The place behind a record, for sources whose position is that of the last record. */
class RecordPlace implements Place {
  readonly record: RecordedEvent
  readonly live: number | undefined
  /** Any position of the source. */
  readonly like: Tag

  constructor(record: RecordedEvent, live: number | undefined, like: Tag) {
    this.record = record
    this.live = live
    this.like = like
  }

  get cursor(): SourceCursor {
    const tag = this.passed
    return { tag, passed: tag, live: this.live }
  }

  get passed(): Tag {
    return tagAt(this.like, this.record)
  }
}

type StreamPlace = Pick<RecordedEvent, 'stream' | 'number'>

/** Records of a source of streams behind a known position: a place is that position and the first so many records. */
interface StreamsRead {
  readonly tag: StreamsTag
  readonly passed: StreamsTag
  readonly records: StreamPlace[]
  /** The records that count in positions. */
  readonly handedOn: StreamPlace[]
}

/** The place behind a record of a source of streams. A position names all streams, so it is not computed for each record. */
class StreamsPlace implements Place {
  readonly read: StreamsRead
  private readonly live: number | undefined
  private readonly records: number
  private readonly handedOn: number
  private known: SourceCursor | undefined

  constructor(read: StreamsRead, live: number | undefined) {
    this.read = read
    this.live = live
    this.records = read.records.length
    this.handedOn = read.handedOn.length
  }

  get cursor(): SourceCursor {
    return (this.known ??= this.compute())
  }

  get passed(): Tag {
    return this.cursor.passed
  }

  private compute(): SourceCursor {
    const { tag, passed, records, handedOn } = this.read
    const behindPassed = tagAfter(passed, handedOn.slice(0, this.handedOn))
    const isSame = tag === passed && this.records === this.handedOn
    return { tag: isSame ? behindPassed : tagAfter(tag, records.slice(0, this.records)), passed: behindPassed, live: this.live }
  }
}

function behind(place: Place, record: RecordedEvent, isPassed: boolean, live: number | undefined): Place {
  if (isPassed && place instanceof RecordPlace) return new RecordPlace(record, live, place.like)
  if (place instanceof StreamsPlace) return behindStreams(place.read, record, isPassed, live)
  const { tag, passed } = place.cursor
  if (tag.kind === 'streams' && passed.kind === 'streams')
    return behindStreams({ tag, passed, records: [], handedOn: [] }, record, isPassed, live)
  if (isPassed) return new RecordPlace(record, live, tag)
  return new KnownPlace({ tag: tagAt(tag, record), passed: isPassed ? tagAt(passed, record) : passed, live })
}

function behindStreams(read: StreamsRead, { stream, number }: RecordedEvent, isPassed: boolean, live: number | undefined): StreamsPlace {
  const record = { stream, number }
  read.records.push(record)
  if (isPassed) read.handedOn.push(record)
  return new StreamsPlace(read, live)
}

class PlacedDelivery implements Delivery {
  readonly event: QueryEvent
  readonly progress: number
  readonly read: number
  private readonly place: Place

  constructor(event: QueryEvent, progress: number, read: number, place: Place) {
    this.event = event
    this.progress = progress
    this.read = read
    this.place = place
  }

  get tag(): Tag {
    return this.place.passed
  }

  get cursor(): SourceCursor {
    return this.place.cursor
  }
}
