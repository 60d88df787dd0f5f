// Names the parts of a trace, for panels that show it.

export type { SkipReason } from '../../projections/source/delivery.ts'
export type { TraceOptions, TracePart } from '../../projections/trace/trace.ts'
export type { LineRun, LineValue, TextChange, TracedEmission, TracedEvent, TraceFault, TraceStep } from '../../projections/trace/step.ts'
