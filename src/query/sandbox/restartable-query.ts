// Keeps the data with which a query restarts in a new engine: after a crash, to find the event that caused it, or after a pause.

import { crash, ofPartitionBy } from './faults.ts'
import { mergeOutcomes } from '../merge-outcomes.ts'
import type { MortalQuery } from './packed-query.ts'
import { emptyOutcome } from './packed-query.ts'
import type {
  BatchOutcome,
  BodyCollector,
  LoadOutcome,
  PartitionTexts,
  Query,
  QueryEvent,
  QueryFault,
  RunLimits,
  StatesByPartition,
} from '../query.ts'

/** The pool's hold on a query's engine. */
export interface EngineHold {
  /** Closes the engine until the query is used again. @returns false where it is in use. */
  release(): boolean
}

/**
 * Opens a query that survives its engine. A new engine gets the texts of all partitions of the old one, so it loses only what the
 * reference loses too: globals and live values. After the death of an engine the loaded events run again one by one until a new
 * engine dies: that event is at fault, and the outcome of the events before it counts.
 *
 * @param open starts an engine, each time with the same source.
 * @param onOpen receives the hold once the query is open.
 * @param onRest is called whenever the last call on the query has ended.
 */
export async function openRestartable(
  open: () => Promise<MortalQuery | QueryFault>,
  onOpen: (hold: EngineHold) => void = () => undefined,
  onRest: () => void = () => undefined,
): Promise<Query | QueryFault> {
  const opened = await open()
  if ('kind' in opened) return opened
  const query = new RestartableQuery(open, opened, onRest)
  onOpen(query)
  return query
}

class RestartableQuery implements Query, EngineHold {
  readonly sources: Query['sources']
  readonly isAside: boolean
  readonly collectBodies: () => BodyCollector | undefined
  readonly prepare?: Query['prepare']
  readonly #open: () => Promise<MortalQuery | QueryFault>
  readonly #onRest: () => void
  #engine: MortalQuery | undefined
  #calls = 0
  #isClosed = false
  readonly #texts = new Map<string, PartitionTexts>()
  /** Partitions whose texts were supplied; one without texts here has none at all. */
  readonly #answered = new Set<string>()
  /** Partitions that the engine waits for. */
  #wanted: readonly string[] = []
  readonly #loaded = new LoadedEvents()
  /** How many of the loaded events run one by one, because one of them killed an engine. */
  #suspects = 0
  /** The event that kills the engine while loading, by the number of loaded events before it. */
  #deadly: { readonly behind: number; readonly fault: QueryFault } | undefined

  constructor(open: () => Promise<MortalQuery | QueryFault>, engine: MortalQuery, onRest: () => void) {
    this.#open = open
    this.#onRest = onRest
    this.#engine = engine
    this.sources = engine.sources
    this.isAside = engine.isAside ?? false
    this.collectBodies = () => this.#engine?.collectBodies?.()
    // Announced batches are lost with their engine: the next one gets whole batches.
    if (engine.prepare) this.prepare = (events, reads, bodies) => this.#engine?.prepare?.(events, reads, bodies)
  }

