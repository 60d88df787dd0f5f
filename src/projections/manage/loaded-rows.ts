// Finds loaded projections, and removes transient ones that no request has asked for long enough (projections-http §7.6).

import type { ReadTransaction, Storage } from '../../storage/storage.ts'
import { isTransient } from '../model/lifecycle.ts'
import { forgetIn } from './remove.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { accessRows, projectionRows } from '../model/tables.ts'
import type { Services } from '../services.ts'

/** Milliseconds without access. The time of an access is stored with a precision of half a minute, and sweeps come once a minute. */
const lifetime = 5.5 * 60_000

/** Milliseconds between sweeps while transient projections are left. */
const sweepInterval = 60_000

/** @returns whether the last access is too long ago; undefined for a projection that never expires. */
async function isExpired(tx: ReadTransaction, row: ProjectionRow, now: number): Promise<boolean | undefined> {
  if (!isTransient(row) || row.state === 'Creating') return undefined
  const access = await tx.row(accessRows, row.name)
  return access !== undefined && now - access.time > lifetime
}

/** Removes expired projections, or the one of this name if it has expired. @returns whether transient projections are left. */
export async function sweep({ storage, environment }: Services, name?: string): Promise<boolean> {
  const now = environment.now()
  const found = await storage.read(async (tx) => {
    const rows = name === undefined ? (await tx.rows(projectionRows)).map(([, row]) => row) : [await tx.row(projectionRows, name)]
    return Promise.all(rows.map(async (row) => ({ row, expired: row && (await isExpired(tx, row, now)) })))
  })
  for (const { row, expired } of found) if (row && expired) await removeExpired(storage, row.name, now)
  return found.some(({ expired }) => expired === false)
}

/** Decides again: a request may have asked for the projection since. */
const removeExpired = (storage: Storage, name: string, now: number): Promise<void> =>
  storage.write(async (tx) => {
    const row = await tx.row(projectionRows, name)
    if (row && (await isExpired(tx, row, now))) await forgetIn(tx, row)
  })

export type Sweeper = ReturnType<typeof createSweeper>

/** `start` schedules sweeps until no transient projection is left. */
export function createSweeper(services: Services) {
  const { environment } = services
  let isStopped = false
  let cancel: (() => void) | undefined

  const start = (): void => {
    isStopped = false
    cancel ??= environment.after(sweepInterval, () => void sweepNow(), { background: true })
  }
  const sweepNow = async (): Promise<void> => {
    cancel = undefined
    const isLeft = await sweep(services).catch((error: unknown) => {
      environment.report(error)
      return true
    })
    if (isLeft && !isStopped) start()
  }
  const stop = (): void => {
    isStopped = true
    cancel?.()
    cancel = undefined
  }
  return { start, stop }
}

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
