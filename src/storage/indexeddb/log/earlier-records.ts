// Reads the records that versions up to 4 of the database wrote, as tables of events. Nothing writes them any more.

import type { AlikeTexts, Column, JoinedTexts } from '../../../base/events/column.ts'
import { valuesOf } from '../../../base/events/column.ts'
import { idsFrom } from '../../../base/events/counted-ids.ts'
import type { RecordedTable } from '../../../base/events/event-table.ts'
import type { Position } from '../../../base/events/events.ts'
import { streamOfPlace } from './place-key.ts'

type EarlierTexts = string | JoinedTexts | AlikeTexts

/** A number is the first of consecutive ones. */
type EarlierNumbers = number | readonly number[]

export interface EarlierRecord {
  readonly last: Position
  readonly nonce: number
  readonly lastPlaces: readonly string[]
  /** Names of the streams in a record of many. */
  readonly many?: { readonly count: number; readonly streams: EarlierTexts }
  readonly count: number
  /** An id and its position, from which the others are counted. */
  readonly ids: EarlierTexts | { readonly id: string; readonly first: Position }
  readonly types: string | readonly string[]
  /** The stream of each event: the one at the event's own index (`own`), or an index into the streams. */
  readonly streamOf: 'own' | number | readonly number[]
  readonly data: EarlierTexts | Uint8Array | readonly (string | Uint8Array)[]
  readonly metadata: EarlierTexts | Uint8Array | readonly (string | Uint8Array)[]
  readonly isJson: boolean | readonly boolean[]
  readonly created: number | readonly number[]
  readonly numbers: EarlierNumbers
  readonly positions: EarlierNumbers
}

export function tableOfEarlier(record: EarlierRecord): RecordedTable {
  const { count, types, data, metadata, isJson, created } = record
  const [number, position] = [numbersOf(record.numbers), numbersOf(record.positions)]
  return { count, id: idsOf(record, position), type: types, data, metadata, isJson, stream: streamsOf(record), number, created, position }
}

const numbersOf = (numbers: EarlierNumbers): Column<number> => (typeof numbers === 'number' ? { from: numbers } : numbers)

function idsOf({ ids, count }: EarlierRecord, positions: Column<number>): Column<string> {
  if (typeof ids === 'string' || !('id' in ids)) return ids
  const idAt = idsFrom(ids.id)
  return valuesOf(positions, count).map((position) => idAt(position - ids.first))
}

function streamsOf({ lastPlaces, many, streamOf }: EarlierRecord): Column<string> {
  if (many && streamOf === 'own') return many.streams
  const values = many ? valuesOf<string>(many.streams, many.count) : lastPlaces.map(streamOfPlace)
  if (streamOf === 'own') return values
  return typeof streamOf === 'number' ? values[streamOf]! : { values, at: streamOf }
}
