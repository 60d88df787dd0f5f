// Runs a query in a QuickJS engine: definition phase, batches, limits, and faults in the reference's words.

import { packEvents } from './columns.ts'
import type { PreparedSource } from './dialect/prepare.ts'
import { prepareSource, sourceName } from './dialect/prepare.ts'
import type { Engine } from './engine.ts'
import { startEngine } from './engine.ts'
import type { Locate } from './faults.ts'
import { definitionFault, eventFault, interruption, outOfMemory } from './faults.ts'
import { mayHideMembers } from './hidden-members.ts'
import { definitionTimeout } from './limits.ts'
import { readOutcome } from './outcome.ts'
import type { Thrown } from './prelude/guest.ts'
import type { OutcomeText } from './prelude/outcome.ts'
import type { BatchOutcome, OpenQuery, Query, QueryFault, QueryOptions, Sources, StatesByPartition } from './query.ts'
import type { Argument } from './sandbox.ts'
import { validateSources } from './validate-sources.ts'

/**
 * Opens a query in an engine of its own, on the calling thread: guest code that no interrupt reaches (a `join` over an array
 * of four thousand million items) blocks it. Where Workers exist `openInWorker` guards against that.
 */
export const openInQuickJs: OpenQuery = async (source, options) => {
  const prepared = await prepareSource(source)
  if ('kind' in prepared) return prepared
  const engine = await startEngine({
    emitEnabled: options.emitEnabled,
    reordersPartitions: options.reordersPartitions,
    continuous: options.continuous ?? true,
    clockOffset: clockOffset(options.now),
    seed: options.seed ?? null,
    mayHideMembers: mayHideMembers(source),
    sourceName,
  })
  const sources = define(engine, prepared)
  return 'kind' in sources ? sources : createQuery(engine, sources, options, prepared.locate)
}

/** The definition phase: an API error comes first, then what the script threw, then the rules of §3.8. */
function define(engine: Engine, { code, locate }: PreparedSource): Sources | QueryFault {
  const evaluated = engine.evaluate(code, definitionTimeout)
  if (evaluated.kind === 'crashed') return crash(evaluated.cause)
  const thrown = evaluated.kind === 'thrown' ? (JSON.parse(evaluated.error) as Thrown) : undefined
  const defined = engine.call('define', [], definitionTimeout)
  if (defined.kind === 'crashed') return crash(defined.cause)
  if (defined.kind === 'value') {
    const { refusal, sources } = JSON.parse(defined.value) as { refusal?: string; sources: Sources }
    if (refusal !== undefined) return { kind: 'definition', message: refusal, wrapped: false }
    if (evaluated.kind === 'value') return validated(sources)
  }
  if (evaluated.kind === 'interrupted') return interruption('definition', evaluated.after, definitionTimeout)
  return definitionFault(thrown ?? { message: 'The query could not be defined.', name: '', stack: '' }, locate)
}

function validated(sources: Sources): Sources | QueryFault {
  const message = validateSources(sources)
  return message === undefined ? sources : { kind: 'definition', message, wrapped: false }
}

const crash = (cause: unknown): QueryFault => ({ kind: 'crash', message: `The engine failed: ${String(cause)}`, wrapped: false })

function createQuery(engine: Engine, sources: Sources, options: QueryOptions, locate: Locate): Query {
  const limit = options.executionTimeout
  /** Set by a crash in `load`: the run reports it. */
  let crashed: QueryFault | undefined
  let offset = clockOffset(options.now)

  /** Calls the prelude; where guest code had to be interrupted, or memory ran out, asks it how far it came. */
  function call(name: 'load' | 'run', args: readonly Argument[], slice: number): string | QueryFault {
    const called = engine.call(name, args, limit, slice)
    if (called.kind === 'value') return called.value
    if (called.kind === 'crashed') return crash(called.cause)
    const fault = called.kind === 'interrupted' ? interruption(name, called.after, limit) : memoryFault(called.error)
    const ended = engine.call(name === 'load' ? 'interruptLoad' : 'interruptRun', [fault.kind, fault.message], Infinity)
    return ended.kind === 'value' ? ended.value : crash(ended.kind)
  }

  function memoryFault(error: string): QueryFault {
    engine.openReserve()
    const { message, name } = JSON.parse(error) as Thrown
    if (name !== 'InternalError' && message !== 'null') throw new Error(`the prelude failed: ${error}`)
    return { ...outOfMemory, wrapped: true }
  }

  return {
    sources,
    load(events, reads) {
      const { columns, numbers, text } = packEvents(events, reads, sources)
      const missing = call('load', [columns, numbers, text], Infinity)
      if (typeof missing === 'string') return Promise.resolve({ missing: JSON.parse(missing) as string[] })
      crashed = missing
      return Promise.resolve({ missing: [] })
    },
    run(missing, limits) {
      const started = performance.now()
      if (limits.now !== undefined) offset = clockOffset(limits.now)
      const text = crashed ?? call('run', [packTexts(missing), limits.events, limits.trace ?? false, offset], limits.milliseconds)
      const handlerTime = performance.now() - started
      if (typeof text !== 'string') return Promise.resolve({ ...nothing, fault: text, handlerTime })
      const outcome = JSON.parse(text) as OutcomeText
      const read = readOutcome(outcome, limits.trace ?? false)
      return Promise.resolve({ ...read, ...(outcome.fault && { fault: eventFault(outcome.fault, locate) }), handlerTime })
    },
    close: () => engine.close(),
  }
}

const clockOffset = (now: number | undefined): number => (now === undefined ? 0 : now - Date.now())

const nothing: Omit<BatchOutcome, 'handlerTime'> = {
  finished: 0,
  handled: 0,
  lastHandled: -1,
  more: false,
  states: new Map(),
  writes: [],
  logs: [],
}

const packTexts = (states: StatesByPartition): string =>
  JSON.stringify([...states].flatMap(([name, { state, result }]) => [name, state, result ?? null]))
