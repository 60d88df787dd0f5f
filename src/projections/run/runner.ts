// Runs one projection until its run ends, another writer takes over, or `stop` is called.

import type { CommitHint } from '../../storage/storage.ts'
import type { RunSession } from './run-session.ts'
import { openSession } from './run-session.ts'
import type { Services } from '../services.ts'
import { indexIn, sourceOf, streamsOf } from '../model/source.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import { createReader } from '../source/reader.ts'
import { isOfUsers } from '../source/delivery.ts'
import { createTimeSlice } from '../time-slice.ts'

export type Runner = ReturnType<typeof startRunner>

/** @param rests called whenever the runner has reached the end of its source, or is done. */
export function startRunner(services: Services, name: string, rests: () => void) {
  let isStopped = false
  let isResting = false
  let session: RunSession | RestingRun | undefined
  const timeSlice = createTimeSlice()
  /** Whether something was written since the last read of the source began. */
  let isDue = false
  let goOn: (() => void) | undefined

  const { promise: caughtUp, resolve: isCaughtUp } = Promise.withResolvers<void>()

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const end = await services.relay?.take(name)
    try {
      return await work()
    } finally {
      end?.()
    }
  }

  const untilWoken = () =>
    new Promise<void>((resolve) => {
      goOn = () => {
        isResting = false
        resolve()
      }
      if (isDue || isStopped) return goOn()
      isResting = true
      rests()
    })

  const onRead = () => (isDue = false)

  /** Of a run that another tab has left at the end of its source, the query waits for the next event. */
  const untilNeeded = async (): Promise<void> => {
    while (!isStopped && (session = await findResting(services, name, onRead))) {
      isCaughtUp()
      await untilWoken()
    }
  }

  const runOnce = async (careful: boolean): Promise<'done' | 'again' | 'carefully'> => {
    if (isStopped) return 'done'
    const current = await inTurn(() => openSession(services, name, careful, { timeSlice, onRead }))
    session = current
    if (!current) return 'done'
    try {
      while (!isStopped) {
        const stepped = await inTurn(() => current.step())
        if (stepped === 'crashed') return 'carefully'
        if (stepped === 'fenced') return 'again'
        if (stepped === 'ended') return 'done'
        if (stepped === 'idle') {
          isCaughtUp()
          await untilWoken()
        } else await timeSlice.end()
      }
      return 'done'
    } finally {
      await current.close()
    }
  }

  const run = async (): Promise<'done' | 'failed'> => {
    try {
      await untilNeeded()
      let next = await runOnce(false)
      while (next !== 'done' && !isStopped) next = await runOnce(next === 'carefully')
      return 'done'
    } catch (error) {
      services.environment.report(error)
      return 'failed'
    } finally {
      isCaughtUp()
      isDue = false
      isResting = true
      rests()
    }
  }

  return {
    /** Resumes if the commit may concern the projection. */
    wake(commit: CommitHint): void {
      if (!concerns(session?.streams, commit)) return
      isDue = true
      goOn?.()
    },
    /** Finishes the present commit and nothing more. */
    stop(): void {
      isStopped = true
      goOn?.()
    },
    /** Resolves when the projection has caught up with its source for the first time, or is done. */
    caughtUp,
    /** Whether it has something to do. */
    isWorking: (): boolean => !isResting || isDue,
    /** Resolves when the runner has let go of the run; `failed` where the environment failed it. Never rejects. */
    done: run(),
  }
}

/** @param streams that the projection reads; undefined: all streams of users and their metastreams. */
function concerns(streams: readonly string[] | undefined, commit: CommitHint): boolean {
  if (!commit.streams) return true
  return streams ? commit.streams.some((stream) => indexIn(streams, stream) >= 0) : commit.streams.some(isOfUsers)
}

/** A run that has finished everything there is. */
interface RestingRun {
  /** As of `RunSession`. */
  readonly streams: readonly string[] | undefined
}

/**
 * A tab that takes over would otherwise start a Worker for every projection, and those with events would wait for those without.
 *
 * @param onRead called when the read of the source begins, which sees all earlier commits.
 * @returns undefined where the run has something to do, or has its query already.
 */
async function findResting(services: Services, name: string, onRead: () => void): Promise<RestingRun | undefined> {
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
