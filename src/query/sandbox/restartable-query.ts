// Keeps the data with which a query restarts in a new engine: after a crash, to find the event that caused it, or after a pause.

import { mergeOutcomes } from '../merge-outcomes.ts'
import type { BatchOutcome, LoadOutcome, OpenedDefinition, Query, QueryEvent, QueryFault, RunLimits, StatesByPartition } from '../query.ts'
import type { SentEvents } from './columns.ts'
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
 * are loaded again, each as a read of its own. After the death of an engine they run one by one until a new engine dies: that event is at
 * fault, and the outcome of the events before it counts.
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

/** An engine, and the means to hand batches to it. */
interface Running {
  readonly engine: QueryEngine
  readonly pack: (events: readonly QueryEvent[], reads: readonly number[]) => SentEvents
}

const runningIn = (engine: QueryEngine): Running => ({
  engine,
  pack: (events, reads) => packEvents(events, reads, engine.sources, engine.needs),
})

class RestartableQuery implements Query, EngineHold {
  readonly definition: OpenedDefinition
  readonly #open: OpenEngine
  readonly #onRest: () => void
  #running: Running | undefined
  #calls = 0
  #isClosed = false
  /** Whether emissions of finished events wait in the engine for the next event. */
  #holds = false
  readonly #texts = new KnownTexts()
  /** The loaded and unfinished events; between runs none of them was handled. */
  #loaded: readonly QueryEvent[] = []
  /** How many of the loaded events run one by one, because one of them killed an engine. */
  #suspects = 0
  /** The event that kills the engine while loading, by the number of loaded events before it. */
  #deadly: { readonly behind: number; readonly fault: QueryFault } | undefined

  constructor(open: OpenEngine, engine: QueryEngine, { isAside = false, onRest = () => undefined }: RestartOptions) {
    this.definition = { sources: engine.sources, isAside }
    this.#open = open
    this.#onRest = onRest
    this.#running = runningIn(engine)
  }

  load(events: readonly QueryEvent[], reads: readonly number[]): Promise<LoadOutcome> {
    return this.#whileBusy(async () => {
      if (!this.#running && !this.#deadly) await this.#restart()
      const before = this.#loaded.length
      this.#loaded = [...this.#loaded, ...events]
      if (this.#running && !this.#deadly && !(await this.#loadInto(this.#running, events, reads))) await this.#findDeadlyEvent(before)
      return { missing: this.#texts.missing() }
    })
  }

  run(missing: StatesByPartition, limits: RunLimits): Promise<BatchOutcome> {
    return this.#whileBusy(() => {
      this.#texts.supply(missing)
      return this.#runSafely(limits)
    })
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  #drop(): void {
    this.#running?.engine.close()
    this.#running = undefined
  }

  release(): boolean {
    if (this.#calls > 0 || this.#holds) return false
    this.#drop()
    return true
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

  async #runOnce(limits: RunLimits): Promise<BatchOutcome> {
    if (this.#deadly?.behind === 0) return { ...emptyOutcome, fault: { ...this.#deadly.fault, event: 0 }, handlerTime: 0 }
    const refused = this.#running ? undefined : await this.#restart()
    if (refused || !this.#running) return { ...emptyOutcome, ...(refused && { fault: refused }), handlerTime: 0 }
    // A script that depends on time or chance may choose other partitions than in the engine before.
    const missing = this.#texts.missing()
    if (missing.length > 0) return { ...emptyOutcome, more: true, missing, handlerTime: 0 }
    const { unlisted, holds, ...outcome } = readReply(await this.#running.engine.run(this.#texts.take(), limits), limits)
    this.#holds = holds
    if (isDeath(outcome)) this.#drop()
    this.#texts.change(outcome.states, unlisted)
    this.#loaded = this.#loaded.slice(outcome.finished)
    this.#suspects -= Math.min(this.#suspects, outcome.finished)
    if (!this.#deadly) return outcome
    this.#deadly = { ...this.#deadly, behind: this.#deadly.behind - outcome.finished }
    return { ...outcome, more: !outcome.fault }
  }

  async #runSafely(limits: RunLimits): Promise<BatchOutcome> {
    if (this.#suspects > 0) return this.#runOneByOne(0, limits)
    const outcome = await this.#runOnce(limits)
    // A query that was closed during the run needs no cause of death.
    if (!isDeath(outcome) || this.#isClosed) return outcome
    this.#suspects = this.#loaded.length
    return this.#runOneByOne(outcome.handlerTime, limits)
  }

  /** Runs the events that were loaded when an engine died one by one, until one kills an engine again or all are done. */
  async #runOneByOne(handlerTime: number, limits: RunLimits): Promise<BatchOutcome> {
    const started = performance.now()
    let outcome: BatchOutcome = { ...emptyOutcome, more: true, handlerTime }
    while (outcome.more && outcome.handled < limits.events && performance.now() - started < limits.milliseconds) {
      const next = await this.#runOnce({ ...limits, events: 1 })
      const fault = next.fault && { ...next.fault, event: next.fault.event ?? 0 }
      outcome = mergeOutcomes(outcome, { ...next, ...(fault && { fault }) })
      if (fault || next.missing) break
    }
    return outcome
  }

  /** @returns a fault where the query does not open again, as its script may depend on time or chance. */
  async #restart(): Promise<QueryFault | undefined> {
    if (this.#isClosed) return crash('it is closed')
    const engine = await this.#open()
    if ('kind' in engine) return engine
    if (this.#isClosed) {
      engine.close()
      return crash('it is closed')
    }
    this.#running = runningIn(engine)
    this.#texts.startAnew()
    const events = this.#loaded.slice(0, this.#deadly?.behind)
    if (events.length > 0 && !(await this.#loadInto(this.#running, events, oneByOne(events)))) await this.#findDeadlyEvent(0)
    return undefined
  }

  /** @returns false where the load killed the engine. */
  async #loadInto({ engine, pack }: Running, events: readonly QueryEvent[], reads: readonly number[]): Promise<boolean> {
    const { missing, crash } = await engine.load(pack(events, reads))
    this.#texts.ask(missing)
    if (!crash || this.#isClosed) return true
    this.#drop()
    this.#deadly = { behind: this.#loaded.length, fault: ofPartitionBy(crash) }
    return false
  }

  /** Loads events one by one into an engine that may die, then all before the deadly one into a new engine. */
  async #findDeadlyEvent(from: number): Promise<void> {
    const { fault } = this.#deadly!
    const scout = await this.#open()
    const behind = 'kind' in scout ? from : await this.#countHarmless(runningIn(scout), from)
    // Where each event alone is harmless the first takes the blame; otherwise this would not end.
    this.#deadly = { behind: behind < this.#loaded.length ? behind : from, fault }
    await this.#restart()
  }

  /** @returns the number of loaded events before the one that kills this engine. */
  async #countHarmless({ engine, pack }: Running, from: number): Promise<number> {
    let behind = from
    while (behind < this.#loaded.length && !(await engine.load(pack([this.#loaded[behind]!], [1]))).crash) behind += 1
    engine.close()
    return behind
  }
}

/** Reads of one event each, so that none is handled ahead of another. */
const oneByOne = (events: readonly QueryEvent[]): readonly number[] => events.map(() => 1)

/** Only a dead engine gives a fault without an event. */
const isDeath = ({ fault }: BatchOutcome): boolean => fault !== undefined && fault.event === undefined
