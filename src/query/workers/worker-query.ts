// The engine of a query in a Worker that it shares: passes calls on, and translates the ends of calls into faults of queries.

import type { LanguageFacts } from '../../base/release/facts.ts'
import type { QueryFault, QueryOptions } from '../query.ts'
import { crash, interruption } from '../sandbox/faults.ts'
import type { QueryEngine } from '../sandbox/query-engine.ts'
import { definitionTimeout } from '../timeouts.ts'
import type { ThreadOutcome, WorkerThread } from './worker-thread.ts'
import { workerUnavailable } from './worker-thread.ts'

/** Milliseconds for starting an engine, and for parsing or closing a query. */
export const openDeadline = 30_000

export interface WorkerSeat {
  /** Its number in the Worker. */
  readonly query: number
  /** Gives the place in the Worker back. */
  readonly leave: () => void
  /** The query has ended the Worker, or let it die. */
  readonly offend: () => void
  /** Milliseconds of silence beyond the time limit for guest code. */
  readonly grace: number
}

/** The Worker was gone before it could open the query. */
export const lost = Symbol('lost')

/** @param thread a Worker with a prepared engine. */
export async function openWorkerQuery(
  thread: WorkerThread,
  source: string,
  options: QueryOptions,
  { query, leave, offend, grace }: WorkerSeat,
): Promise<QueryEngine | QueryFault | typeof lost> {
  const limit = options.executionTimeout
  /** An event that runs alone is suspect already: together with the first silence it must not take too long. */
  const silenceFor = (events: number): number => limit + (events === 1 ? grace / 2 : grace)
  const opened = await thread.call({ kind: 'open', query, source, options }, openDeadline)
  if (opened.kind === 'lost') return lost
  if (opened.kind !== 'done') offend()
  if (opened.kind === 'dead') throw workerUnavailable(opened.reason)
  if (opened.kind === 'overdue') return interruption('definition', opened.after, definitionTimeout)
  if ('fault' in opened.value) return opened.value.fault

  /** Ends the wait for the call under way. */
  let giveUp = (): void => undefined
  const unlessClosed = <Kind extends 'load' | 'run'>(calling: Promise<ThreadOutcome<Kind>>) =>
    new Promise<ThreadOutcome<Kind>>((resolve, reject) => {
      giveUp = () => resolve({ kind: 'lost' })
      calling.then((outcome) => {
        if (outcome.kind === 'overdue' || outcome.kind === 'dead') offend()
        resolve(outcome)
      }, reject)
    })
  return {
    ...opened.value,
    async load(events, next) {
      const outcome = await unlessClosed(thread.call({ kind: 'load', query, events, next }, silenceFor(next?.events ?? events.count)))
      if (outcome.kind === 'done') return outcome.value
      return outcome.kind === 'lost' ? { missing: [], isLost: true } : { missing: [], crash: deathOf(outcome, 'load', limit) }
    },
    async run(texts, limits, held) {
      const outcome = await unlessClosed(thread.call({ kind: 'run', query, texts, limits, held }, silenceFor(limits.events)))
      if (outcome.kind === 'done') return outcome.value
      return outcome.kind === 'lost' ? { isLost: true, handlerTime: 0 } : { fault: deathOf(outcome, 'run', limit), handlerTime: 0 }
    },
    close() {
      giveUp()
      leave()
      // Where that fails the Worker ends, and its other queries go on elsewhere.
      void thread.call({ kind: 'close', query }, openDeadline).catch(() => undefined)
    },
  }
}

/** Parses a query in a Worker without opening it. */
export async function checkInWorker(
  thread: WorkerThread,
  source: string,
  language: LanguageFacts | undefined,
): Promise<QueryFault | undefined | typeof lost> {
  const checked = await thread.call({ kind: 'check', source, language }, openDeadline)
  if (checked.kind === 'lost') return lost
  if (checked.kind === 'dead') throw workerUnavailable(checked.reason)
  return checked.kind === 'overdue' ? interruption('definition', checked.after, definitionTimeout) : checked.value.fault
}

/** The fault names no event: `RestartableQuery` finds it by running the events again. */
function deathOf(outcome: ThreadOutcome<'load' | 'run'> & { kind: 'overdue' | 'dead' }, what: 'load' | 'run', limit: number): QueryFault {
  return outcome.kind === 'overdue' ? interruption(what, outcome.after, limit) : crash(outcome.reason)
}
