// A query in a QuickJS engine on the calling thread: definition phase, packed batches, limits, and faults worded as the server does.

import { defaultLanguage } from '../../base/release/releases.ts'
import type { PreparedSource } from '../dialect/source/prepare.ts'
import { Effort } from '../dialect/source/effort.ts'
import { prepareSource, tookTooLong } from '../dialect/source/prepare.ts'
import type { Argument, Engine } from './engine/engine.ts'
import { startEngine } from './engine/engine.ts'
import type { Locate } from './faults.ts'
import { crash, definitionFault, eventFault, interruption, outOfMemory } from './faults.ts'
import { needsOf } from '../plan/needs.ts'
import type { Plan } from '../plan/plan.ts'
import { noPlan, planOf } from '../plan/plan.ts'
import type { RunReport } from '../language/run/outcome.ts'
import type { FoundReaders } from '../plan/guest/findings.ts'
import type { Thrown } from '../language/guest.ts'
import type { LoadReply, QueryEngine, RunReply } from './query-engine.ts'
import type { QueryFault, QueryOptions, RunLimits, Sources } from '../query.ts'
import type { SentEvents } from './columns.ts'
import { definitionTimeout } from '../timeouts.ts'
import { validateSources } from '../validate-sources.ts'

/** @throws StoreError `sandbox-unavailable`. */
export async function openSandboxedQuery(source: string, options: QueryOptions): Promise<QueryEngine | QueryFault> {
  const { language = defaultLanguage } = options
  const effort = new Effort(definitionTimeout)
  const prepared = await prepareSource(source, { marksLines: options.marksLines ?? false, language, effort }).catch(tookTooLong)
  if ('kind' in prepared) return prepared
  const plan = options.plan === 'none' || options.marksLines ? noPlan : planOf(prepared.tree, prepared.codeOf)
  const engine = await startEngine({
    emitEnabled: options.emitEnabled,
    reordersPartitions: options.reordersPartitions,
    continuous: options.continuous ?? true,
    now: options.now ?? Date.now(),
    seed: options.seed ?? Math.floor(Math.random() * 2 ** 32),
    language,
    isSecondEngine: options.engine === 2,
    mayHideMembers: plan.mayHideMembers,
    eventReaders: plan.eventReaders,
    stateUses: plan.stateUses,
  })
  for (let waking = engine.wake(); waking; waking = engine.wake()) await waking
  const defined = define(engine, prepared, plan, { version: options.engine, spent: effort.took })
  if (!('kind' in defined)) return createSandboxedQuery(engine, defined, options, prepared.locate)
  engine.close()
  return defined
}

type Defined = Pick<QueryEngine, 'sources' | 'needs'>

/**
 * The definition phase: an API error comes first, then the script's exception, then the rules of §3.8.
 *
 * @param spent milliseconds of the limit that parsing and translating have taken.
 */
function define(
  engine: Engine,
  { code, locate }: PreparedSource,
  plan: Plan,
  { version, spent }: { readonly version: QueryOptions['engine']; readonly spent: number },
): Defined | QueryFault {
  const evaluated = engine.evaluate(code, definitionTimeout - spent)
  if (evaluated.kind === 'crashed') return { ...crash(evaluated.cause), wrapped: false }
  const defined = engine.call('define', [], definitionTimeout)
  if (defined.kind === 'crashed') return { ...crash(defined.cause), wrapped: false }
  const { refusal, sources, readers } = (defined.kind === 'value' ? JSON.parse(defined.value) : {}) as {
    refusal?: string
    sources?: Sources
    readers?: FoundReaders
  }
  if (refusal !== undefined) return { kind: 'definition', message: refusal, wrapped: false }
  if (evaluated.kind === 'interrupted') return interruption('definition', evaluated.after + spent, definitionTimeout)
  if (evaluated.kind === 'thrown') return definitionFault(JSON.parse(evaluated.error) as Thrown, locate)
  if (sources === undefined || readers === undefined) return { ...outOfMemory, wrapped: false }
  const message = validateSources(sources, version)
  if (message !== undefined) return { kind: 'definition', message, wrapped: false }
  return { sources, needs: needsOf(plan, readers, sources) }
}

const clockOffset = (now: number | undefined): number => (now === undefined ? 0 : now - Date.now())

function createSandboxedQuery(engine: Engine, { sources, needs }: Defined, options: QueryOptions, locate: Locate): QueryEngine {
  const limit = options.executionTimeout
  let offset = clockOffset(options.now)

  /**
   * Calls the session. After an interruption, or without memory, asks it for the outcome so far; where it cannot answer, the engine
   * is dead.
   */
  function call(name: 'load' | 'run', args: readonly Argument[], slice: number): string | QueryFault {
    const called = engine.call(name, args, limit, slice)
    if (called.kind === 'value') return called.value
    if (called.kind === 'crashed') return crash(called.cause)
    const fault = called.kind === 'interrupted' ? interruption(name, called.after, limit) : thrownFault(called.error)
    const ended = engine.call(name === 'load' ? 'interruptLoad' : 'interruptRun', [fault.kind, fault.message], Infinity)
    return ended.kind === 'value' ? ended.value : fault
  }

  /** Handlers' exceptions never come so far: memory is full, or the language has failed. */
  function thrownFault(error: string): QueryFault {
    engine.openReserve()
    const { message, name } = JSON.parse(error) as Thrown
    // Without memory for an error object the engine throws null.
    return name === 'InternalError' || message === 'null' ? { ...outOfMemory, wrapped: true } : crash(error)
  }

  /** Calls once the engine is awake. */
  function whenAwake<Reply>(reply: () => Reply): Reply | Promise<Reply> {
    const waking = engine.wake()
    return waking ? waking.then(() => whenAwake(reply)) : reply()
  }

  return {
    sources,
    needs,
    load: (events) => whenAwake(() => load(events)),
    run: (texts, limits, held) => whenAwake(() => run(texts, limits, held)),
    close: () => engine.close(),
  }

  function load({ columns, text }: SentEvents): LoadReply {
    const missing = call('load', [columns, text], Infinity)
    return typeof missing === 'string' ? { missing: JSON.parse(missing) as string[] } : { missing: [], crash: missing }
  }

  function run(texts: string, limits: RunLimits, held: string): RunReply {
    const started = performance.now()
    // A given clock is passed on exactly: between two reads of the platform's clock a millisecond may end.
    const now = limits.now ?? Date.now() + offset
    if (limits.now !== undefined) offset = clockOffset(limits.now)
    const report = call('run', [texts, limits.events, limits.trace ?? false, now, held], limits.milliseconds)
    const handlerTime = performance.now() - started
    if (typeof report !== 'string') return { fault: report, handlerTime }
    const fault = readFault(report)
    return { report, handlerTime, ...(fault && { fault: eventFault(fault, locate) }) }
  }
}

/** Faults are rare and stand at the end, so a report without one need not be parsed here. */
const readFault = (report: string) => (report.endsWith('"fault":null}') ? null : (JSON.parse(report) as RunReport).fault)
