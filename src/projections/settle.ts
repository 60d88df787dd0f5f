// Tells when every running projection has passed the end of the log, and what they wrote for each other as well.

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
  const { storage } = services
  for (let round = 1; round <= mostRounds; round++) {
    const end = await storage.read((tx) => tx.end())
    await passed(services, workers, end)
    if ((await storage.read((tx) => tx.end())) === end) return { kind: 'settled' }
  }
  return { kind: 'bound', rounds: mostRounds }
}

async function passed(services: Services, workers: Workers, end: number): Promise<void> {
  for (;;) {
    const change = nextChange(services.storage, workers)
    const isPassed = await hasPassed(services, end)
    if (isPassed) return change.cancel()
    await change.happened
  }
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

async function hasPassed(services: Services, end: number): Promise<boolean> {
  const projections = await services.storage.read(async (tx) => {
    const rows = await tx.rows(projectionRows)
    const moving = rows.filter(([, { state }]) => state === 'Running' || state === 'Loading')
    return Promise.all(moving.map(async ([name, row]) => [row, await tx.row(runRows, name)] as const))
  })
  for (const [row, run] of projections) if (!(await isDone(services, row, run, end))) return false
  return true
}

async function isDone(services: Services, row: ProjectionRow, run: Run | undefined, end: number): Promise<boolean> {
  const definition = row.definition
  if (row.state === 'Loading' || !run || !definition?.sources) return false
  // Nobody can do anything about writes that never come.
  if (run.core === 'CompletingPhase') return true
  // Whoever reaches the end of a source writes that down, so there is nothing to look for before; and looking costs as much as reading.
  if (definition.mode !== 'Continuous' || run.progress !== 100) return false
  return !(await hasEvents(services, run, definition.sources, end))
}

/** Whether the source holds an event below `end` that the projection has not finished. */
async function hasEvents(services: Services, run: Run, sources: Parameters<typeof sourceOf>[0], end: number): Promise<boolean> {
  const reader = createReader({ ...services, source: sourceOf(sources), sources, continuous: true, start: run.start })
  for (let cursor = run.cursor; ;) {
    const batch = await reader.next(cursor)
    const [first] = batch.deliveries
    if (first) return first.event.record.position < end
    if (batch.fault) return true
    if (batch.atEnd) return false
    cursor = batch.cursor
  }
}
