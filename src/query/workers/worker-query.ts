// The engine of a query in a Worker of its own: passes calls on, and translates the ends of calls into faults of queries.

import type { LanguageFacts } from '../../base/release/facts.ts'
import type { QueryFault, QueryOptions } from '../query.ts'
import { crash, interruption } from '../sandbox/faults.ts'
import type { QueryEngine } from '../sandbox/query-engine.ts'
import { definitionTimeout } from '../sandbox/engine/time-limit.ts'
import type { ThreadOutcome, WorkerThread } from './worker-thread.ts'
import { workerUnavailable } from './worker-thread.ts'

/** Milliseconds for starting an engine, and for parsing a query. */
export const openDeadline = 30_000

export interface WorkerHold {
  /** Marks the Worker as used. */
  readonly touch: () => void
  /** Gives the Worker back. */
  readonly leave: () => void
  /** Milliseconds of silence beyond the time limit for guest code. */
  readonly grace: number
}

/** @param thread a Worker with a prepared engine, which the query now owns. */
export async function openWorkerQuery(
  thread: WorkerThread,
  source: string,
  options: QueryOptions,
  { touch, leave, grace }: WorkerHold,
): Promise<QueryEngine | QueryFault> {
  const limit = options.executionTimeout
  /** An event that runs alone is suspect already: together with the first silence it must not take too long. */
  const silenceFor = (events: number): number => limit + (events === 1 ? grace / 2 : grace)
  const opened = await thread.call({ kind: 'open', source, options }, openDeadline)
  touch()
  if (opened.kind === 'dead') throw workerUnavailable(opened.reason)
  if (opened.kind === 'overdue') return interruption('definition', opened.after, definitionTimeout)
  if ('fault' in opened.value) return opened.value.fault
  return {
    ...opened.value,
    async load(events) {
      touch()
      const outcome = await thread.call({ kind: 'load', events }, silenceFor(events.count))
      return outcome.kind === 'done' ? outcome.value : { missing: [], crash: deathOf(outcome, 'load', limit) }
    },
    async run(texts, limits) {
      touch()
      const outcome = await thread.call({ kind: 'run', texts, limits }, silenceFor(limits.events))
      return outcome.kind === 'done' ? outcome.value : { fault: deathOf(outcome, 'run', limit), handlerTime: 0 }
    },
    close: leave,
  }
}

/** Parses a query in a Worker without opening it. */
export async function checkInWorker(
  thread: WorkerThread,
  source: string,
  language: LanguageFacts | undefined,
): Promise<QueryFault | undefined> {
  const checked = await thread.call({ kind: 'check', source, language }, openDeadline)
  if (checked.kind === 'dead') throw workerUnavailable(checked.reason)
  return checked.kind === 'overdue' ? interruption('definition', checked.after, definitionTimeout) : checked.value.fault
}

/** The fault names no event: `RestartableQuery` finds it by running the events again. */
function deathOf(outcome: Exclude<ThreadOutcome<'load' | 'run'>, { kind: 'done' }>, what: 'load' | 'run', limit: number): QueryFault {
  return outcome.kind === 'overdue' ? interruption(what, outcome.after, limit) : crash(outcome.reason)
}
