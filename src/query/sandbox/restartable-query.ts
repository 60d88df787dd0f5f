// Keeps the data with which a query restarts in a new engine: after a crash, to find the event that caused it, or after a pause.

import { mergeOutcomes } from '../merge-outcomes.ts'
import type { BatchOutcome, LoadOutcome, OpenedDefinition, Query, QueryEvent, QueryFault, RunLimits, StatesByPartition } from '../query.ts'
import { packEvents } from './columns.ts'
import { crash, ofPartitionBy } from './faults.ts'
import { KnownTexts } from './known-texts.ts'
import { emptyOutcome, readReply } from './outcome.ts'
import type { QueryEngine } from './query-engine.ts'

/** The pool's hold on a query's engine. */
export interface EngineHold {
  /** Closes the engine until the query is used again. @returns false where it is in use, or has what no other engine would have. */
  release(): boolean
}

type OpenEngine = () => Promise<QueryEngine | QueryFault>

interface RestartOptions {
  /** Whether engines run on other threads. */
  readonly isAside?: boolean
  /** Receives the hold once the query is open. */
  readonly onOpen?: (hold: EngineHold) => void
  /** Called whenever the last call on the query has ended. */
  readonly onRest?: () => void
}

/**
 * Opens a query that survives its engine. A new engine gets the texts of all partitions of the old one, so it loses only what the
 * reference loses too: globals and live values, and by a death also the emissions that wait for the next event. The unfinished events
 * are loaded again, each as a read of its own. After the death of an engine they are loaded and run one by one until a new engine dies:
 * that event is at fault, and the outcome of the events before it counts.
 *
 * @param open starts an engine, each time with the same source.
 */
export async function openRestartable(open: OpenEngine, options: RestartOptions = {}): Promise<Query | QueryFault> {
  const engine = await open()
  if ('kind' in engine) return engine
  const query = new RestartableQuery(open, engine, options)
  options.onOpen?.(query)
  return query
}

class RestartableQuery implements Query, EngineHold {
  readonly definition: OpenedDefinition
  readonly #open: OpenEngine
  readonly #onRest: () => void
  #engine: QueryEngine | undefined
  #calls = 0
  #isClosed = false
  /** Whether emissions of finished events wait in the engine for the next event. */
  #holds = false
  readonly #texts = new KnownTexts()
  /** The loaded and unfinished events; between runs none of them was handled. */
  #loaded: readonly QueryEvent[] = []
  /** How many of them the engine has. */
  #given = 0
  /** How many of them run one by one, because one of them killed an engine. */
  #suspects = 0

  constructor(open: OpenEngine, engine: QueryEngine, { isAside = false, onRest = () => undefined }: RestartOptions) {
    this.definition = { sources: engine.sources, isAside }
    this.#open = open
    this.#onRest = onRest
    this.#engine = engine
  }

  load(events: readonly QueryEvent[], reads: readonly number[]): Promise<LoadOutcome> {
    return this.#whileBusy(async () => {
      if (this.#isBehind) await this.#catchUp()
      this.#loaded = [...this.#loaded, ...events]
      if (this.#suspects === 0) await this.#give(events, reads)
      return { missing: this.#texts.missing() }
    })
  }

  run(missing: StatesByPartition, limits: RunLimits): Promise<BatchOutcome> {
    return this.#whileBusy(() => {
      this.#texts.supply(missing)
      return this.#run(limits)
    })
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  release(): boolean {
    if (this.#calls > 0 || this.#holds) return false
    this.#drop()
    return true
  }

  #drop(): void {
    this.#engine?.close()
    this.#engine = undefined
    this.#given = 0
  }

  async #whileBusy<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#calls += 1
    try {
      return await work()
    } finally {
      this.#calls -= 1
      if (this.#calls === 0) this.#onRest()
    }
  }

