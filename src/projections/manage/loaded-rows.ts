// Finds the row of a projection, after the end of a restart: until then the reference has no projections at all.

import type { ProjectionRow } from '../model/tables.ts'
import { projectionRows } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { expire } from './expiry.ts'
import type { Removal } from './remove.ts'

export interface LoadedRows {
  /** Removes the projection first if it has expired. */
  find(name: string): Promise<ProjectionRow | undefined>
  untilAllLoaded(): Promise<void>
}

export function createLoadedRows(services: Services, removal: Removal): LoadedRows {
  const { storage } = services

  const untilLoaded = async (isOfInterest: (row: ProjectionRow) => boolean): Promise<void> => {
    for (;;) {
      const change = Promise.withResolvers<void>()
      const stop = storage.onCommit(() => change.resolve())
      try {
        const rows = await storage.read((tx) => tx.rows(projectionRows))
        if (!rows.some(([, row]) => row.state === 'Loading' && isOfInterest(row))) return
        await change.promise
      } finally {
        stop()
      }
    }
  }

  const find = async (name: string): Promise<ProjectionRow | undefined> => {
    await expire(services, removal, name)
    const row = await storage.read((tx) => tx.row(projectionRows, name))
    if (row?.state !== 'Loading') return row
    await untilLoaded((other) => other.name === name)
    return find(name)
  }

  return { find, untilAllLoaded: () => untilLoaded(() => true) }
}
