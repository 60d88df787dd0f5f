// Cuts events into pieces of not too many, and not too much content.

import { reader } from './column.ts'
import type { NewEvents } from './event-table.ts'

export type Cut = readonly [start: number, end: number]

/** @param most events in a piece. @param enough characters and bytes of a piece that takes no further event. @returns pieces in order. */
export function cutEvents({ data, metadata, count }: Pick<NewEvents, 'data' | 'metadata' | 'count'>, most: number, enough: number): Cut[] {
  const [dataAt, metadataAt] = [reader(data), reader(metadata)]
  const pieces: [start: number, end: number][] = []
  let content = 0
  for (let index = 0; index < count; index++) {
    const size = dataAt(index).length + metadataAt(index).length
    const piece = pieces.at(-1)
    if (piece && content < enough && index - piece[0] < most) {
      piece[1] = index + 1
      content += size
    } else {
      pieces.push([index, index + 1])
      content = size
    }
  }
  return pieces
}
