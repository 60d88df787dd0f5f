// The tools that the parts of the language share: made without a query, and completed by its definition.

import type { QueryDefinition } from './definition.ts'
import type { Emissions } from './emission.ts'
import type { EventCuts } from './event-batch.ts'
import type { EventObjects } from './event-object.ts'
import type { FaultOf } from './fault.ts'
import type { Guest } from './guest.ts'
import type { JsonReader } from './json-reader.ts'
import type { Log } from './log.ts'
import type { MakeSchedule } from './order.ts'
import type { Pace } from './pace.ts'
import type { Partitions } from './partitions.ts'
import type { Primordials } from './primordials.ts'
import type { SessionSettings } from './session.ts'
import type { StateWriter } from './state-writer.ts'
import type { Writes } from './writes.ts'

/** Common to all queries, and part of an engine's memory image. */
export interface CommonTools {
  readonly p: Primordials
  readonly guest: Guest
  readonly log: Log
  readonly pace: Pace
  readonly json: JsonReader
  readonly cut: EventCuts
  readonly writer: StateWriter
  readonly writes: Writes
  readonly emissions: Emissions
  readonly objects: EventObjects
  readonly makeSchedule: MakeSchedule
  /** Filled by the script as it runs. */
  readonly definition: QueryDefinition
}

/** The tools for one query. */
export interface QueryTools extends CommonTools {
  readonly settings: SessionSettings
  readonly partitions: Partitions
  readonly faultOf: FaultOf
}
