// A query in a Worker of its own: sends batches and calls, and translates the ends of calls into faults of queries.

import type { PackedEvents } from '../sandbox/columns.ts'
import { crash, interruption } from '../sandbox/faults.ts'
import { definitionTimeout } from '../sandbox/time-limit.ts'
import type { MortalQuery } from '../sandbox/packed-query.ts'
import { unpacked } from '../sandbox/packed-query.ts'
import type { QueryFault, QueryOptions, Sources } from '../query.ts'
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
): Promise<MortalQuery | QueryFault> {
  const limit = options.executionTimeout
  /** An event that runs alone is suspect already: together with the first silence it must not take too long. */
  const silenceFor = (events: number): number => limit + (events === 1 ? grace / 2 : grace)
  const opened = await thread.call({ kind: 'open', source, options }, openDeadline)
  touch()
  if (opened.kind === 'dead') throw workerUnavailable(opened.reason)
  if (opened.kind === 'overdue') return interruption('definition', opened.after, definitionTimeout)
  if ('fault' in opened.value) return opened.value.fault
  const { sources, needs } = opened.value
  const missingIn = sources.byCustomPartitions ? undefined : askedPartitions(sources)
  /** How many batches were sent; calls refer to batches by number. */
  let sent = 0
  const send = ({ columns, numbers, text, bodies }: PackedEvents): void => {
    sent += 1
    thread.send({ kind: 'send', batch: sent, events: { columns, numbers, text, bodies } })
  }
  /** Batches for the next run to load: where the missing partitions are known here, a separate call would only cost time. */
  let loads: number[] = []
  const query = unpacked({
    sources,
    needs,
    send,
    load: async (events, isSent) => {
      touch()
      if (!isSent) send(events)
      if (missingIn) {
        loads.push(sent)
        return { missing: missingIn(events.partitions) }
      }
      const outcome = await thread.call({ kind: 'load', batch: sent }, silenceFor(events.count))
      return outcome.kind === 'done' ? outcome.value : { missing: [], crash: deathOf(outcome, 'load', limit) }
    },
    run: async (texts, limits) => {
      touch()
      const call = { kind: 'run', batches: loads, texts, limits } as const
      loads = []
      const outcome = await thread.call(call, silenceFor(limits.events))
      return outcome.kind === 'done' ? outcome.value : { fault: deathOf(outcome, 'run', limit), handlerTime: 0 }
    },
    close: leave,
  })
  return { ...query, isAside: true }
}

/** Repeats the sandbox's rule for queries whose partitions the reader finds: ask for each once, and for the root where its state counts. */
function askedPartitions(sources: Sources): (partitions: readonly string[]) => string[] {
  const asked = new Set<string>()
  const root = !sources.byStreams || sources.options.biState ? [''] : []
  return (partitions) =>
    [...root, ...partitions].filter((name) => {
      if (asked.has(name)) return false
      asked.add(name)
      return true
    })
}

/** The fault names no event: `RestartableQuery` finds it by running the events again. */
function deathOf(outcome: Exclude<ThreadOutcome<'load' | 'run'>, { kind: 'done' }>, what: 'load' | 'run', limit: number): QueryFault {
  return outcome.kind === 'overdue' ? interruption(what, outcome.after, limit) : crash(outcome.reason)
}
