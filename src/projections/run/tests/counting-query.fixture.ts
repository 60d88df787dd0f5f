// A query of three lines behind the query port, without a sandbox: it counts per partition and emits the counts.

import type { BatchOutcome, OpenQuery, PartitionTexts, Query, QueryEvent, QueryWrite, Sources } from '../../../query/query.ts'

export interface CountingQuery {
  readonly sources: Sources
  /** The partition of an event; by default there is one state for all. */
  readonly partitionOf?: (event: QueryEvent) => string
  /** Where the count goes after every event. */
  readonly emitsTo?: (event: QueryEvent) => string
  /** Whether it answers in a later task, as a query with a Worker does, and after few events. */
  readonly isAside?: boolean
}

/** How many events a query handles at once that is aside. */
const fewEvents = 50

/** @returns an `OpenQuery` for projections whose text does not matter. */
export const openCounting =
  (counting: CountingQuery): OpenQuery =>
  () =>
    Promise.resolve(countingQuery(counting))

function countingQuery({ sources, partitionOf = () => '', emitsTo, isAside = false }: CountingQuery): Query {
  let loaded: readonly QueryEvent[] = []
  const texts = new Map<string, PartitionTexts>()
  const handle = (event: QueryEvent, index: number, states: Map<string, PartitionTexts & { event: number }>) => {
    const partition = partitionOf(event)
    const before = texts.get(partition)
    const count = before ? (JSON.parse(before.state) as { n: number }).n + 1 : 1
    const after = { state: JSON.stringify({ n: count }), result: JSON.stringify({ n: count }) }
    texts.set(partition, after)
    states.set(partition, { ...after, event: index })
    return count
  }
  return {
    definition: { sources, isAside },
    load(events) {
      loaded = [...loaded, ...events]
      const partitions = new Set(loaded.map(partitionOf))
      return Promise.resolve({ missing: [...partitions].filter((partition) => !texts.has(partition)) })
    },
    async run(missing, limits): Promise<BatchOutcome> {
      if (isAside) await new Promise((resolve) => setTimeout(resolve))
      for (const [partition, known] of missing) if (known.state !== '') texts.set(partition, known)
      const states = new Map<string, PartitionTexts & { event: number }>()
      const writes: QueryWrite[] = []
      const finished = Math.min(loaded.length, limits.events, isAside ? fewEvents : Infinity)
      for (const [index, event] of loaded.slice(0, finished).entries()) {
        const count = handle(event, index, states)
        if (emitsTo) {
          const data = JSON.stringify({ of: partitionOf(event), count })
          writes.push({ kind: 'emit', event: index, stream: emitsTo(event), type: 'Counted', data, isJson: true, metadata: [] })
        }
      }
      loaded = loaded.slice(finished)
      return {
        finished,
        handled: finished,
        lastHandled: finished - 1,
        more: loaded.length > 0,
        states,
        writes,
        logs: [],
        handlerTime: 0,
      }
    },
    close: () => undefined,
  }
}