  load(events: readonly QueryEvent[], reads: readonly number[], bodies?: BodyCollector): Promise<LoadOutcome> {
    return this.#whileBusy(async () => {
      const before = this.#loaded.events.length
      this.#loaded.add(events, reads)
      if (this.#deadly) return { missing: [] }
      if (!this.#engine) await this.#restart()
      else if (!(await this.#loadInto(this.#engine, events, reads, bodies))) await this.#findDeadlyEvent(before)
      return { missing: this.#wanted.filter((name) => !this.#answered.has(name)) }
    })
  }

  run(missing: StatesByPartition, limits: RunLimits): Promise<BatchOutcome> {
    return this.#whileBusy(async () => {
      for (const [name, texts] of missing) this.#texts.set(name, texts)
      for (const name of this.#wanted) this.#answered.add(name)
      return this.#runSafely(limits)
    })
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  #drop(): void {
    this.#engine?.close()
    this.#engine = undefined
  }

  release(): boolean {
    if (this.#calls > 0) return false
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
    const refused = this.#engine ? undefined : await this.#restart()
    if (refused || !this.#engine) return { ...emptyOutcome, ...(refused && { fault: refused }), handlerTime: 0 }
    const supply = new Map(this.#wanted.flatMap((name) => (this.#texts.has(name) ? [[name, this.#texts.get(name)!] as const] : [])))
    this.#wanted = []
    const outcome = await this.#engine.run(supply, limits)
    if (isDeath(outcome)) this.#drop()
    for (const [name, { state, result }] of outcome.states) this.#texts.set(name, { state, result })
    this.#loaded.finish(outcome.finished)
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
    this.#suspects = this.#loaded.events.length
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
      if (fault) break
    }
    return outcome
  }

  /** @returns a fault where the query does not open again, as its script may depend on time or chance. */
  async #restart(): Promise<QueryFault | undefined> {
    if (this.#isClosed) return crash('it is closed')
    const engine = await this.#open()
    if ('kind' in engine) return engine
    this.#engine = engine
    this.#wanted = []
    const { events, reads } = this.#loaded.upTo(this.#deadly?.behind ?? Infinity)
    if (events.length > 0 && !(await this.#loadInto(engine, events, reads))) await this.#findDeadlyEvent(0)
    return undefined
  }

  /** @returns false where the load killed the engine. */
  async #loadInto(engine: MortalQuery, events: readonly QueryEvent[], reads: readonly number[], bodies?: BodyCollector): Promise<boolean> {
    const { missing, crash } = await engine.load(events, reads, bodies)
    this.#wanted = [...this.#wanted, ...missing]
    if (!crash || this.#isClosed) return true
    this.#drop()
    this.#deadly = { behind: this.#loaded.events.length, fault: ofPartitionBy(crash) }
    return false
  }

  /** Loads events one by one into an engine that may die, then all before the deadly one into a new engine. */
  async #findDeadlyEvent(from: number): Promise<void> {
    const { fault } = this.#deadly!
    const scout = await this.#open()
    let behind = from
    if (!('kind' in scout)) {
      const { events } = this.#loaded
      while (behind < events.length && !(await scout.load([events[behind]!], [1])).crash) behind += 1
      scout.close()
    }
    // Where each event alone is harmless the first takes the blame; otherwise this would not end.
    this.#deadly = { behind: behind < this.#loaded.events.length ? behind : from, fault }
    await this.#restart()
  }
}

/** Only a dead engine gives a fault without an event. */
const isDeath = ({ fault }: BatchOutcome): boolean => fault !== undefined && fault.event === undefined

/** Loaded and unfinished events, with the reads that brought them. */
class LoadedEvents {
  events: readonly QueryEvent[] = []
  #reads: readonly number[] = []

  add(events: readonly QueryEvent[], reads: readonly number[]): void {
    const rest = events.length - reads.reduce((sum, count) => sum + count, 0)
    this.events = [...this.events, ...events]
    this.#reads = [...this.#reads, ...reads, ...(rest > 0 ? [rest] : [])]
  }

  finish(count: number): void {
    this.#reads = cutReads(this.#reads, count, this.events.length)
    this.events = this.events.slice(count)
  }

  upTo(end: number): { readonly events: readonly QueryEvent[]; readonly reads: readonly number[] } {
    return { events: this.events.slice(0, end), reads: cutReads(this.#reads, 0, end) }
  }
}

/** The reads of the events from `start` to `end`. */
function cutReads(reads: readonly number[], start: number, end: number): number[] {
  let at = 0
  return reads.flatMap((count) => {
    const [from, to] = [Math.max(start, at), Math.min(end, at + count)]
    at += count
    return to > from ? [to - from] : []
  })
}
