// A query in a QuickJS engine on the calling thread: definition phase, packed batches, limits, faults in the reference's words.

import type { PackedEvents } from './columns.ts'
import type { PreparedSource } from './dialect/prepare.ts'
import { prepareSource } from './dialect/prepare.ts'
import type { Engine } from './engine.ts'
import { startEngine } from './engine.ts'
import type { Locate } from './faults.ts'
import { crash, definitionFault, eventFault, interruption, outOfMemory } from './faults.ts'
import { mayHideMembers } from './hidden-members.ts'
import { definitionTimeout } from './limits.ts'
import { readHead } from './outcome.ts'
import type { Thrown } from './prelude/guest.ts'
import type { LoadReply, RunReply } from './protocol.ts'
import type { QueryFault, QueryOptions, RunLimits, Sources } from './query.ts'
import type { Argument } from './sandbox.ts'
import { validateSources } from './validate-sources.ts'

/** After a reply with a crash or a fault only `close` is allowed. */
export interface SandboxedQuery {
  readonly sources: Sources
  load(events: PackedEvents): LoadReply
  /** @param texts names, states and results of partitions by turns, as JSON. */
  run(texts: string, limits: RunLimits): RunReply
  close(): void
}

/** @throws StoreError `sandbox-unavailable`. */
export async function openSandboxedQuery(source: string, options: QueryOptions): Promise<SandboxedQuery | QueryFault> {
  const prepared = await prepareSource(source)
  if ('kind' in prepared) return prepared
  const engine = await startEngine({
    emitEnabled: options.emitEnabled,
    reordersPartitions: options.reordersPartitions,
    continuous: options.continuous ?? true,
    now: options.now ?? Date.now(),
    seed: options.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!,
    mayHideMembers: mayHideMembers(source),
    eventReaders: prepared.eventReaders,
  })
  const sources = define(engine, prepared)
  return 'kind' in sources ? sources : createSandboxedQuery(engine, sources, options, prepared.locate)
}

/** The definition phase: an API error comes first, then what the script threw, then the rules of §3.8. */
function define(engine: Engine, { code, locate }: PreparedSource): Sources | QueryFault {
  const evaluated = engine.evaluate(code, definitionTimeout)
  if (evaluated.kind === 'crashed') return { ...crash(evaluated.cause), wrapped: false }
  const defined = engine.call('define', [], definitionTimeout)
  if (defined.kind === 'crashed') return { ...crash(defined.cause), wrapped: false }
  const { refusal, sources } = (defined.kind === 'value' ? JSON.parse(defined.value) : {}) as { refusal?: string; sources?: Sources }
  if (refusal !== undefined) return { kind: 'definition', message: refusal, wrapped: false }
  if (evaluated.kind === 'interrupted') return interruption('definition', evaluated.after, definitionTimeout)
  if (evaluated.kind === 'thrown') return definitionFault(JSON.parse(evaluated.error) as Thrown, locate)
  return sources === undefined ? { ...outOfMemory, wrapped: false } : validated(sources)
}

function validated(sources: Sources): Sources | QueryFault {
  const message = validateSources(sources)
  return message === undefined ? sources : { kind: 'definition', message, wrapped: false }
}

const clockOffset = (now: number | undefined): number => (now === undefined ? 0 : now - Date.now())

function createSandboxedQuery(engine: Engine, sources: Sources, options: QueryOptions, locate: Locate): SandboxedQuery {
  const limit = options.executionTimeout
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
    // Where there is no memory for an error object, null is thrown.
    if (name !== 'InternalError' && message !== 'null') throw new Error(`the prelude failed: ${error}`)
    return { ...outOfMemory, wrapped: true }
  }

  return {
    sources,
    load({ columns, numbers, text }) {
      const missing = call('load', [columns, numbers, text], Infinity)
      return typeof missing === 'string' ? { missing: JSON.parse(missing) as string[] } : { missing: [], crash: missing }
    },
    run(texts, limits) {
      const started = performance.now()
      if (limits.now !== undefined) offset = clockOffset(limits.now)
      const outcome = call('run', [texts, limits.events, limits.trace ?? false, Date.now() + offset], limits.milliseconds)
      const handlerTime = performance.now() - started
      if (typeof outcome !== 'string') return { fault: outcome, handlerTime }
      const fault = readFault(outcome)
      return { outcome, handlerTime, ...(fault && { fault: eventFault(fault, locate) }) }
    },
    close: () => engine.close(),
  }
}

/** Faults are rare and stand at the end of the head: where there is none, it is not parsed for it. */
function readFault(outcome: string) {
  const none = '"fault":null}'
  return outcome.startsWith(none, outcome.indexOf('\n') - none.length) ? null : readHead(outcome).head.fault
}
