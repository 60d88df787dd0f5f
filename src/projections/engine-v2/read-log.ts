// Reads a source as Engine V2 does: the log once, in batches.

import type { Position } from '../../base/events/events.ts'
import { contentOfAll } from '../../base/events/events.ts'
import { linkType } from '../../streams/system.ts'
import { firstBatchLength, nextBatchLength } from '../source/batch-size.ts'
import { resolveNow } from '../source/links/link-targets.ts'
import type { ReaderOptions } from '../source/reader.ts'
import type { FilteredSources, PassedRecord } from './passed-records.ts'
import { passedRecord, passes } from './passed-records.ts'

export interface EngineLogRead {
  readonly passed: readonly PassedRecord[]
  /** All records below this position have been read. */
  readonly next: Position
  readonly atEnd: boolean
}

type LogReaderOptions = Pick<ReaderOptions, 'storage' | 'environment' | 'tail' | 'onRead'> & { readonly sources: FilteredSources }

export class LogReader {
  readonly #options: LogReaderOptions
  #length = firstBatchLength

  constructor(options: LogReaderOptions) {
    this.#options = options
  }

  async read(from: Position): Promise<EngineLogRead> {
    const { storage, environment, tail, sources, onRead } = this.#options
    onRead?.()
    const { events, end } = await tail.read(from, this.#length)
    const isWhole = events.length < this.#length
    this.#length = nextBatchLength(this.#length, contentOfAll(events))
    const records = events.filter((event) => passes(event, sources))
    const isLinked = records.some(({ type }) => type === linkType)
    const resolutions = isLinked ? await storage.read((tx) => resolveNow(tx, records, environment.now())) : []
    const passed = records.map((record, index) => passedRecord(record, resolutions[index], sources))
    const next = isWhole ? end : events.at(-1)!.position + 1
    return { passed, next, atEnd: next >= end }
  }
}
