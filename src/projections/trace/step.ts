// Builds the steps of a traced run: the event, the query's outcome, and the changes of states.

import type { RecordedEvent } from '../../base/events/events.ts'
import type { LanguageFacts } from '../../base/release/facts.ts'
import type { BatchOutcome, LineRun, LineValue, PartitionTexts, QueryFault, QueryStep, Sources } from '../../query/query.ts'
import { placeOf } from '../model/tables.ts'
import { textOf } from '../../base/bytes.ts'
import type { Delivered, SkipReason } from '../source/delivery.ts'
import { skipReason } from '../source/delivery.ts'

/** An event of the store, with the reader's decision about it. */
export interface FoundEvent {
  /** The event itself, or a link without a target. */
  readonly event: RecordedEvent
  /** The link through which the event was found, if any. */
  readonly link: RecordedEvent | undefined
  /** Undefined where the query does not read its stream. */
  readonly delivered: Delivered | undefined
}

export type { LineRun, LineValue } from '../../query/query.ts'

/** An event as a step shows it. */
export interface TracedEvent {
  readonly stream: string
  readonly number: number
  readonly type: string
  readonly id: string
  readonly isJson: boolean
  readonly position: number
  /** Milliseconds since 1970, UTC. */
  readonly created: number
  /** Empty if there is none. */
  readonly data: string
  readonly metadata: string
}

/** A text before and after an event; empty: there is none. */
export interface TextChange {
  readonly before: string
  readonly after: string
}

export interface TracedEmission {
  readonly stream: string
  /** `$>` for a link, whose data are `number@stream`. */
  readonly type: string
  readonly data: string
  readonly isJson: boolean
  /** The query's own metadata: names, and values as JSON. */
  readonly metadata: readonly (readonly [name: string, json: string])[]
}

export interface TraceFault extends Pick<QueryFault, 'kind' | 'message'> {
  /** In the query's text, from 1; absent where no place is to blame. */
  readonly line?: number
  readonly column?: number
}

/** One event's way through a query. */
export interface TraceStep {
  readonly event: TracedEvent
  /** Where it was read, if that was a link to it. */
  readonly link: { readonly stream: string; readonly number: number; readonly position: number } | undefined
  /** Empty for the state without a partition; undefined if the event did not come to one. */
  readonly partition: string | undefined
  /** Name of the handler that ran, e.g. `$any`; undefined if none did. */
  readonly handler: string | undefined
  /** Why no handler ran; undefined if one did, or the event became the state. */
  readonly skipped: SkipReason | undefined // projection-language §8.6
  /** Of the partition. */
  readonly state: TextChange
  /** The state that partitions share; undefined if the query has none. */
  readonly shared: TextChange | undefined
  /** Empty: no result. */
  readonly result: TextChange
  readonly emitted: readonly TracedEmission[]
  readonly logs: readonly string[]
  /** The run ended with this event. */
  readonly fault: TraceFault | undefined
  /** Lines that ran, in the order of their first run, and the last values of variables: with `QueryTraceOptions.lines`. */
  readonly lines?: readonly LineRun[]
  readonly values?: readonly LineValue[]
  /** Real milliseconds in its handler, with `$init` and the reading of its data: with `QueryTraceOptions.times`. */
  readonly milliseconds?: number
  /** Numbers of the conditions in `QueryTraceOptions.conditions` that hold; absent where none does. */
  readonly met?: readonly number[]
}

/** The outcome for one event. */
export interface ByEvent {
  readonly step: QueryStep | undefined
  readonly emitted: readonly TracedEmission[]
}

/** @returns a function from the index of an event to its outcome. */
export function byEvent({ steps = [], writes }: BatchOutcome): (event: number) => ByEvent {
  const stepOf = new Map(steps.map((step) => [step.event, step]))
  const emissionsOf = Map.groupBy(
    writes.filter((write) => write.kind === 'emit'),
    ({ event }) => event,
  )
  return (event) => ({
    step: stepOf.get(event),
    emitted: (emissionsOf.get(event) ?? []).map(({ stream, type, data, isJson, metadata }) => ({ stream, type, data, isJson, metadata })),
  })
}

const nothing: TextChange = { before: '', after: '' }

export type StepBuilder = ReturnType<typeof createStepBuilder>

/** Builds steps in the order of handling; remembers the texts of every partition. */
export function createStepBuilder(sources: Sources, { checksStrictly }: Pick<LanguageFacts, 'checksStrictly'>) {
  const known = new Map<string, PartitionTexts>()
  let shared = ''

  const bare = (found: FoundEvent): TraceStep => ({
    event: tracedEvent(found.event),
    link: found.link && { stream: found.link.stream, number: found.link.number, position: found.link.position },
    partition: undefined,
    handler: undefined,
    skipped: undefined,
    state: nothing,
    shared: sources.options.biState ? { before: shared, after: shared } : undefined,
    result: nothing,
    emitted: [],
    logs: [],
    fault: undefined,
  })

  const passed = (found: FoundEvent, skipped?: QueryStep['skipped']): TraceStep => ({
    ...bare(found),
    skipped: skipReason(found.event, found.delivered, skipped, { sources, checksStrictly }),
  })

  const taken = (found: FoundEvent, step: QueryStep, emitted: readonly TracedEmission[]): TraceStep => {
    const partition = step.partition ?? ''
    const before = known.get(partition) ?? none
    known.set(partition, step)
    const sharedBefore = shared
    shared = step.shared ?? shared
    return {
      ...bare(found),
      partition,
      handler: step.handler,
      state: { before: before.state, after: step.state },
      ...(step.shared !== undefined && { shared: { before: sharedBefore, after: step.shared } }),
      result: { before: before.result ?? '', after: step.result ?? '' },
      emitted,
      logs: step.logs,
      ...(step.lines && { lines: step.lines }),
      ...(step.values && { values: step.values }),
    }
  }

  return {
    handled: (found: FoundEvent, { step, emitted }: ByEvent): TraceStep =>
      !step || step.skipped ? passed(found, step?.skipped) : taken(found, step, emitted),
    /** The run ended at this event; if that was before a handler, only the reader's decision is known. */
    failed: (found: FoundEvent, fault: TraceFault, came?: ByEvent): TraceStep => ({
      ...(came?.step ? taken(found, came.step, []) : { ...bare(found), partition: partitionOf(found) }),
      fault,
    }),
    /** For events that the query did not get. */
    passed: (found: FoundEvent): TraceStep => passed(found),
  }
}

const none: PartitionTexts = { state: '', result: undefined }

const partitionOf = ({ delivered }: FoundEvent): string | undefined =>
  delivered?.kind === 'delivered' ? delivered.event.partition : undefined

const tracedEvent = ({ stream, number, type, id, isJson, position, created, data, metadata }: RecordedEvent): TracedEvent => {
  const texts = { data: textOf(data), metadata: textOf(metadata) }
  return { stream, number, type, id, isJson, position, created, ...texts }
}

export const traceFault = (fault: QueryFault): TraceFault => ({ kind: fault.kind, message: fault.message, ...placeOf(fault) })
