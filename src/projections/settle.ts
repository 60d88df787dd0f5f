// Tells when every running projection has passed the end of the log, and what they wrote for each other as well.

import type { Position } from '../base/events.ts'
import type { Storage } from '../storage/storage.ts'
import { createReader } from './reader.ts'
import type { ProjectionRow, Run } from './row.ts'
import { projectionRows, runRows } from './row.ts'
import type { Services } from './services.ts'
import { sourceOf } from './source.ts'

/** `bound`: projections that feed themselves never come to an end; it gives up after so many rounds. */
export type Settled = { readonly kind: 'settled' } | { readonly kind: 'bound'; readonly rounds: number }

/** What the tab itself knows of its runners; those of other tabs show in their commits only. */
export interface Workers {
  /** Whether any runner of this tab has something to do. */
  isWorking(): boolean
  /** Calls back whenever a runner of this tab comes to rest, or ends. @returns a function that stops the calls. */
  onRest(listener: () => void): () => void
}

/** How often the end of the log may move while projections catch up with it. */
const mostRounds = 1000

/** While runners work it is looked after so many commits all the same: projections that feed themselves never rest. */
const commitsPerLook = 32

/**
 * Waits for a fixpoint: a round is over when every projection has passed the end that the log had when it began, and if nobody
 * wrote anything meanwhile that was the last one.
 */
export async function settle(services: Services, workers: Workers): Promise<Settled> {
  let end: Position | undefined
  for (let round = 1; round <= mostRounds;) {
    const change = nextChange(services.storage, workers)
    const found = await look(services.storage)
    end ??= found.end
    const left = await firstLeft(services, found.projections, end)
    if (left >= found.end) {
      change.cancel()
      return { kind: 'settled' }
    }
    if (left >= end) {
      end = found.end
      round++
    }
    await change.happened
  }
  return { kind: 'bound', rounds: mostRounds }
}

/**
 * Listens before anything is read, so that no change is missed. Looking costs about as much as a commit, so whoever works here is not
 * looked at before it rests.
 */
function nextChange(storage: Storage, workers: Workers): { readonly happened: Promise<void>; cancel(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let commits = 0
  const stopCommits = storage.onCommit(() => {
    if (!workers.isWorking() || ++commits >= commitsPerLook) end()
  })
  const stopRests = workers.onRest(() => {
    if (!workers.isWorking()) end()
  })
  const cancel = () => {
    stopCommits()
    stopRests()
  }
  const end = () => {
    cancel()
    resolve()
  }
  return { happened: promise, cancel }
}

interface Found {
  /** Where the log ended. */
  readonly end: Position
  /** Those that run, or will, as they stood then. */
  readonly projections: readonly (readonly [ProjectionRow, Run | undefined])[]
}

const look = (storage: Storage): Promise<Found> =>
  storage.read(async (tx) => {
    const [end, rows] = await Promise.all([tx.end(), tx.rows(projectionRows)])
    const moving = rows.filter(([, { state }]) => state === 'Running' || state === 'Loading')
    const projections = await Promise.all(moving.map(async ([name, row]) => [row, await tx.row(runRows, name)] as const))
    return { end, projections }
  })

/** @returns what every projection has passed; of one that has not passed `end`, anything below that. */
async function firstLeft(services: Services, projections: Found['projections'], end: Position): Promise<Position> {
  let first = Number.POSITIVE_INFINITY
  for (const [row, run] of projections) {
    first = Math.min(first, await leftBy(services, row, run))
    if (first < end) break
  }
  return first
}

const unknown = -1
const nothing = Number.POSITIVE_INFINITY

/** @returns the position of the first event that the projection has not finished; `unknown` where it cannot be told yet. */
async function leftBy(services: Services, row: ProjectionRow, run: Run | undefined): Promise<Position> {
  const definition = row.definition
  if (row.state === 'Loading' || !run || !definition?.sources) return unknown
  // Nobody can do anything about writes that never come.
  if (run.core === 'CompletingPhase') return nothing
  // Whoever reaches the end of a source writes that down, so there is nothing to look for before; and looking costs as much as reading.
  if (definition.mode !== 'Continuous' || run.progress !== 100) return unknown
  return firstBehind(services, run, definition.sources)
}

async function firstBehind(services: Services, run: Run, sources: Parameters<typeof sourceOf>[0]): Promise<Position> {
  const reader = createReader({ ...services, source: sourceOf(sources), sources, continuous: true, start: run.start })
  for (let cursor = run.cursor; ;) {
    const batch = await reader.next(cursor)
    const [first] = batch.deliveries
    if (first) return first.event.record.position
    if (batch.fault) return unknown
    if (batch.atEnd) return nothing
    cursor = batch.cursor
  }
}
