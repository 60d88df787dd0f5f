// Finds loaded projections, and removes transient ones that no request has asked for long enough (projections-http §7.6).

import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { isTransient } from '../model/lifecycle.ts'
import type { Projection, ProjectionRow } from '../model/tables.ts'
import { accessRows, preparationRows, projectionIn, projectionRows, projectionsIn, registrationRows, runRows } from '../model/tables.ts'
import { deleteRunRows } from '../partitions/rows.ts'
import type { Services } from '../services.ts'
import { freePlaceIn } from './registration.ts'

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
    return await Promise.all(rows.map(async (row) => ({ row, expired: row && (await isExpired(tx, row, now)) })))
  })
  // Decides again: a request may have asked for the projection since.
  for (const { row, expired } of found) if (row && expired) await storage.write((tx) => unexpiredIn(tx, row.name, now))
  return found.some(({ expired }) => expired === false)
}

/** Removes the projection if it has expired. @returns its row otherwise. */
async function unexpiredIn(tx: WriteTransaction, name: string, now: number): Promise<ProjectionRow | undefined> {
  const row = await tx.row(projectionRows, name)
  if (!row || !(await isExpired(tx, row, now))) return row
  await forgetIn(tx, row)
  return undefined
}

/** Removes the rows of a projection without a trace in streams. */
export async function forgetIn(tx: WriteTransaction, { name, place }: ProjectionRow): Promise<void> {
  const run = await tx.row(runRows, name)
  if (run) deleteRunRows(tx, run.id)
  tx.deleteRow(projectionRows, name)
  tx.deleteRow(runRows, name)
  tx.deleteRow(accessRows, name)
  tx.deleteRow(registrationRows, name)
  tx.deleteRow(preparationRows, name)
  await freePlaceIn(tx, place)
}

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

/** All projections, without expired ones. */
export const listLoaded = (services: Services): Promise<Projection[]> =>
  readReady(services, undefined, async (tx, now) => {
    const found = await projectionsIn(tx)
    if (found.some(({ row }) => row.state === 'Loading')) return 'loading'
    const expired = await Promise.all(found.map(({ row }) => isExpired(tx, row, now)))
    return expired.includes(true) ? 'expired' : { outcome: found }
  })

/** The row of a projection, once no restart is under way any more. */
export const findLoaded = (services: Services, name: string): Promise<ProjectionRow | undefined> =>
  readLoaded(services, name, async (_tx, { row }) => row)

/** The same in one transaction with what else is to be read. Removes the projection first if it has expired. @param read gets its rows, if it has any. */
export const readLoaded = <T>(
  services: Services,
  name: string,
  read: (tx: ReadTransaction, found: Partial<Projection>) => Promise<T>,
): Promise<T> =>
  readReady(services, name, async (tx, now) => {
    const found = await projectionIn(tx, name)
    const { row } = found
    if (row?.state === 'Loading') return 'loading'
    return row && (await isExpired(tx, row, now)) ? 'expired' : { outcome: await read(tx, found) }
  })

/** Reads again where a restart was under way, or something had expired. @param name as for `untilLoaded`. */
async function readReady<T>(
  services: Services,
  name: string | undefined,
  read: (tx: ReadTransaction, now: number) => Promise<'loading' | 'expired' | { readonly outcome: T }>,
): Promise<T> {
  for (;;) {
    const found = await services.storage.read((tx) => read(tx, services.environment.now()))
    if (found === 'loading') await untilLoaded(services, name)
    else if (found === 'expired') await sweep(services, name)
    else return found.outcome
  }
}

/** Decides about a projection in one transaction, once no restart is under way any more. @param decide gets its row, if it has one. */
export async function writeLoaded<T>(
  services: Services,
  name: string,
  decide: (tx: WriteTransaction, row: ProjectionRow | undefined) => Promise<T>,
): Promise<T> {
  const { storage, environment } = services
  for (;;) {
    const decided = await storage.write(async (tx) => {
      const row = await unexpiredIn(tx, name, environment.now())
      return row?.state === 'Loading' ? undefined : { outcome: await decide(tx, row) }
    })
    if (decided) return decided.outcome
    await untilLoaded(services, name)
  }
}
