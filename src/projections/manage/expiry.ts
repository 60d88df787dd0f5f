// Decides which transient projections nobody has asked for long enough, and removes them (projections-http §7.6).

import type { ReadTransaction } from '../../storage/storage.ts'
import { isTransient } from '../model/lifecycle.ts'
import type { Removal } from './remove.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { accessRows, projectionRows } from '../model/tables.ts'
import type { Services } from '../services.ts'

/** Milliseconds without access. The time of an access is stored with a precision of half a minute, and sweeps come once a minute. */
const lifetime = 5.5 * 60_000

/** How often it is looked at even if nobody looks at the projections. */
export const sweepInterval = 60_000

async function isExpired(tx: ReadTransaction, row: ProjectionRow, now: number): Promise<boolean> {
  if (!isTransient(row) || row.state === 'Creating') return false
  const access = await tx.row(accessRows, row.name)
  return access !== undefined && now - access.time > lifetime
}

/** Removes what has expired; reads only where nothing has. @returns whether transient projections are left. */
export async function sweep({ storage, environment }: Services, removal: Removal): Promise<boolean> {
  const now = environment.now()
  const transient = await storage.read(async (tx) => {
    const rows = (await tx.rows(projectionRows)).map(([, row]) => row).filter((row) => isTransient(row) && row.state !== 'Creating')
    return Promise.all(rows.map(async (row) => ({ row, expired: await isExpired(tx, row, now) })))
  })
  for (const { row, expired } of transient) if (expired) await removeExpired(row.name)
  return transient.some(({ expired }) => !expired)

  function removeExpired(name: string): Promise<void> {
    return storage.write(async (tx) => {
      const row = await tx.row(projectionRows, name)
      if (row && (await isExpired(tx, row, now))) await removal.forgetIn(tx, row)
    })
  }
}

/** The same for one projection, on behalf of somebody who asks for it. */
export async function expire({ storage, environment }: Services, removal: Removal, name: string): Promise<void> {
  const now = environment.now()
  const expired = await storage.read(async (tx) => {
    const row = await tx.row(projectionRows, name)
    return row !== undefined && (await isExpired(tx, row, now))
  })
  if (!expired) return
  await storage.write(async (tx) => {
    const row = await tx.row(projectionRows, name)
    if (row && (await isExpired(tx, row, now))) await removal.forgetIn(tx, row)
  })
}
