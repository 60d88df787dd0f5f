// Watches from a tab that does not run the projections whether the one that does gets on, and asks for the lead where it does not (architecture §8).

import type { ProjectionRow, Run } from './row.ts'
import { projectionRows, runRows } from './row.ts'
import { createReader } from './reader.ts'
import type { Services } from './services.ts'
import { sourceOf } from './source.ts'

/** Milliseconds that a projection with events to handle may stand still. */
const patience = 5000

export interface Watch {
  /** Something was committed: some projection may have to handle it. */
  commit(): void
  close(): void
}

export interface WatchOptions {
  readonly isLeading: () => boolean
  /** Only a tab that somebody looks at takes over: browsers slow the others down. */
  readonly isVisible: () => boolean
  /** Takes the lead. */
  steal(): void
}

export function createWatch(services: Services, { isLeading, isVisible, steal }: WatchOptions): Watch {
  const { storage, environment } = services
  let cancel: (() => void) | undefined

  /** Runs that go on, by projection. */
  const readRuns = () =>
    storage.read(async (tx) => {
      const rows = (await tx.rows(projectionRows)).filter(([, { state }]) => state === 'Running')
      return Promise.all(rows.map(async ([name, row]) => ({ row, run: await tx.row(runRows, name) })))
    })

  const standsStill = async (before: readonly { run: Run | undefined }[]): Promise<boolean> => {
    const known = new Set(before.map(({ run }) => run && `${run.id} ${run.fence}`))
    for (const { row, run } of await readRuns()) {
      if (run && known.has(`${run.id} ${run.fence}`) && (await hasEvents(services, row, run))) return true
    }
    return false
  }

  const look = async (): Promise<void> => {
    const before = await readRuns()
    cancel = environment.after(patience, () => lookAgain(before), { background: true })
  }

  const lookAgain = (before: Awaited<ReturnType<typeof readRuns>>): void => {
    cancel = undefined
    standsStill(before)
      .then((still) => {
        if (still && !isLeading() && isVisible()) steal()
      })
      .catch((error: unknown) => environment.report(error))
  }

  return {
    commit() {
      if (cancel || isLeading() || !isVisible()) return
      cancel = () => undefined
      look().catch((error: unknown) => environment.report(error))
    },
    close: () => cancel?.(),
  }
}

/** Whether its source holds an event that the projection has not finished. */
async function hasEvents(services: Services, row: ProjectionRow, run: Run): Promise<boolean> {
  const { sources, mode } = row.definition ?? {}
  if (!sources) return false
  const reader = createReader({ ...services, source: sourceOf(sources), sources, continuous: mode === 'Continuous', start: run.start })
  for (let cursor = run.cursor; ;) {
    const batch = await reader.next(cursor)
    if (batch.deliveries.length > 0) return true
    if (batch.atEnd || batch.fault) return mode !== 'Continuous'
    cursor = batch.cursor
  }
}
