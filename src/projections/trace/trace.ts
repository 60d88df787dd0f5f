// Runs a query over the whole store without writing, and yields every step: for stepping through history.

import type { Environment } from '../../base/platform/environment.ts'
import type { Position } from '../../base/events/events.ts'
import type { ReleaseFacts } from '../../base/release/facts.ts'
import type { BatchOutcome, OpenQuery, Query, Sources } from '../../query/query.ts'
import { isFault } from '../../query/query.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Definition } from '../model/definition/definition.ts'
import { defaultExecutionTimeout, isEngineV2 } from '../model/definition/definition.ts'
import { projectionRows } from '../model/tables.ts'
import { openLogHistory } from './log-history.ts'
import { openHistory } from './reading.ts'
import type { Conditions } from './conditions.ts'
import { openConditions } from './conditions.ts'
import type { FoundEvent, StepBuilder, TraceFault, TraceStep } from './step.ts'
import { byEvent, createStepBuilder, traceFault } from './step.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'

export interface QueryTraceOptions {
  /** Whether the query may emit. Default: true. */
  readonly emit?: boolean
  /** Default: true. */
  readonly continuous?: boolean
  /**
   * The server's engine whose rules count; 2 is that of KurrentDB 26, which reads the log in its order. It runs continuous queries only,
   * and releases without it ignore the number, as the server does. Default: that of `projection`.
   */
  readonly engine?: 1 | 2
  /**
   * The name of the projection that the query is for, or would be: its engine is the default, and that of a system projection runs as the
   * built-in query that it is. Default: none, and engine 1.
   */
  readonly projection?: string
  /** Milliseconds for one call of a handler. Default: 250. */
  readonly executionTimeout?: number
  /** Whether steps tell the lines that ran and the values of variables; the run then takes longer. Default: false. */
  readonly lines?: boolean
  /** Whether steps tell the milliseconds of their handlers; each event is then a run of its own, which takes longer. Default: false. */
  readonly times?: boolean
  /**
   * Expressions over `state` and `before`, the partition's state after and before the event, and `event`, for example
   * `event.data.total > 100`. They run in the sandbox, change nothing, and do not hold where they throw.
   */
  readonly conditions?: readonly string[]
  /** Ends the run; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal
}

export type TracePart =
  /** The query is understood. `derived` are index streams that are read as if the projection ran that writes them: it does not. */
  | {
      readonly kind: 'opened'
      readonly sources: Sources
      readonly derived: readonly string[]
      readonly end: Position
      /** The server's engine whose rules count. */
      readonly engine: 1 | 2
    }
  /** The next steps, of the log below `position`. */
  | { readonly kind: 'steps'; readonly steps: readonly TraceStep[]; readonly position: Position }
  /**
   * Always the last part. The fault is that of a step, unless the query could not be opened. `conditions` has the fault of each condition
   * that is no expression, or does not end.
   */
  | { readonly kind: 'ended'; readonly fault: TraceFault | undefined; readonly conditions: readonly (TraceFault | undefined)[] }

export interface TraceServices {
  readonly storage: Storage
  readonly environment: Environment
  readonly openQuery: OpenQuery
  readonly facts: Pick<ReleaseFacts, 'language' | 'projections'>
}

/** Enough to keep the engine busy; few enough to be converted to rows at once. */
const limits = { events: 256, milliseconds: 30, trace: true } as const

/**
 * The run is that of a projection which was there when every event came: each is a read of its own, so that nothing overtakes
 * anything (projection-language §8.8). Categories and types are read from their index streams where the system projections write
 * them, otherwise from the log. In Engine V2 an exception is the fault of its step, although the statistics of a projection hide it until
 * a stop, and emissions belong to the event that made them, although they are written with the next checkpoint (26 §7.7, §7.8).
 *
 * @throws the signal's reason where it aborts.
 */
export async function* traceQuery(
  services: TraceServices,
  query: string,
  options: QueryTraceOptions = {},
): AsyncGenerator<TracePart, void> {
  const {
    emit = true,
    continuous = true,
    executionTimeout = defaultExecutionTimeout,
    lines = false,
    times = false,
    conditions = [],
    signal,
  } = options
  signal?.throwIfAborted()
  const definition = await definitionOf(services, options.projection)
  const engine = engineFor(services, { engine: options.engine, definition, continuous })
  const now = services.environment.now()
  const queryOptions = { handlerType: traced(definition), emitEnabled: emit, executionTimeout, reordersPartitions: false, continuous, now }
  const opened = await services.openQuery(query, { ...queryOptions, marksLines: lines, engine })
  if (isFault(opened)) {
    signal?.throwIfAborted()
    return yield { kind: 'ended', fault: traceFault(opened), conditions: [] }
  }
  // Closing ends the present call of the query at once.
  let asked: Conditions | undefined
  const close = () => {
    opened.close()
    asked?.close()
  }
  signal?.addEventListener('abort', close)
  try {
    signal?.throwIfAborted()
    asked = await openConditions(services.openQuery, conditions, queryOptions)
    yield* runOver(services, opened, { engine, conditions: asked, signal, times })
  } finally {
    signal?.removeEventListener('abort', close)
    close()
  }
}

async function definitionOf({ storage }: TraceServices, projection: string | undefined): Promise<Definition | undefined> {
  if (projection === undefined) return undefined
  return (await storage.read((tx) => tx.row(projectionRows, projection)))?.definition
}

/** A text that is edited, of a projection with an unknown type too, is JavaScript. */
const traced = (definition: Definition | undefined): string =>
  definition?.handlerType.startsWith('native:') === true ? definition.handlerType : 'js'

function engineFor(
  { facts }: TraceServices,
  { engine, definition, continuous }: { engine: 1 | 2 | undefined; definition: Definition | undefined; continuous: boolean },
): 1 | 2 {
  if (!continuous || !facts.projections.hasEngine2) return 1
  return engine === 2 || (engine === undefined && definition && isEngineV2(definition)) ? 2 : 1
}

interface TracedRunParts {
  readonly engine: 1 | 2
  readonly conditions: Conditions
  readonly signal: AbortSignal | undefined
  readonly times: boolean
}

async function* runOver(
  services: TraceServices,
  query: Query,
  { engine, conditions, signal, times }: TracedRunParts,
): AsyncGenerator<TracePart, void> {
  const { sources } = query.definition
  const history = await (engine === 2 ? openLogHistory : openHistory)(services, sources)
  yield { kind: 'opened', sources, derived: history.derived, end: history.end, engine }
  const run = createTracedRun(query, createStepBuilder(sources, services.facts.language), { environment: services.environment, times })
  const timeSlice = createTimeSlice()
  for await (const { found, position } of history.batches()) {
    for await (const steps of run.handle(found)) {
      signal?.throwIfAborted()
      if (steps.length > 0) yield { kind: 'steps', steps: await metIn(conditions, steps), position }
      await timeSlice.end()
    }
    signal?.throwIfAborted()
  }
  yield { kind: 'ended', fault: run.fault(), conditions: conditions.faults }
}

async function metIn(conditions: Conditions, steps: readonly TraceStep[]): Promise<readonly TraceStep[]> {
  const met = await conditions.meet(steps)
  return steps.map((step, index) => (met[index]!.length > 0 ? { ...step, met: met[index]! } : step))
}

function createTracedRun(
  query: Query,
  builder: StepBuilder,
  { environment, times }: { readonly environment: Environment; readonly times: boolean },
) {
  let fault: TraceFault | undefined

  async function* handle(found: readonly FoundEvent[]): AsyncGenerator<readonly TraceStep[], void> {
    if (fault) return yield found.map((each) => builder.passed(each))
    const unreadable = found.findIndex(({ delivered }) => delivered?.kind === 'fault')
    const readable = unreadable < 0 ? found : found.slice(0, unreadable)
    let rest = readable
    for await (const outcome of outcomesOf(readable)) {
      const [steps, left] = stepsOf(rest, outcome)
      yield times ? steps.map((step) => (step.handler === undefined ? step : { ...step, milliseconds: outcome.handlerTime })) : steps
      rest = left
    }
    yield [...rest.map((each) => builder.passed(each)), ...(unreadable < 0 ? [] : behindUnreadable(found.slice(unreadable)))]
  }

  async function* outcomesOf(found: readonly FoundEvent[]): AsyncGenerator<BatchOutcome, void> {
    const events = found.flatMap(({ delivered }) => (delivered?.kind === 'delivered' ? [delivered.event] : []))
    if (events.length === 0) return
    await query.load(
      events,
      events.map(() => 1),
    )
    const now = environment.now()
    for (let more = true; more;) {
      // Everything begins with this run: no partition has had a text before.
      const outcome = await query.run(new Map(), { ...limits, ...(times && { events: 1 }), now })
      more = outcome.more && !outcome.fault
      yield outcome
    }
  }

  /** @returns steps up to the last event that the outcome finished, and the remaining events. */
  function stepsOf(found: readonly FoundEvent[], outcome: BatchOutcome): readonly [TraceStep[], readonly FoundEvent[]] {
    const came = byEvent(outcome)
    const failed = outcome.fault && (outcome.fault.event ?? outcome.finished)
    fault = outcome.fault && traceFault(outcome.fault)
    const steps: TraceStep[] = []
    let event = 0
    for (const [index, each] of found.entries()) {
      const isDelivered = each.delivered?.kind === 'delivered'
      if (isDelivered && event === failed) {
        steps.push(builder.failed(each, fault!, came(event)))
        return [steps, found.slice(index + 1)]
      }
      if (isDelivered && event >= outcome.finished) return [steps, found.slice(index)]
      steps.push(isDelivered ? builder.handled(each, came(event)) : builder.passed(each))
      if (isDelivered) event++
    }
    return [steps, []]
  }

  /** An event without a partition ends the run, unless an earlier one did. */
  function behindUnreadable([first, ...others]: readonly FoundEvent[]): TraceStep[] {
    const isFirstFault = !fault && first?.delivered?.kind === 'fault'
    if (isFirstFault) fault = { kind: 'partition', message: first.delivered.message }
    return [isFirstFault ? builder.failed(first, fault!) : builder.passed(first!), ...others.map((each) => builder.passed(each))]
  }

  return { handle, fault: (): TraceFault | undefined => fault }
}
