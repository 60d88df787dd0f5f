// Selects the given events as the second engine reads them: it filters the log.

import type { RecordedEvent } from '../base/events/events.ts'
import { passedRecord, passes } from '../projections/engine-v2/passed-records.ts'
import type { Delivered } from '../projections/source/delivery.ts'
import type { Sources } from '../query/query.ts'
import { createTargets } from './targets.ts'
import type { SourceRecord } from './reading.ts'
import { indexRecords } from './reading.ts'

/** Every record in order as the second engine reads it: that filters the log and follows its links. It knows index streams by their links alone. */
export function readLog(records: readonly RecordedEvent[], sources: Sources): SourceRecord[] {
  const targetOf = createTargets(records)
  const derived = sources.streams.filter((stream) => !records.some((record) => record.stream === stream))
  return records.flatMap((record) => {
    const links = indexRecords(record, derived)
    const own = passes(record, sources) ? [record] : []
    const passed = [...own, ...links].map((found): Delivered => {
      const { delivered } = passedRecord(found, targetOf(found), sources)
      return delivered ? { kind: 'delivered', event: delivered } : leftOut
    })
    // Of the log everything is read, and what no handler wants left out.
    const read = passed.length > 0 || !sources.allStreams ? passed : [leftOut]
    return read.map((delivered) => ({ event: record.position, delivered }))
  })
}

const leftOut: Delivered = { kind: 'skipped', joins: false }
