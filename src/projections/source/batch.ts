// Builds batches: the deliveries from a source, and the position of the run after each.

import type { RecordedEvent } from '../../base/events/events.ts'
import type { QueryEvent } from '../../query/query.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { tagBehind } from '../model/positions/checkpoint.ts'
import type { Delivered } from './delivery.ts'
import type { SourceCursor } from '../model/tables.ts'

/** The number of records in one read of the server (projection-language §19). */
export const readLength = 111

/** One event for the query, and the progress to commit once it is finished. */
export interface Delivery {
  readonly event: QueryEvent
  readonly tag: Tag
  readonly cursor: SourceCursor
  /** In percent, as the server computes it in single precision. */
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
  /** Progress at the last record that the query does not get, in percent with one decimal; undefined if it gets all. */
  readonly skippedProgress: number | undefined
  /** Ends the run behind the last delivery. */
  readonly fault?: { readonly message: string }
}

/** 0/0, which the server reports while the only event of a stream is the last one handled (projections-http §6.5). */
const notANumber = -2

/** @param last number or position of the newest record. */
export function progressAt(number: number, last: number): number {
  const percent = Math.fround(Math.fround(100 * number) / last)
  return Number.isFinite(percent) ? percent : notANumber
}

export class BatchBuilder {
  readonly #deliveries: Delivery[] = []
  readonly #reads: number[] = []
  #place: Place
  #bytes = 0
  #content = 0
  #inRead = 0
  #skippedProgress: number | undefined
  #fault: Batch['fault']

  constructor(start: SourceCursor) {
    this.#place = new Place(start)
  }

  get cursor(): SourceCursor {
    return this.#place.cursor
  }

  /** @returns whether the batch goes on behind this record. */
  add(record: RecordedEvent, delivered: Delivered, progress: number, live: number | undefined): boolean {
    if (delivered.kind === 'fault') {
      this.#fault = { message: delivered.message }
      return false
    }
    const length = record.data.length + record.metadata.length
    this.#content += length
    const counts = delivered.kind === 'delivered' || (delivered.kind === 'skipped' && delivered.joins)
    const step: Step = { before: this.#place, record, counts, live }
    if (delivered.kind === 'delivered') {
      const delivery = new PlacedDelivery(step, { event: delivered.event, progress, read: this.#reads.length })
      this.#deliveries.push(delivery)
      this.#place = delivery
      this.#bytes = 0
      this.#inRead++
    } else {
      this.#place = new Place(step)
      this.#bytes += length
      if (counts) this.#skippedProgress = Math.round(progress * 10) / 10
    }
    // The live reader brings the whole log by.
    if (live !== undefined) this.#skippedProgress = 100
    return true
  }

  /** Moves without a record: to the point where the live reader takes over, or past lost records. */
  moveTo(cursor: SourceCursor): void {
    this.#place = new Place(cursor)
  }

  /** Ends a read of the source. */
  endRead(): void {
    if (this.#inRead > 0) this.#reads.push(this.#inRead)
    this.#inRead = 0
  }

  finish(atEnd: boolean): Batch {
    this.endRead()
    const fault = this.#fault
    return {
      deliveries: this.#deliveries,
      reads: this.#reads,
      cursor: this.cursor,
      bytes: this.#bytes,
      content: this.#content,
      skippedProgress: this.#skippedProgress,
      atEnd: atEnd && !fault,
      ...(fault && { fault }),
    }
  }
}

/** The record between two places. */
interface Step {
  readonly before: Place
  readonly record: RecordedEvent
  /** Whether positions count it. */
  readonly counts: boolean
  readonly live: number | undefined
}

/** A point of the source. Its position may name many streams, so it is computed only where it is asked for. */
class Place {
  /** The step to it, until the cursor is asked for. */
  #at: SourceCursor | Step

  constructor(at: SourceCursor | Step) {
    this.#at = at
  }

  get tag(): Tag {
    return this.cursor.passed
  }

  get cursor(): SourceCursor {
    if ('before' in this.#at) this.#at = this.#compute(this.#at)
    return this.#at
  }

  /** Goes on from the nearest cursor that is known: a batch whose places are all asked for takes each record once. */
  #compute(last: Step): SourceCursor {
    const steps: Step[] = []
    let known: SourceCursor | Step = last
    for (; 'before' in known; known = known.before.#at) steps.push(known)
    const taken = steps.toReversed()
    const records = taken.map(({ record }) => record)
    const counted = taken.every(({ counts }) => counts) ? records : records.filter((_, index) => taken[index]!.counts)
    const passed = tagBehind(known.passed, counted)
    const isSame = known.tag === known.passed && counted.length === records.length
    return { tag: isSame ? passed : tagBehind(known.tag, records), passed, live: last.live }
  }
}

class PlacedDelivery extends Place implements Delivery {
  readonly event: QueryEvent
  readonly progress: number
  readonly read: number

  constructor(step: Step, { event, progress, read }: Pick<Delivery, 'event' | 'progress' | 'read'>) {
    super(step)
    this.event = event
    this.progress = progress
    this.read = read
  }
}
