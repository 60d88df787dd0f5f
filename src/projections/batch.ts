// The words of reading: a batch of what a source delivers, and how far it brings the run.

import type { RecordedEvent } from '../base/events.ts'
import type { QueryEvent } from '../query/query.ts'
import type { Tag } from './checkpoint.ts'
import { tagAt } from './checkpoint.ts'
import type { Delivered } from './delivery.ts'
import type { Cursor } from './row.ts'

/** How many records one read of the reference brings (projection-language §19). */
export const readLength = 111
/** How many records one batch is made of at most. */
export const batchLength = 4 * readLength

/** One event for the query, with what is committed once it is finished. */
export interface Delivery {
  readonly event: QueryEvent
  readonly tag: Tag
  readonly cursor: Cursor
  /** In percent, as the reference computes it in single precision. */
  readonly progress: number
  /** Bytes of records that were read and not delivered since the delivery before. */
  readonly bytes: number
  /** Which read of the batch brought it, from 0. */
  readonly read: number
}

export interface Batch {
  readonly deliveries: readonly Delivery[]
  /** How many of the deliveries each read of the source brought, in order. */
  readonly reads: readonly number[]
  /** After everything that was read. */
  readonly cursor: Cursor
  /** Bytes of records behind the last delivery that were not delivered. */
  readonly bytes: number
  readonly atEnd: boolean
  /** What ends the run behind the last delivery. */
  readonly fault?: { readonly message: string }
}

/** 0/0, which the reference reports while the only event of a stream is the last one handled (projections-http §6.5). */
const notANumber = -2

/** @param last number or position of the newest record. */
export function progressAt(number: number, last: number): number {
  const percent = Math.fround(Math.fround(100 * number) / last)
  return Number.isFinite(percent) ? percent : notANumber
}

const lengthOf = ({ data, metadata }: RecordedEvent): number => data.length + metadata.length

export interface BatchBuilder {
  readonly cursor: Cursor
  readonly length: number
  /** @returns whether the batch goes on behind this record. */
  add(record: RecordedEvent, delivered: Delivered, progress: number, live: number | undefined): boolean
  /** Moves on without a record: to where the live reader takes over, or past records that are lost. */
  moveTo(cursor: Cursor): void
  /** Ends a read of the source. */
  endRead(): void
  finish(atEnd: boolean): Batch
}

export function buildBatch(start: Cursor): BatchBuilder {
  const deliveries: Delivery[] = []
  const reads: number[] = []
  let cursor = start
  let bytes = 0
  let inRead = 0
  let fault: { message: string } | undefined
  const endRead = () => {
    if (inRead > 0) reads.push(inRead)
    inRead = 0
  }
  return {
    get cursor() {
      return cursor
    },
    get length() {
      return deliveries.length
    },
    add(record, delivered, progress, live) {
      if (delivered.kind === 'fault') {
        fault = { message: delivered.message }
        return false
      }
      const isPassed = delivered.kind === 'delivered' || (delivered.kind === 'skipped' && delivered.joins)
      const passed = isPassed ? tagAt(cursor.passed, record) : cursor.passed
      cursor = { tag: tagAt(cursor.tag, record), passed, live }
      if (delivered.kind === 'delivered') {
        deliveries.push({ event: delivered.event, tag: passed, cursor, progress, bytes, read: reads.length })
        bytes = 0
        inRead++
      } else bytes += lengthOf(record)
      return true
    },
    moveTo(next) {
      cursor = next
    },
    endRead,
    finish(atEnd) {
      endRead()
      return { deliveries, reads, cursor, bytes, atEnd: atEnd && !fault, ...(fault && { fault }) }
    },
  }
}
