// Finds the row of a projection, after the end of a restart: until then the reference has no projections at all.

import type { ProjectionRow } from '../model/tables.ts'
import { projectionRows } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { sweep } from './expiry.ts'

/** @param name of the only projection that matters; undefined: all do. */
export async function untilLoaded({ storage }: Services, name?: string): Promise<void> {
  for (;;) {
    const change = Promise.withResolvers<void>()
    const stop = storage.onCommit(() => change.resolve())
    try {
      const rows = await storage.read((tx) => tx.rows(projectionRows))
      if (!rows.some(([other, { state }]) => state === 'Loading' && (name ?? other) === other)) return
      await change.promise
    } finally {
      stop()
    }
  }
}

/** Removes the projection first if it has expired. */
export async function findLoaded(services: Services, name: string): Promise<ProjectionRow | undefined> {
  await sweep(services, name)
  const row = await services.storage.read((tx) => tx.row(projectionRows, name))
  if (row?.state !== 'Loading') return row
  await untilLoaded(services, name)
  return findLoaded(services, name)
}
