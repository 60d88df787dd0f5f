// Opens queries and runs them over events, for the suites of the query port.

import { mergeOutcomes } from '../merge-outcomes.ts'
import { emptyOutcome } from '../sandbox/outcome.ts'
import { queryEvent } from '../query-event.fixture.ts'
import type { BatchOutcome, OpenQuery, PartitionTexts, Query, QueryEvent, QueryFault, QueryOptions, RunLimits } from '../query.ts'
import { isFault } from '../query.ts'

/** Opens queries for a suite, and runs them. */
export interface Running {
  open(source: string, options?: Partial<QueryOptions>): Promise<Query>
  /** @returns the fault of the definition phase. */
  refuse(source: string, options?: Partial<QueryOptions>): Promise<QueryFault>
  /** Opens a query and runs it over events that one read brought. */
  run(source: string, events: readonly QueryEvent[], options?: Partial<QueryOptions & RunLimits>): Promise<BatchOutcome>
  /** @returns the state texts by partition after all events, or the fault's message. */
  states(source: string, events: readonly QueryEvent[], options?: Partial<QueryOptions>): Promise<Record<string, string> | string>
}

const defaults: QueryOptions = { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: false }

export function runningWith(openQuery: OpenQuery): Running {
  const attempt = (source: string, options: Partial<QueryOptions> = {}) => openQuery(source, { ...defaults, ...options })

  const running: Running = {
    async open(source, options) {
      const opened = await attempt(source, options)
      if (isFault(opened)) throw new Error(`not opened: ${opened.message}`)
      return opened
    },
    async refuse(source, options) {
      const opened = await attempt(source, options)
      if (isFault(opened)) return opened
      opened.close()
      throw new Error(`opened: ${source}`)
    },
    async run(source, events, options) {
      const query = await running.open(source, options)
      try {
        return await runAll(query, events, options)
      } finally {
        query.close()
      }
    },
    async states(source, events, options) {
      const outcome = await running.run(source, events, options)
      if (outcome.fault) return outcome.fault.message
      return Object.fromEntries([...outcome.states].map(([name, { state }]) => [name, state]))
    },
  }
  return running
}

/** Loads events as one read and runs until nothing is left. */
export async function runAll(
  query: Query,
  events: readonly QueryEvent[],
  { trace = false }: Partial<RunLimits> = {},
  texts: ReadonlyMap<string, PartitionTexts> = new Map(),
): Promise<BatchOutcome> {
  const limits: RunLimits = { events: 1000, milliseconds: 1000, trace }
  await query.load(events, [events.length], limits)
  let outcome: BatchOutcome = { ...emptyOutcome, more: true, handlerTime: 0 }
  while (outcome.more) outcome = mergeOutcomes(outcome, await query.run(texts, limits))
  return outcome
}

/** Events of one stream, numbered from 0, with these bodies. */
export const bodies = (...data: readonly unknown[]): QueryEvent[] =>
  data.map((body, number) => queryEvent({ number, id: eventId(number), data: JSON.stringify(body) }))

/** Events whose bodies are `{"k": key}`, for queries that partition by it. */
export const keyed = (...keys: readonly unknown[]): QueryEvent[] => bodies(...keys.map((k) => ({ k })))

export const eventId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** The writes, as one text each. */
export const written = (outcome: BatchOutcome): string[] =>
  outcome.writes.map((write) => {
    if (write.kind === 'partition') return `${write.event} lists ${write.partition}`
    if (write.kind === 'result') return `${write.event} result ${write.partition}=${write.result}`
    const metadata = write.metadata.map(([name, json]) => ` ${name}:${json}`).join('')
    return `${write.event} ${write.stream} ${write.type} ${write.data}${metadata}`
  })
