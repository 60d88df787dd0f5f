// The query port over an engine that takes packed batches: packs events, unpacks outcomes.

import type { PackedEvents } from './columns.ts'
import { packEvents } from './columns.ts'
import { readOutcome } from './outcome.ts'
import type { Needs } from './needs.ts'
import { createBodyPruner } from './pruned-bodies.ts'
import type { LoadReply, RunReply } from './protocol.ts'
import type { BatchOutcome, BodyCollector, Query, QueryEvent, RunLimits, Sources, StatesByPartition } from './query.ts'

/** An engine wherever it runs; how it is called is `SandboxedQuery`. */
export interface PackedQuery {
  readonly sources: Sources
  readonly needs: Needs
  /** @param isFresh as that of `Query.load`. */
  load(events: PackedEvents, isFresh: boolean): Promise<LoadReply>
  /** Only where it takes batches before they are loaded: while it works, so that loading them costs no time. */
  send?(events: PackedEvents): void
  run(texts: string, limits: RunLimits): Promise<RunReply>
  close(): void
}

/** A query that says where its engine died: `crash` of a load, or a fault without an event. */
export interface MortalQuery extends Query {
  load(events: readonly QueryEvent[], reads: readonly number[], bodies?: BodyCollector, isFresh?: boolean): Promise<LoadReply>
}

export function unpacked(packed: PackedQuery): MortalQuery {
  const { sources, needs } = packed
  const pruner = needs.bodies && createBodyPruner(needs.bodies)
  const pack = (events: readonly QueryEvent[], reads: readonly number[], bodies: BodyCollector | undefined): PackedEvents =>
    packEvents(events, reads, sources, needs, pruner?.prune(events, bodies))
  /** Batches that were sent and not loaded yet, in order. */
  const prepared = new Map<readonly QueryEvent[], PackedEvents>()
  /** Those before it will not be loaded any more. */
  const forgetUpTo = (events: readonly QueryEvent[]): void => {
    const isKnown = prepared.has(events)
    for (const before of prepared.keys()) {
      prepared.delete(before)
      if (isKnown && before === events) return
    }
  }

  return {
    sources,
    ...(pruner && { collectBodies: pruner.collect }),
    ...(packed.send && {
      prepare(events, reads, bodies) {
        const batch = pack(events, reads, bodies)
        prepared.set(events, batch)
        packed.send?.(batch)
      },
    }),
    load(events, reads, bodies, isFresh = false) {
      const batch = prepared.get(events) ?? pack(events, reads, bodies)
      forgetUpTo(events)
      return packed.load(batch, isFresh)
    },
    run: async (missing, limits) => readReply(await packed.run(packTexts(missing), limits), limits),
    close: () => packed.close(),
  }
}

function readReply({ outcome, fault, handlerTime, missing }: RunReply, { trace = false }: RunLimits): BatchOutcome {
  const read = outcome === undefined ? emptyOutcome : readOutcome(outcome, trace)
  return { ...read, ...(fault && { fault }), handlerTime, ...(missing && { missing }) }
}

export const emptyOutcome: Omit<BatchOutcome, 'handlerTime'> = {
  finished: 0,
  handled: 0,
  lastHandled: -1,
  more: false,
  states: new Map(),
  writes: [],
  logs: [],
}

const packTexts = (states: StatesByPartition): string =>
  JSON.stringify([...states].flatMap(([name, { state, result }]) => [name, state, result ?? null]))
