// A query in a QuickJS engine on the calling thread: definition phase, packed batches, limits, faults in the reference's words.

import type { SentEvents } from './columns.ts'
import type { PreparedSource } from '../dialect/prepare.ts'
import { prepareSource } from '../dialect/prepare.ts'
import type { Engine } from './engine.ts'
import { startEngine } from './engine.ts'
import type { Locate } from './faults.ts'
import { crash, definitionFault, eventFault, interruption, outOfMemory } from './faults.ts'
import { mayHideMembers } from '../plan/hidden-members.ts'
import { definitionTimeout } from './time-limit.ts'
import type { Needs } from '../plan/needs.ts'
import { everything, needsOf } from '../plan/needs.ts'
import { readHead } from './outcome.ts'
import type { FoundReaders } from '../language/found-readers.ts'
import type { Thrown } from '../language/guest.ts'
import type { LoadReply, RunReply } from './protocol.ts'
import type { QueryFault, QueryOptions, RunLimits, Sources } from '../query.ts'
import type { Argument } from './sandbox.ts'
import { validateSources } from '../validate-sources.ts'

/** After a reply with a crash or a fault only `close` is allowed. */
export interface SandboxedQuery {
  readonly sources: Sources
  /** What batches must bring. */
  readonly needs: Needs
  load(events: SentEvents): LoadReply
  /** @param texts names, states and results of partitions by turns, as JSON. */
  run(texts: string, limits: RunLimits): RunReply
  close(): void
}

/** @throws StoreError `sandbox-unavailable`. */
export async function openSandboxedQuery(source: string, options: QueryOptions): Promise<SandboxedQuery | QueryFault> {
  const prepared = await prepareSource(source)
  if ('kind' in prepared) return prepared
  const isPlain = options.plan === 'none'
  const hidesMembers = isPlain || mayHideMembers(source)
  const engine = await startEngine({
    emitEnabled: options.emitEnabled,
    reordersPartitions: options.reordersPartitions,
    continuous: options.continuous ?? true,
    now: options.now ?? Date.now(),
    seed: options.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!,
    mayHideMembers: hidesMembers,
    eventReaders: isPlain ? [] : prepared.eventReaders,
    // Others may come while it runs.
    stateUses: isPlain || prepared.mayRegisterLate ? [] : prepared.stateUses,
  })
  const defined = define(engine, prepared, prepared.mayRegisterLate || hidesMembers)
  return 'kind' in defined ? defined : createSandboxedQuery(engine, defined, options, prepared.locate)
}

interface Defined {
  readonly sources: Sources
  readonly needs: Needs
}

/** The definition phase: an API error comes first, then what the script threw, then the rules of §3.8. */
function define(engine: Engine, { code, locate, eventReaders }: PreparedSource, needsEverything: boolean): Defined | QueryFault {
  const evaluated = engine.evaluate(code, definitionTimeout)
  if (evaluated.kind === 'crashed') return { ...crash(evaluated.cause), wrapped: false }
  const defined = engine.call('define', [], definitionTimeout)
  if (defined.kind === 'crashed') return { ...crash(defined.cause), wrapped: false }
  const { refusal, sources, readers } = (defined.kind === 'value' ? JSON.parse(defined.value) : {}) as {
    refusal?: string
    sources?: Sources
    readers?: FoundReaders
  }
  if (refusal !== undefined) return { kind: 'definition', message: refusal, wrapped: false }
  if (evaluated.kind === 'interrupted') return interruption('definition', evaluated.after, definitionTimeout)
  if (evaluated.kind === 'thrown') return definitionFault(JSON.parse(evaluated.error) as Thrown, locate)
  if (sources === undefined || readers === undefined) return { ...outOfMemory, wrapped: false }
  const message = validateSources(sources)
  if (message !== undefined) return { kind: 'definition', message, wrapped: false }
  return { sources, needs: needsEverything ? everything : needsOf(readers, eventReaders, sources) }
}

const clockOffset = (now: number | undefined): number => (now === undefined ? 0 : now - Date.now())

function createSandboxedQuery(engine: Engine, { sources, needs }: Defined, options: QueryOptions, locate: Locate): SandboxedQuery {
  const limit = options.executionTimeout
  let offset = clockOffset(options.now)

  /**
   * Calls the prelude; where guest code had to be interrupted, or memory ran out, asks it how far it came. Where it cannot say, the engine is
   * dead.
   */
  function call(name: 'load' | 'run', args: readonly Argument[], slice: number): string | QueryFault {
    const called = engine.call(name, args, limit, slice)
    if (called.kind === 'value') return called.value
    if (called.kind === 'crashed') return crash(called.cause)
    const fault = called.kind === 'interrupted' ? interruption(name, called.after, limit) : memoryFault(called.error)
    const ended = engine.call(name === 'load' ? 'interruptLoad' : 'interruptRun', [fault.kind, fault.message], Infinity)
    return ended.kind === 'value' ? ended.value : fault
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
    needs,
    load({ columns, numbers, text, bodies }) {
      const missing = call('load', [columns, numbers, text, bodies], Infinity)
      return typeof missing === 'string' ? { missing: JSON.parse(missing) as string[] } : { missing: [], crash: missing }
    },
    run(texts, limits) {
      const started = performance.now()
      // A clock that is given is shown as it is: between two looks at the platform's a millisecond may end.
      const now = limits.now ?? Date.now() + offset
      if (limits.now !== undefined) offset = clockOffset(limits.now)
      const outcome = call('run', [texts, limits.events, limits.trace ?? false, now], limits.milliseconds)
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
