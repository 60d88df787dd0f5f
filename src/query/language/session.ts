// The calls of the host: end the definition phase, load a batch, run it for a while, or end an interrupted call.

import type { StateUse } from '../dialect/state-uses.ts'
import type { makeBodyBuilders } from './body-columns.ts'
import type { executeEvents } from './execution.ts'
import type { readFaults } from './fault.ts'
import type { findReaders, KnownReader } from './found-readers.ts'
import type { writeLate } from './lazy-state.ts'
import type { Language } from './language.ts'
import type { loadBatches } from './loading.ts'
import type { collectOutcome } from './outcome.ts'
import type { keepPartitions } from './partitions.ts'
import type { makeReadEvents } from './read-events.ts'
import type { watchProxies } from './proxies.ts'
import type { runBatches } from './run.ts'
import type { CommonTools } from './tools.ts'
import type { makeTransform } from './transforms.ts'
import type { Time } from './time.ts'

export interface SessionSettings {
  readonly emitEnabled: boolean
  readonly reordersPartitions: boolean
  /** Whether the projection is continuous; decides which queries write running results (projection-language §12.2). */
  readonly continuous: boolean
  /** The clock during the definition phase, in milliseconds since 1970. */
  readonly now: number
  /** The seed of `Math.random()`. */
  readonly seed: number
  /** Whether members may be accessors, or objects proxies. */
  readonly mayHideMembers: boolean
  /** Handlers that only read events. */
  readonly eventReaders: readonly KnownReader[]
  /** Functions that only read and set members of a state. */
  readonly stateUses: readonly StateUse[]
}

/** The parts that need the query's settings or its definition. */
export interface RunParts {
  readonly watchProxies: typeof watchProxies
  readonly makeReadEvents: typeof makeReadEvents
  readonly executeEvents: typeof executeEvents
  readonly writeLate: typeof writeLate
  readonly readFaults: typeof readFaults
  readonly loadBatches: typeof loadBatches
  readonly makeBodyBuilders: typeof makeBodyBuilders
  readonly findReaders: typeof findReaders
  readonly collectOutcome: typeof collectOutcome
  readonly keepPartitions: typeof keepPartitions
  readonly runBatches: typeof runBatches
  readonly makeTransform: typeof makeTransform
}

/** The tools for the host's calls, beside those of all parts. */
interface SessionTools extends CommonTools {
  readonly language: Language
  readonly time: Time
  /** The object that rewritten queries call by the name `helpersName`. */
  readonly helpers: object
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function openSession(common: SessionTools, parts: RunParts) {
  const { p, guest, language, definition, emissions, writer, objects, cut, time, helpers } = common
  const { sources } = definition
  let settings: SessionSettings
  let loading: ReturnType<typeof loadBatches>
  let running: ReturnType<typeof runBatches>

  /**
   * Turns the common session, which is part of an engine's memory image, into that of one query.
   *
   * @param given `SessionSettings` as JSON.
   */
  function begin(given: string): string {
    settings = p.parse(given) as SessionSettings
    time.set(settings.now)
    time.seed(settings.seed)
    emissions.enabled = settings.emitEnabled
    writer.mayHideMembers = settings.mayHideMembers
    if (settings.mayHideMembers) parts.watchProxies(p, writer)
    return ''
  }

  /** @returns the definition as JSON; an API error replaces everything else. */
  function define(): string {
    guest.clock.entries += 1
    language.finish()
    const { refusal } = guest
    // The host reports interruptions itself.
    if (refusal === true) guest.refusal = undefined
    else if (refusal !== undefined) return p.stringify({ __proto__: null, refusal: refusal.message })
    const isPartitioned = sources.byStreams || sources.byCustomPartitions
    const partitions = parts.keepPartitions(p, !isPartitioned || sources.options.biState)
    const tools = { ...common, settings, partitions, faultOf: parts.readFaults(guest, emissions) }
    const outcome = parts.collectOutcome(tools)
    const late = parts.writeLate(tools)
    const transform = parts.makeTransform(guest, definition, emissions, writer)
    const handle = parts.executeEvents({ ...tools, late, transform })
    const readEvents = parts.makeReadEvents(p, settings.eventReaders, objects.forHandler, cut)
    const overtakes = settings.reordersPartitions && (sources.byCustomPartitions || (sources.byStreams && !sources.options.biState))
    loading = parts.loadBatches({ ...tools, readEvents, fillBodies: parts.makeBodyBuilders(p) })
    running = parts.runBatches({ ...tools, loading, outcome, late, handle, overtakes })
    const readers = parts.findReaders(p, definition, readEvents.known, loading.path)
    return p.stringify({ __proto__: null, sources, readers })
  }

  /** @returns message, class and stack of a thrown value, as JSON. */
  function describe(thrown: unknown): string {
    const { message, name, stack } = guest.describe(thrown)
    return p.stringify({ __proto__: null, message, name, stack })
  }

  return {
    guest,
    begin,
    helpers,
    define,
    describe,
    load: (columns: string, buffer: ArrayBuffer, text: string, bodies: string) => loading.load(columns, buffer, text, bodies),
    interruptLoad: (kind: string, message: string) => loading.interrupt(kind, message),
    run(texts: string, events: number, traces: boolean, now: number): string {
      time.set(now)
      return running.run(texts, events, traces)
    },
    interruptRun: (kind: string, message: string) => running.interrupt(kind, message),
  }
}
