// Names the parts of a trace, for panels that show it, and what a store's trace may be asked for.

import type { Release } from '../../base/release/facts.ts'
import type { QueryTraceOptions } from '../../projections/trace/trace.ts'

export type { SkipReason } from '../../projections/source/delivery.ts'
export type { TracePart } from '../../projections/trace/trace.ts'
export type { LineRun, LineValue, TextChange, TracedEmission, TracedEvent, TraceFault, TraceStep } from '../../projections/trace/step.ts'

export interface TraceOptions extends QueryTraceOptions {
  /** The release whose language and rules count. Default: that of the store. */
  readonly release?: Release
}
