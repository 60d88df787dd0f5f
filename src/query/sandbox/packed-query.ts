// The query port over an engine that takes packed batches: packs events, unpacks outcomes.

import type { PackedEvents } from './columns.ts'
import { packEvents } from './columns.ts'
import { readOutcome } from './outcome.ts'
import type { Needs } from '../plan/needs.ts'
import { createBodyPruner } from '../plan/body-columns.ts'
import type { LoadReply, RunReply } from './protocol.ts'
import type { BatchOutcome, BodyCollector, Query, QueryEvent, RunLimits, Sources, StatesByPartition } from '../query.ts'

/** An engine on any thread; its calls follow `SandboxedQuery`. */
export interface PackedQuery {
  readonly sources: Sources
  readonly needs: Needs
  /** @param isSent whether these events were the last ones sent. */
  load(events: PackedEvents, isSent: boolean): Promise<LoadReply>
  /** Sends a batch ahead of its load, while the engine works; absent where it cannot. */
  send?(events: PackedEvents): void
  run(texts: string, limits: RunLimits): Promise<RunReply>
  close(): void
}

/** A query that reports the death of its engine: by `crash` of a load, or by a fault without an event. */
export interface MortalQuery extends Query {
  load(events: readonly QueryEvent[], reads: readonly number[], bodies?: BodyCollector): Promise<LoadReply>
}

export function unpacked(packed: PackedQuery): MortalQuery {
  const { sources, needs } = packed
  const pruner = needs.bodies && createBodyPruner(needs.bodies)
  const pack = (events: readonly QueryEvent[], reads: readonly number[], bodies: BodyCollector | undefined): PackedEvents =>
    packEvents(events, reads, sources, needs, pruner?.prune(events, bodies))
  /** The batch sent last, unless another was loaded since. */
  let prepared: { readonly events: readonly QueryEvent[]; readonly batch: PackedEvents } | undefined

  return {
    sources,
    ...(pruner && { collectBodies: pruner.collect }),
    ...(packed.send && {
      prepare(events, reads, bodies) {
        const batch = pack(events, reads, bodies)
        prepared = { events, batch }
        packed.send?.(batch)
      },
    }),
    load(events, reads, bodies) {
      const sent = prepared?.events === events ? prepared.batch : undefined
      prepared = undefined
      return packed.load(sent ?? pack(events, reads, bodies), sent !== undefined)
    },
    run: async (missing, limits) => readReply(await packed.run(packTexts(missing), limits), limits),
    close: () => packed.close(),
  }
}

function readReply({ outcome, fault, handlerTime }: RunReply, { trace = false }: RunLimits): BatchOutcome {
  const read = outcome === undefined ? emptyOutcome : readOutcome(outcome, trace)
  return { ...read, ...(fault && { fault }), handlerTime }
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
