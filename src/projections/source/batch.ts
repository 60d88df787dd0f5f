// Builds batches: the deliveries from a source, and the position of the run after each.

import type { RecordedEvent } from '../../base/events.ts'
import type { QueryEvent } from '../../query/query.ts'
import type { Tag } from '../model/checkpoint.ts'
import { tagBehind } from '../model/checkpoint.ts'
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

export class BatchBuilder {
  private readonly deliveries: Delivery[] = []
  private readonly reads: number[] = []
  private place: Place
  private bytes = 0
  private content = 0
  private inRead = 0
  private fault: Batch['fault']

  constructor(start: SourceCursor) {
    this.place = placeAt(start)
  }

  get cursor(): SourceCursor {
    return this.place.cursor
  }

  /** @returns whether the batch goes on behind this record. */
  add(record: RecordedEvent, delivered: Delivered, progress: number, live: number | undefined): boolean {
    if (delivered.kind === 'fault') {
      this.fault = { message: delivered.message }
      return false
    }
    const length = record.data.length + record.metadata.length
    this.content += length
    const { stretch } = this.place
    stretch.records.push(record)
    if (delivered.kind === 'delivered' || (delivered.kind === 'skipped' && delivered.joins)) stretch.passed.push(record)
    if (delivered.kind === 'delivered') {
      const delivery = new PlacedDelivery(stretch, live, { event: delivered.event, progress, read: this.reads.length })
      this.deliveries.push(delivery)
      this.place = delivery
      this.bytes = 0
      this.inRead++
    } else {
      this.place = new Place(stretch, live)
      this.bytes += length
    }
    return true
  }

  /** Moves without a record: to the point where the live reader takes over, or past lost records. */
  moveTo(cursor: SourceCursor): void {
    this.place = placeAt(cursor)
  }

  /** Ends a read of the source. */
  endRead(): void {
    if (this.inRead > 0) this.reads.push(this.inRead)
    this.inRead = 0
  }

  finish(atEnd: boolean): Batch {
    this.endRead()
    const { deliveries, reads, cursor, bytes, content, fault } = this
    return { deliveries, reads, cursor, bytes, content, atEnd: atEnd && !fault, ...(fault && { fault }) }
  }
}

/** The records behind a known point of the source, and those of them that count in positions. */
interface Stretch {
  readonly from: SourceCursor
  readonly records: RecordedEvent[]
  readonly passed: RecordedEvent[]
}

/** A point of a stretch. A position may name many streams, so it is computed only where it is asked for. */
class Place {
  readonly stretch: Stretch
  private readonly live: number | undefined
  private readonly records: number
  private readonly passed: number
  private known: SourceCursor | undefined

  constructor(stretch: Stretch, live: number | undefined) {
    this.stretch = stretch
    this.live = live
    this.records = stretch.records.length
    this.passed = stretch.passed.length
  }

  get tag(): Tag {
    return this.cursor.passed
  }

  get cursor(): SourceCursor {
    return (this.known ??= this.compute())
  }

  private compute(): SourceCursor {
    const { from, records } = this.stretch
    const passed = tagBehind(from.passed, this.stretch.passed, this.passed)
    const isSame = from.tag === from.passed && this.records === this.passed
    return { tag: isSame ? passed : tagBehind(from.tag, records, this.records), passed, live: this.live }
  }
}

const placeAt = (from: SourceCursor): Place => new Place({ from, records: [], passed: [] }, from.live)

class PlacedDelivery extends Place implements Delivery {
  readonly event: QueryEvent
  readonly progress: number
  readonly read: number

  constructor(stretch: Stretch, live: number | undefined, { event, progress, read }: Pick<Delivery, 'event' | 'progress' | 'read'>) {
    super(stretch, live)
    this.event = event
    this.progress = progress
    this.read = read
  }
}
