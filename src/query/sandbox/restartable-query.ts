// Keeps the data with which a query restarts in a new engine: after a crash, to find the event that caused it, or after the loss of its engine.

import { yieldToOthers } from '../../base/time/time-slice.ts'
import { mergeOutcomes } from '../merge-outcomes.ts'
import type { BatchOutcome, LoadOutcome, OpenedDefinition, Query, QueryEvent, QueryFault, RunLimits, StatesByPartition } from '../query.ts'
import { packEvents } from './columns.ts'
import { crash, ofPartitionBy } from './faults.ts'
import { KnownTexts } from './known-texts.ts'
import { emptyOutcome, readReply } from './outcome.ts'
import type { QueryEngine, RunReply } from './query-engine.ts'

/** A report of so many characters is read in a task of its own: an engine on this thread has spent as long on writing it, as its commit will. */
const longReport = 1_000_000

type OpenEngine = () => Promise<QueryEngine | QueryFault>

interface RestartOptions {
  /** Whether engines run on other threads. */
  readonly isAside?: boolean
}

/**
 * Opens a query that survives its engine. A new engine gets the texts of all partitions of the old one, and the emissions that wait for
 * the next event, so it loses only what a restart of the server loses too: globals and live values. The unfinished events are loaded
 * again. After the death of an engine they are loaded and run one by one until a new engine dies: that event is at fault, and the outcome
 * of the events before it counts. An engine that was lost because of another query is replaced, and nothing else happens.
 *
 * @param open starts an engine, each time with the same source.
 */
export async function openRestartable(open: OpenEngine, options: RestartOptions = {}): Promise<Query | QueryFault> {
  const engine = await open()
  if ('kind' in engine) return engine
  return new RestartableQuery(open, engine, options)
}

class RestartableQuery implements Query {
  readonly definition: OpenedDefinition
  readonly #open: OpenEngine
  #engine: QueryEngine | undefined
  #isClosed = false
  readonly #texts = new KnownTexts()
  /** The loaded and unfinished events; between runs none of them was handled. */
  #loaded: readonly QueryEvent[] = []
  /** How many of them each read of the source brought. */
  #reads: readonly number[] = []
  /** How many of them the engine has. */
  #given = 0
  /** How many of them run one by one, because one of them killed an engine. */
  #suspects = 0
  /** The reply to a run that the engine has begun at once. */
  #ran: RunReply | undefined
  /** Emissions of finished events that wait for the next event, as JSON. */
  #held = ''
  /** Whether the engine has them. */
  #hasHeld = true

  constructor(open: OpenEngine, engine: QueryEngine, { isAside = false }: RestartOptions) {
    this.definition = { sources: engine.sources, isAside }
    this.#open = open
    this.#engine = engine
  }

