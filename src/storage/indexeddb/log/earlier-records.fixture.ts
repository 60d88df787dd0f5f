// Makes records as earlier versions wrote them.

import { column, joinTexts } from '../../../base/events/column.ts'
import type { RecordedEvent } from '../../../base/events/events.ts'
import type { EarlierRecord } from './earlier-records.ts'
import { placeKey } from './place-key.ts'

/** @param events at least one; texts. @param isOfMany whether the heads know the places of its streams, as from version 2 on. */
export function earlierRecord(events: readonly RecordedEvent[], isOfMany = false): EarlierRecord {
  const lasts = new Map(events.map(({ stream, number }) => [stream, number]))
  const streams = [...lasts.keys()]
  const isRow = (numbers: readonly number[]) => numbers.every((number, index) => number === numbers[0]! + index)
  const [numbers, positions] = [events.map(({ number }) => number), events.map(({ position }) => position)]
  const streamOf = events.map(({ stream }) => streams.indexOf(stream))
  return {
    last: positions.at(-1)!,
    nonce: Math.random(),
    lastPlaces: isOfMany ? [] : [...lasts].map(([stream, number]) => placeKey(stream, number)),
    ...(isOfMany && { many: { count: streams.length, streams: joinTexts(streams) } }),
    count: events.length,
    ids: joinTexts(events.map(({ id }) => id)),
    types: column(events.map(({ type }) => type)),
    streamOf: events.length > 1 && streams.length === events.length ? 'own' : column(streamOf),
    data: joinTexts(events.map(({ data }) => data as string)),
    metadata: column(events.map(({ metadata }) => metadata)),
    isJson: column(events.map(({ isJson }) => isJson)),
    created: column(events.map(({ created }) => created)),
    numbers: isRow(numbers) ? numbers[0]! : numbers,
    positions: isRow(positions) ? positions[0]! : positions,
  }
}
