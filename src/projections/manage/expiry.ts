// Removes transient projections that no request has asked for long enough (projections-http §7.6).

import type { ReadTransaction } from '../../storage/storage.ts'
import { isTransient } from '../model/lifecycle.ts'
import type { Removal } from './remove.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { accessRows, projectionRows } from '../model/tables.ts'
import type { Services } from '../services.ts'

/** Milliseconds without access. The time of an access is stored with a precision of half a minute, and sweeps come once a minute. */
const lifetime = 5.5 * 60_000

/** Milliseconds between sweeps while transient projections are left. */
const sweepInterval = 60_000

async function isExpired(tx: ReadTransaction, row: ProjectionRow, now: number): Promise<boolean> {
  if (!isTransient(row) || row.state === 'Creating') return false
  const access = await tx.row(accessRows, row.name)
  return access !== undefined && now - access.time > lifetime
}

/** Removes all expired projections; writes only where there are any. @returns whether transient projections are left. */
export async function sweep(services: Services, removal: Removal): Promise<boolean> {
  const now = services.environment.now()
  const transient = await services.storage.read(async (tx) => {
    const rows = (await tx.rows(projectionRows)).map(([, row]) => row).filter((row) => isTransient(row) && row.state !== 'Creating')
    return Promise.all(rows.map(async (row) => ({ row, expired: await isExpired(tx, row, now) })))
  })
  for (const { row, expired } of transient) if (expired) await removeExpired(services, removal, row.name, now)
  return transient.some(({ expired }) => !expired)
}

/** Removes one projection if it has expired. */
export async function expire(services: Services, removal: Removal, name: string): Promise<void> {
  const now = services.environment.now()
  const expired = await services.storage.read(async (tx) => {
    const row = await tx.row(projectionRows, name)
    return row !== undefined && (await isExpired(tx, row, now))
  })
  if (expired) await removeExpired(services, removal, name, now)
}

/** Decides again: a request may have asked for the projection since. */
const removeExpired = ({ storage }: Services, removal: Removal, name: string, now: number): Promise<void> =>
  storage.write(async (tx) => {
    const row = await tx.row(projectionRows, name)
    if (row && (await isExpired(tx, row, now))) await removal.forgetIn(tx, row)
  })

export interface Sweeper {
  /** Schedules sweeps until no transient projection is left. */
  start(): void
  stop(): void
}

export function createSweeper(services: Services, removal: Removal): Sweeper {
  const { environment } = services
  let cancel: (() => void) | undefined

  const start = (): void => {
    cancel ??= environment.after(sweepInterval, sweepNow, { background: true })
  }
  const sweepNow = (): void => {
    cancel = undefined
    sweep(services, removal)
      .then((isLeft) => {
        if (isLeft) start()
      })
      .catch((error: unknown) => environment.report(error))
  }
  return { start, stop: () => cancel?.() }
}
