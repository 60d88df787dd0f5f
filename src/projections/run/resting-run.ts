// Decides whether a run that another tab has left needs its query at once, or only with the next event of its source (architecture §8).

import { projectionRows, runRows } from '../model/tables.ts'
import { sourceOf, streamsOf } from '../model/source.ts'
import { createReader } from '../source/reader.ts'
import type { Services } from '../services.ts'

/** A run that has finished everything there is. */
export interface RestingRun {
  /** As of `RunSession`. */
  readonly streams: readonly string[] | undefined
}

/**
 * A tab that takes over would otherwise start a Worker for every projection, and those with events would wait for those without.
 *
 * @param onRead called when the read of the source begins, which sees all earlier commits.
 * @returns undefined where the run has something to do, or has its query already.
 */
export async function findResting(services: Services, name: string, onRead: () => void): Promise<RestingRun | undefined> {
  const { storage, prepared, environment } = services
  // The order in which queries open decides their random numbers.
  if (environment.isRepeatable) return undefined
  const [row, run] = await storage.read((tx) => Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)]))
  const { sources, mode } = row?.definition ?? {}
  if (!sources || !run || run.core !== 'Running' || prepared.has(run.id)) return undefined
  // Only a run that has recorded that it has come to the end has nothing to record.
  if (mode !== 'Continuous' || run.progress !== 100) return undefined
  const batch = await createReader({ ...services, sources, continuous: true, start: run.start, onRead }).next(run.cursor)
  const isAtEnd = batch.atEnd && batch.deliveries.length === 0 && !batch.fault
  return isAtEnd ? { streams: streamsOf(sourceOf(sources)) } : undefined
}
