// A batch of events inside the sandbox: columns of numbers and one long text from which members are cut when they are read.

import type { Primordials } from './primordials.ts'

/** One value per event, or the one value that all of them have. */
export type Column<Value> = readonly Value[] | Value

/** What the host hands over as JSON beside the text; indexes count from the first event of the batch. */
export interface EventColumns {
  readonly count: number
  /** How many events each read of the source brought. */
  readonly reads: readonly number[]
  readonly types: readonly (string | null)[]
  readonly streams: readonly (string | null)[]
  /** Indexes into `types` and `streams`. */
  readonly type: Column<number>
  readonly stream: Column<number>
  readonly number: Column<number>
  readonly isJson: Column<boolean>
  readonly category: Column<string | null>
  /** Partition that the reader found; null where the query decides. */
  readonly partition: Column<string | null>
  /** 1 where the event is the notification of a deleted stream. */
  readonly deleted: Column<number>
  /** Where the texts of an event start: its id, data, metadata and link metadata follow each other. */
  readonly start: Column<number>
  /** Lengths in UTF-16 units; -1 for null. */
  readonly idLength: Column<number>
  readonly dataLength: Column<number>
  readonly metadataLength: Column<number>
  readonly linkMetadataLength: Column<number>
  /** The texts, where they cannot travel beside the columns. */
  readonly inlineText: string | null
}

export interface EventBatch extends EventColumns {
  readonly text: string
}

export type EventCuts = ReturnType<typeof cutEvents>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function cutEvents(p: Primordials) {
  const { slice } = p

  function at<Value>(column: Column<Value>, i: number): Value {
    return typeof column === 'object' && column !== null ? (column as readonly Value[])[i]! : (column as Value)
  }

  const lengthOf = (length: number): number => (length < 0 ? 0 : length)

  return {
    at,
    id(batch: EventBatch, i: number): string {
      const start = at(batch.start, i)
      return slice(batch.text, start, start + at(batch.idLength, i))
    },
    data(batch: EventBatch, i: number): string | null {
      const length = at(batch.dataLength, i)
      if (length < 0) return null
      const start = at(batch.start, i) + at(batch.idLength, i)
      return slice(batch.text, start, start + length)
    },
    metadata(batch: EventBatch, i: number): string | null {
      const length = at(batch.metadataLength, i)
      if (length < 0) return null
      const start = at(batch.start, i) + at(batch.idLength, i) + lengthOf(at(batch.dataLength, i))
      return slice(batch.text, start, start + length)
    },
    linkMetadata(batch: EventBatch, i: number): string | null {
      const length = at(batch.linkMetadataLength, i)
      if (length < 0) return null
      const before = at(batch.idLength, i) + lengthOf(at(batch.dataLength, i)) + lengthOf(at(batch.metadataLength, i))
      const start = at(batch.start, i) + before
      return slice(batch.text, start, start + length)
    },
  }
}