  async #run(limits: RunLimits): Promise<BatchOutcome> {
    const refused = this.#isBehind ? await this.#catchUp() : undefined
    if (refused) return { ...emptyOutcome, fault: refused, handlerTime: 0 }
    if (this.#suspects > 0) return await this.#runOneByOne(0, limits)
    const outcome = await this.#runLoaded(limits)
    // A query that was closed during the run needs no cause of death.
    if (!isDeath(outcome) || this.#isClosed) return outcome
    this.#suspects = this.#loaded.length
    return await this.#runOneByOne(outcome.handlerTime, limits)
  }

  /** Runs events in engines that have no later ones, until one kills an engine again or the run is over. */
  async #runOneByOne(handlerTime: number, limits: RunLimits): Promise<BatchOutcome> {
    const started = performance.now()
    let outcome: BatchOutcome = { ...emptyOutcome, more: true, handlerTime }
    while (outcome.more && outcome.handled < limits.events && performance.now() - started < limits.milliseconds) {
      const next = await this.#runNext({ ...limits, events: 1 })
      const fault = next.fault && { ...next.fault, event: next.fault.event ?? 0 }
      outcome = mergeOutcomes(outcome, { ...next, ...(fault && { fault }) })
      if (fault || next.missing) break
    }
    return outcome
  }

  async #runNext(limits: RunLimits): Promise<BatchOutcome> {
    const fault = (await this.#start()) ?? (this.#given === 0 ? await this.#give(this.#loaded.slice(0, 1), [1]) : undefined)
    return fault ? { ...emptyOutcome, fault, handlerTime: 0 } : await this.#runLoaded(limits)
  }

  async #runLoaded(limits: RunLimits): Promise<BatchOutcome> {
    if (!this.#engine) return { ...emptyOutcome, fault: closed(), handlerTime: 0 }
    // A script that depends on time or chance may choose other partitions than in the engine before.
    const missing = this.#texts.missing()
    if (missing.length > 0) return { ...emptyOutcome, more: true, missing, handlerTime: 0 }
    const { unlisted, holds, ...outcome } = readReply(await this.#engine.run(this.#texts.take(), limits), limits)
    this.#holds = holds
    this.#texts.change(outcome.states, unlisted)
    this.#loaded = this.#loaded.slice(outcome.finished)
    this.#given -= outcome.finished
    this.#suspects -= Math.min(this.#suspects, outcome.finished)
    if (isDeath(outcome)) this.#drop()
    return { ...outcome, more: !outcome.fault && this.#loaded.length > 0 }
  }

  /** Whether no engine has all loaded events, and none of them is suspect. */
  get #isBehind(): boolean {
    return this.#suspects === 0 && (!this.#engine || this.#given < this.#loaded.length)
  }

  /** Gives a new engine, or one that ran suspects, the other events. @returns a fault where the query does not open again. */
  async #catchUp(): Promise<QueryFault | undefined> {
    const refused = await this.#start()
    const events = this.#loaded.slice(this.#given)
    // Reads of one event each, so that none is handled ahead of another.
    if (!refused && events.length > 0) await this.#give(events, Array(events.length).fill(1))
    return refused
  }

  /** @returns a fault where the query does not open again, as its script may depend on time or chance. */
  async #start(): Promise<QueryFault | undefined> {
    if (this.#engine) return undefined
    if (this.#isClosed) return closed()
    const engine = await this.#open()
    if ('kind' in engine) return engine
    if (this.#isClosed) {
      engine.close()
      return closed()
    }
    this.#engine = engine
    this.#texts.startAnew()
    return undefined
  }

  /** @returns the fault where that killed the engine; the loaded events then are suspects. */
  async #give(events: readonly QueryEvent[], reads: readonly number[]): Promise<QueryFault | undefined> {
    const engine = this.#engine
    if (!engine) return undefined
    const { missing, crash } = await engine.load(packEvents(events, reads, engine.sources, engine.needs))
    this.#texts.ask(missing)
    this.#given += events.length
    if (!crash || this.#isClosed) return undefined
    this.#drop()
    this.#suspects = this.#loaded.length
    return ofPartitionBy(crash)
  }
}

const closed = (): QueryFault => crash('it is closed')

/** Only a dead engine gives a fault without an event. */
const isDeath = ({ fault }: BatchOutcome): boolean => fault !== undefined && fault.event === undefined
