// Waits until every running projection has passed the end of the log, and the events that projections wrote meanwhile.

import type { Position } from '../../base/events/events.ts'
import type { Storage } from '../../storage/storage.ts'
import { nextUnfinished } from './unfinished.ts'
import { hasReachedEnd } from '../model/run.ts'
import type { FaultReason, Projection } from '../model/tables.ts'
import { projectionRows, projectionsIn } from '../model/tables.ts'
import type { Services } from '../services.ts'

/** `bound`: projections that feed themselves never end, so the waiting does after so many rounds. */
export type Settled =
  | { readonly kind: 'settled' }
  | { readonly kind: 'bound'; readonly rounds: number }
  /** Only with `failOnFault`. */
  | { readonly kind: 'faulted'; readonly projections: readonly FaultedProjection[] }
  /** The signal aborted before. */
  | { readonly kind: 'aborted' }

export interface FaultedProjection {
  readonly name: string
  readonly fault: FaultReason | undefined
}

export interface SettleOptions {
  /** Stops waiting as soon as any projection is faulted, even one that was before. Default: false. */
  readonly failOnFault?: boolean
  /** Ends the waiting, which then rejects with the signal's reason. Default: none, and it waits as long as it takes. */
  readonly signal?: AbortSignal
}

/** The runners of this tab, as the supervisor knows them; those of other tabs show in their commits only. */
interface Workers {
  isWorking(): boolean
  onRest(listener: () => void): () => void
  hurry(): () => void
}

/** How often the end of the log may move while projections catch up with it. */
const mostRounds = 1000

/** While runners work, rows are still read after so many commits: projections that feed themselves never rest. */
const commitsPerLook = 32

/**
 * Waits for a fixpoint: a round is over when every projection has passed the end that the log had at its start, and a round
 * without a write is the last one.
 */
export async function settle(services: Services, workers: Workers, options: SettleOptions = {}): Promise<Settled> {
  const endHurry = workers.hurry()
  try {
    return await settleNow(services, workers, options)
  } finally {
    endHurry()
  }
}

async function settleNow(services: Services, workers: Workers, { failOnFault = false, signal }: SettleOptions): Promise<Settled> {
  let end: Position | undefined
  for (let round = 1; round <= mostRounds;) {
    if (signal?.aborted) return { kind: 'aborted' }
    const change = nextChange(services.storage, workers, { isFaultAwaited: failOnFault, signal })
    const { projections, now } = await services.storage.read(async (tx) => ({ projections: await projectionsIn(tx), now: await tx.end() }))
    const faulted = projections.flatMap(({ row: { name, state, fault } }) => (state === 'Faulted' ? [{ name, fault }] : []))
    if (failOnFault && faulted.length > 0) {
      change.cancel()
      return { kind: 'faulted', projections: faulted }
    }
    end ??= now
    const left = await firstLeft(services, projections, end)
    // A live runner may fault on events that a fresh reader would skip, so wait until it rests.
    if (left >= now && !workers.isWorking()) {
      change.cancel()
      return { kind: 'settled' }
    }
    if (left >= end) {
      end = now
      round++
    }
    await change.happened
  }
  return { kind: 'bound', rounds: mostRounds }
}

/**
 * Listens before rows are read, so that no change is missed. Reading them costs about as much as a commit, so it waits until the
 * runners of this tab rest; a fault is looked for earlier, because its rows are seldom written.
 */
function nextChange(
  storage: Storage,
  workers: Workers,
  { isFaultAwaited, signal }: { readonly isFaultAwaited: boolean; readonly signal: AbortSignal | undefined },
): { readonly happened: Promise<void>; cancel(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let commits = 0
  const stopCommits = storage.onCommit(({ tables }) => {
    const mayBeFault = isFaultAwaited && tables?.includes(projectionRows.name)
    if (mayBeFault || !workers.isWorking() || ++commits >= commitsPerLook) end()
  })
  const stopRests = workers.onRest(() => {
    if (!workers.isWorking()) end()
  })
  const cancel = () => {
    stopCommits()
    stopRests()
    signal?.removeEventListener('abort', end)
  }
  const end = () => {
    cancel()
    resolve()
  }
  signal?.addEventListener('abort', end)
  return { happened: promise, cancel }
}

/** @returns the names of the running projections that have not passed the end of the log, in their order. */
export async function unsettled(services: Services): Promise<readonly string[]> {
  const { projections, end } = await services.storage.read(async (tx) => ({ projections: await projectionsIn(tx), end: await tx.end() }))
  const left = await Promise.all(projections.map((projection) => leftBy(services, projection)))
  return projections.flatMap(({ row }, index) => (left[index]! < end ? [row.name] : []))
}

/** @returns the position that every projection has reached; anything below `end` where one has not reached that. */
export async function firstLeft(services: Services, projections: readonly Projection[], end: Position): Promise<Position> {
  let first = Number.POSITIVE_INFINITY
  for (const projection of projections) {
    first = Math.min(first, await leftBy(services, projection))
    if (first < end) break
  }
  return first
}

/** @returns the position of the first event that the projection has not finished; -1 where that is not clear yet. */
async function leftBy(services: Services, { row: { state, definition }, run }: Projection): Promise<Position> {
  const { sources, mode } = definition ?? {}
  if (state !== 'Running' && state !== 'Loading') return Number.POSITIVE_INFINITY
  if (state === 'Loading' || !run || !sources) return -1
  // Such a run waits for writes that never come.
  if (run.core === 'CompletingPhase') return Number.POSITIVE_INFINITY
  // A run records that it has reached the end of its source, and before that reading ahead of it would be in vain.
  if (mode !== 'Continuous' || !hasReachedEnd(run)) return -1
  const first = await nextUnfinished(services, run, { sources, mode })
  return first === 'end' ? Number.POSITIVE_INFINITY : first === 'fault' ? -1 : first
}
