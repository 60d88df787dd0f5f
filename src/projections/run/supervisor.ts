// Starts and stops runners until they match the rows, in the one tab that runs the projections of a store.

import type { CommitHint } from '../../storage/storage.ts'
import { projectionRows, projectionsIn } from '../model/tables.ts'
import type { Runner } from './runner.ts'
import { startRunner } from './runner.ts'
import type { Services } from '../services.ts'

export type Supervisor = ReturnType<typeof createSupervisor>

/** @param load prepares a projection that a restart has left Loading. */
export function createSupervisor(services: Services, load: (name: string) => Promise<void>) {
  const { storage, environment } = services
  const runners = new Map<string, { readonly run: string; readonly runner: Runner }>()
  const restListeners = new Set<() => void>()
  let isLeading = false
  /** Rows may have changed since `matchOnce` read them. */
  let isDirty = false
  let matching: Promise<void> | undefined
  /** A runner gave up because a transaction failed: the next commit shows that transactions work again. */
  let hasFailures = false
  let commitCount = 0

  const presentRunners = (): Runner[] => [...runners.values()].map(({ runner }) => runner)

  const reconcile = (): Promise<void> => {
    isDirty = true
    matching ??= matchUntilClean()
    return matching
  }
  const reconcileAndReport = (): void => void reconcile().catch((error: unknown) => environment.report(error))

  const matchUntilClean = async (): Promise<void> => {
    try {
      while (isDirty && isLeading) {
        isDirty = false
        hasFailures = false
        await matchOnce()
      }
    } finally {
      matching = undefined
    }
  }

  const matchOnce = async (): Promise<void> => {
    const projections = await storage.read(projectionsIn)
    if (!isLeading) return
    const running = projections.filter(({ row }) => row.state === 'Running')
    const wanted = new Map(running.flatMap(({ row, run }) => (run?.core === 'Running' ? [[row.name, run.id] as const] : [])))
    const loading = projections.filter(({ row }) => row.state === 'Loading').map(({ row }) => row.name)
    for (const [name, { run, runner }] of runners) {
      if (wanted.get(name) === run) continue
      runner.stop()
      runners.delete(name)
    }
    for (const [name, run] of wanted) if (!runners.has(name)) start(name, run)
    if (environment.isRepeatable) for (const name of loading.toSorted()) await load(name)
    else await Promise.all(loading.map(load))
  }

  const start = (name: string, run: string): void => {
    const runner = startRunner(services, name, () => {
      for (const listener of restListeners) listener()
    })
    runners.set(name, { run, runner })
    const commitsBefore = commitCount
    void runner.done.then((end) => {
      if (runners.get(name)?.runner !== runner) return
      runners.delete(name)
      if (end !== 'failed') return
      hasFailures = true
      // The commit that shows it may have come before the runner heard of its failure, and the next one may be long in coming.
      if (commitCount > commitsBefore && isLeading) reconcileAndReport()
    })
  }

  const stopRunners = (): readonly Runner[] => {
    const stopped = presentRunners()
    runners.clear()
    for (const runner of stopped) runner.stop()
    return stopped
  }

  return {
    /** Matches runners to the rows, now and after every change of the rows. */
    lead(): Promise<void> {
      isLeading = true
      return reconcile()
    },
    /** Stops every runner; resolves when all have let go. */
    async stop(): Promise<void> {
      isLeading = false
      await Promise.all(stopRunners().map(({ done }) => done))
      await matching?.catch(() => undefined)
    },
    /** Wakes the runners that a commit may concern, and starts and stops others where it changed the rows. */
    onCommit(hint: CommitHint): void {
      if (!isLeading) return
      commitCount++
      // Another tab has replaced the whole store: runs of the same name may have another past.
      if (!hint.streams && !hint.tables) stopRunners()
      for (const runner of presentRunners()) runner.wake(hint)
      if (!hint.tables || hint.tables.includes(projectionRows.name) || hasFailures) reconcileAndReport()
    },
    /** Resolves when every present runner has caught up with its source. */
    async caughtUp(): Promise<void> {
      await Promise.all(presentRunners().map((runner) => runner.caughtUp))
    },
    /** Whether any runner of this tab has something to do. */
    isWorking: (): boolean => presentRunners().some((runner) => runner.isWorking()),
    /** Calls back whenever a runner of this tab rests or ends. @returns a function that stops the calls. */
    onRest(listener: () => void): () => void {
      restListeners.add(listener)
      return () => void restListeners.delete(listener)
    },
  }
}
