// A query in a Worker of its own: sends it batches, calls it, and says in the words of queries what became of a call.

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
  /** The Worker is used. */
  readonly touch: () => void
  /** The query needs its Worker no more. */
  readonly leave: () => void
  /** Milliseconds of silence on top of the time limit for guest code. */
  readonly grace: number
}

/** @param thread with a prepared engine, which is the query's from now on. */
export async function openWorkerQuery(
  thread: WorkerThread,
  source: string,
  options: QueryOptions,
  { touch, leave, grace }: WorkerHold,
): Promise<MortalQuery | QueryFault> {
  const limit = options.executionTimeout
  /** An event that is handled by itself is under suspicion already: with the first silence it must not take too long. */
  const silenceFor = (events: number): number => limit + (events === 1 ? grace / 2 : grace)
  const opened = await thread.call({ kind: 'open', source, options }, openDeadline)
  touch()
  if (opened.kind === 'dead') throw workerUnavailable(opened.reason)
  if (opened.kind === 'overdue') return interruption('definition', opened.after, definitionTimeout)
  if ('fault' in opened.value) return opened.value.fault
  const { sources, needs } = opened.value
  const missingIn = sources.byCustomPartitions ? undefined : askedPartitions(sources)
  /** How many batches were sent: calls name a batch by its number. */
  let sent = 0
  const send = ({ columns, numbers, text, bodies }: PackedEvents): void => {
    sent += 1
    thread.send({ kind: 'send', batch: sent, events: { columns, numbers, text, bodies } })
  }
  /** Batches that the next run loads: where it is known here what is missing, a call of its own would only cost time. */
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

/** The sandbox's own rule, for queries whose partitions the reader finds: each is asked for once, the root where its state counts. */
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

/** Which event it was is found out by whoever runs them again. */
function deathOf(outcome: Exclude<ThreadOutcome<'load' | 'run'>, { kind: 'done' }>, what: 'load' | 'run', limit: number): QueryFault {
  return outcome.kind === 'overdue' ? interruption(what, outcome.after, limit) : crash(outcome.reason)
}