  async load(events: readonly QueryEvent[], reads: readonly number[], next?: RunLimits): Promise<LoadOutcome> {
    // What one engine after another has left behind goes its own way.
    const isPlain = this.definition.isAside && !this.#isBehind && this.#suspects === 0 && this.#hasHeld && !this.#texts.areAwaited
    const rest = events.length - reads.reduce((sum, read) => sum + read, 0)
    this.#loaded = [...this.#loaded, ...events]
    this.#reads = [...this.#reads, ...reads, ...(rest > 0 ? [rest] : [])]
    // Where the query does not open again, the run says so.
    await this.#catchUp(isPlain ? next : undefined)
    return { missing: this.#texts.missing() }
  }

  run(missing: StatesByPartition, limits: RunLimits): Promise<BatchOutcome> {
    this.#texts.supply(missing)
    return this.#run(limits)
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  #drop(): undefined {
    this.#engine?.close()
    this.#engine = undefined
    this.#ran = undefined
    this.#given = 0
  }

  async #run(limits: RunLimits): Promise<BatchOutcome> {
    for (;;) {
      const refused = this.#isBehind ? await this.#catchUp() : undefined
      if (refused) return { ...emptyOutcome, fault: refused, handlerTime: 0 }
      if (this.#suspects > 0) return await this.#runOneByOne(0, limits)
      const outcome = await this.#runLoaded(limits)
      if (!outcome) continue
      // A query that was closed during the run needs no cause of death.
      if (!isDeath(outcome) || this.#isClosed) return outcome
      this.#suspects = this.#loaded.length
      return await this.#runOneByOne(outcome.handlerTime, limits)
    }
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
    for (;;) {
      const fault = (await this.#start()) ?? (this.#given === 0 ? await this.#give(this.#loaded.slice(0, 1), [1]) : undefined)
      const outcome = fault ? { ...emptyOutcome, fault, handlerTime: 0 } : await this.#runLoaded(limits)
      if (outcome) return outcome
    }
  }

  /** @returns undefined if the engine was lost. */
  async #runLoaded(limits: RunLimits): Promise<BatchOutcome | undefined> {
    if (!this.#engine) return undefined
    // A script that depends on time or chance may choose other partitions than in the engine before.
    const missing = this.#texts.missing()
    if (missing.length > 0) return { ...emptyOutcome, more: true, missing, handlerTime: 0 }
    const reply = this.#ran ?? (await this.#engine.run(this.#texts.take(), limits, this.#hasHeld ? '' : this.#held))
    this.#ran = undefined
    if (reply.isLost) return this.#drop()
    const isLong = (reply.report?.length ?? 0) > longReport
    if (isLong) await yieldToOthers()
    const { unlisted, held, ...outcome } = readReply(reply, limits)
    if (isLong) await yieldToOthers()
    this.#texts.change(outcome.states, unlisted)
    this.#finish(outcome.finished)
    if (isDeath(outcome)) this.#drop()
    else {
      this.#held = held
      this.#hasHeld = true
    }
    return { ...outcome, more: !outcome.fault && this.#loaded.length > 0 }
  }

  #finish(finished: number): void {
    this.#loaded = this.#loaded.slice(finished)
    this.#given -= finished
    this.#suspects -= Math.min(this.#suspects, finished)
    let left = finished
    // What is left of a read becomes reads of one event each, so that none is handled ahead of another.
    this.#reads = this.#reads.flatMap((read) => {
      const rest = Math.max(0, read - left)
      const isWhole = left <= 0
      left -= read
      return rest === 0 ? [] : isWhole ? [read] : Array<number>(rest).fill(1)
    })
  }

  /** Whether no engine has all loaded events, and none of them is suspect. */
  get #isBehind(): boolean {
    return this.#suspects === 0 && (!this.#engine || this.#given < this.#loaded.length)
  }

  /** Gives the engine the events that it lacks, unless one of them is suspect. @returns a fault where the query does not open again. */
  async #catchUp(next?: RunLimits): Promise<QueryFault | undefined> {
    for (let limits = next; this.#isBehind; limits = undefined) {
      const refused = await this.#start()
      if (refused) return refused
      const events = this.#loaded.slice(this.#given)
      if (events.length > 0) await this.#give(events, this.#reads.slice(this.#firstReadLeft()), limits)
    }
    return undefined
  }

  /** Engines get whole reads. */
  #firstReadLeft(): number {
    let events = 0
    return this.#reads.findIndex((read) => (events += read) > this.#given)
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
    this.#hasHeld = this.#held === ''
    this.#texts.startAnew()
    return undefined
  }

  /** @returns the fault where that killed the engine; the loaded events then are suspects. Where the engine was lost there is none. */
  async #give(events: readonly QueryEvent[], reads: readonly number[], next?: RunLimits): Promise<QueryFault | undefined> {
    const engine = this.#engine
    if (!engine) return undefined
    const { missing, crash, ran, isLost } = await engine.load(packEvents(events, reads, engine.sources, engine.needs), next)
    if (isLost) return this.#drop()
    this.#ran = ran
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
