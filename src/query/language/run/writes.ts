// Collects the writes of events, as the host takes them.

import type { QueryWrite } from '../../query.ts'
import type { Slot } from './partitions.ts'
import { list, setPrototypeOf } from '../primordials.ts'

export type Emission = Omit<Extract<QueryWrite, { kind: 'emit' }>, 'kind' | 'event' | 'position'>

/** A `QueryWrite` as a list: an object costs the engine twice as much. */
export type ReportedWrite =
  | ['emit', event: number, stream: string, type: string, data: string, isJson: boolean, metadata: Emission['metadata'], position?: number]
  | ['result', event: number, partition: string, result?: string]
  | ['partition', event: number, partition: string]

const total = list<ReportedWrite>()

export const writes = {
  /** Receives the current event's writes. */
  sink: total,
  /** The writes of finished events, in the order of the source. */
  total,
  /** Number of the first event that was not finished when the run began; the events of writes count from it. */
  base: 0,

  /** @param from the event whose position it bears, where that is an earlier one. */
  emission(event: number, { stream, type, data, isJson, metadata }: Emission, from?: number): void {
    const write: ReportedWrite = ['emit', event - writes.base, stream, type, data, isJson, metadata]
    add(write)
    // Only now no setter of a script is in the way.
    if (from !== undefined) write[7] = from - writes.base
  },

  result(event: number, { name }: Slot, result: string | undefined): void {
    add(result === undefined ? ['result', event - writes.base, name] : ['result', event - writes.base, name, result])
  },

  /** The catalogue entry of a partition. */
  entry(event: number, { name }: Slot): void {
    add(['partition', event - writes.base, name])
  },

  /** Takes back the last entry. */
  dropEntry(): void {
    writes.sink.length -= 1
  },

  /** Takes back the writes of a failed event. */
  drop(event: number): void {
    const { sink, base } = writes
    while (sink.length > 0 && sink[sink.length - 1]![1] === event - base) sink.length -= 1
  },

  /** Adds the writes of a finished event from a sink of its own. */
  release(sink: readonly ReportedWrite[]): void {
    for (let i = 0; i < sink.length; i += 1) total[total.length] = sink[i]!
  },
}

function add(write: ReportedWrite): void {
  setPrototypeOf(write, null)
  writes.sink[writes.sink.length] = write
}
