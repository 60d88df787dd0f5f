// Runs the five built-in queries behind the query port, without a sandbox, and dispatches all other handler types.

import type { ProjectionFacts } from '../../base/release/facts.ts'
import type { BatchOutcome, OpenQuery, Query, QueryEvent, QueryFault, QueryStep, QueryWrite, RunLimits } from '../query.ts'
import type { NativeClass } from './handler-type.ts'
import { handlerName, readHandlerType, sourcesOfNative } from './handler-type.ts'
import type { CorrelationProperty, NativeHandler } from './native-handlers.ts'
import { nativeHandlers } from './native-handlers.ts'

/** Makes an `OpenQuery` for all handler types of one store. @param openJavaScript opens the queries written in JavaScript. */
export function withSystemQueries(openJavaScript: OpenQuery, facts: ProjectionFacts): OpenQuery {
  const correlation: CorrelationProperty = { name: '$correlationId' }
  const openQuery: OpenQuery = async (source, options) => {
    const handler = readHandlerType(options.handlerType, facts)
    if (handler.kind === 'javascript') return await openJavaScript(source, options)
    if (handler.kind === 'refused') return definitionFault(handler.message)
    const handle = nativeHandlers[handler.className](source, correlation)
    // The server hides the reason (projections-http §12).
    if (!handle) return definitionFault('Exception has been thrown by the target of an invocation.')
    return systemQuery(handler.className, handle, { emitEnabled: options.emitEnabled, facts })
  }
  return Object.assign(openQuery, openJavaScript)
}

function systemQuery(
  className: NativeClass,
  handle: NativeHandler,
  { emitEnabled, facts }: { readonly emitEnabled: boolean; readonly facts: ProjectionFacts },
): Query {
  let loaded: readonly QueryEvent[] = []
  return {
    definition: {
      sources: sourcesOfNative(className),
      handlerName: handlerName(className, facts),
      ...(className === 'IndexEventsByEventType' && { checkpointMark: { stream: '$et', type: '$Checkpoint' } }),
    },
    load: (events) => {
      loaded = [...loaded, ...events]
      return Promise.resolve({ missing: [] })
    },
    run: (_missing, limits) => {
      const outcome = runBatch(loaded, handle, emitEnabled, limits)
      loaded = loaded.slice(outcome.finished)
      return Promise.resolve(outcome)
    },
    close: () => {
      loaded = []
    },
  }
}

/** Every event counts as handled, with or without a write. */
function runBatch(events: readonly QueryEvent[], handle: NativeHandler, emitEnabled: boolean, limits: RunLimits): BatchOutcome {
  const started = performance.now()
  const writes: QueryWrite[] = []
  const steps: QueryStep[] = []
  let fault: QueryFault | undefined
  let finished = 0
  const end = Math.min(events.length, limits.events)
  const inTime = () => finished === 0 || performance.now() - started < limits.milliseconds
  while (finished < end && inTime()) {
    const emission = handle(events[finished]!)
    fault = faultOf(emission, emitEnabled, finished)
    if (fault) break
    if (typeof emission === 'object') writes.push({ ...emission, event: finished })
    if (limits.trace) steps.push(stepOf(finished))
    finished += 1
  }
  return {
    finished,
    handled: finished,
    lastHandled: finished - 1,
    more: finished < events.length && !fault,
    states: new Map(),
    writes,
    ...(limits.trace && { steps }),
    logs: [],
    ...(fault && { fault }),
    handlerTime: performance.now() - started,
  }
}

function faultOf(emission: ReturnType<NativeHandler>, emitEnabled: boolean, event: number): QueryFault | undefined {
  if (typeof emission === 'string') return { kind: 'runtime', message: emission, wrapped: true, event }
  if (!emission || emitEnabled) return undefined
  return { kind: 'emit', message: "'emit' is not allowed by the projection/configuration/mode", wrapped: false, event }
}

const stepOf = (event: number): QueryStep => ({
  event,
  partition: '',
  handler: '$any',
  skipped: undefined,
  state: '',
  result: undefined,
  logs: [],
})

const definitionFault = (message: string): QueryFault => ({ kind: 'definition', message, wrapped: false })
