// Selects the given events that a query's source delivers; categories and types need no system projections.

import type { RecordedEvent } from '../base/events/events.ts'
import type { LanguageFacts } from '../base/release/facts.ts'
import type { Delivered } from '../projections/source/delivery.ts'
import { deliver, needsTarget, selectionOf } from '../projections/source/delivery.ts'
import { indexRecord } from '../projections/source/links/index-links.ts'
import type { QueryEvent, Sources } from '../query/query.ts'
import { createTargets } from './targets.ts'

/** A record of the source: a given event, or a link to one, with its delivery. */
export interface SourceRecord {
  /** Index of the given event. */
  readonly event: number
  readonly delivered: Delivered
}

/** A record that the query gets. */
export type Loaded = SourceRecord & { readonly delivered: { readonly kind: 'delivered'; readonly event: QueryEvent } }

export const isDelivered = (read: SourceRecord): read is Loaded => read.delivered.kind === 'delivered'

/** Every record of the source in order, with its delivery. */
export function readSource(records: readonly RecordedEvent[], sources: Sources, language: LanguageFacts): SourceRecord[] {
  const selection = selectionOf(sources, language)
  const { source } = selection
  const targetOf = createTargets(records)
  const read = ({ position: event }: RecordedEvent, found: RecordedEvent): SourceRecord => {
    const resolution = needsTarget(found, selection, 'own') ? targetOf(found) : ({ kind: 'none' } as const)
    return { event, delivered: deliver(found, resolution, selection, 'own') }
  }
  if (source.kind === 'log' || source.kind === 'types') return records.map((record) => read(record, record))
  const streams = source.kind === 'stream' ? [source.stream] : source.streams
  const derived = streams.filter((stream) => !records.some((record) => record.stream === stream))
  return records.flatMap((record) => [
    ...(streams.includes(record.stream) ? [read(record, record)] : []),
    ...indexRecords(record, derived).map((found) => read(record, found)),
  ])
}

/** The records of indexes for an event, which no given event stands for. */
export const indexRecords = (record: RecordedEvent, indexes: readonly string[]): readonly RecordedEvent[] =>
  [...new Set(indexes)].flatMap((index) => indexRecord(index, record) ?? [])
