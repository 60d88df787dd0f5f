// Starts and stops runners until they match the rows, in the one tab that runs the projections of a store.

import type { CommitHint } from '../../storage/storage.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import type { Runner } from './runner.ts'
import { startRunner } from './runner.ts'
import type { Services } from '../services.ts'
import type { Workers } from './settle.ts'

export interface Supervisor extends Workers {
  /** Brings runners in line with the rows, now and after every change of them. */
  lead(): Promise<void>
  /** Resolves when every runner there is has caught up with its source. */
  caughtUp(): Promise<void>
  /** Tells it what was written. */
  commit(hint: CommitHint): void
  /** Stops every runner; resolves when all have let go. */
  stop(): Promise<void>
}

interface Running {
  readonly run: string
  readonly runner: Runner
}

/** @param load prepares a projection that a restart has left Loading. */
export function createSupervisor(services: Services, load: (name: string) => Promise<void>): Supervisor {
  const { storage, environment } = services
  const runners = new Map<string, Running>()
  let isLeading = false
  let isDirty = false
  const restListeners = new Set<() => void>()
  let reconciling: Promise<void> | undefined
  /** A runner gave up because a transaction failed: the next commit shows that it may work again. */
  let hasFailures = false
  let commits = 0

  /** Which run each projection that should run is in, and which projections are to be loaded. */
  const readRows = () =>
    storage.read(async (tx) => {
      const rows = await tx.rows(projectionRows)
      const running = rows.filter(([, { state }]) => state === 'Running').map(([name]) => name)
      const runs = await Promise.all(running.map((name) => tx.row(runRows, name)))
      const wanted = new Map<string, string>()
      for (const [index, name] of running.entries()) {
        const run = runs[index]
        if (run?.core === 'Running') wanted.set(name, run.id)
      }
      return { wanted, loading: rows.filter(([, { state }]) => state === 'Loading').map(([name]) => name) }
    })

  const tellOfRest = (): void => {
    for (const listener of restListeners) listener()
  }

  const startOne = (name: string, run: string): void => {
    const runner = startRunner(services, name, tellOfRest)
    runners.set(name, { run, runner })
    const before = commits
    void runner.done.then((end) => {
      if (runners.get(name)?.runner !== runner) return
      runners.delete(name)
      if (end !== 'failed') return
      hasFailures = true
      // The commit that shows it may have come before the runner heard of its failure: then there may be no other for long.
      if (commits > before && isLeading) look()
    })
  }

  const matchOnce = async (): Promise<void> => {
    const { wanted, loading } = await readRows()
    if (!isLeading) return
    for (const [name, { run, runner }] of runners) {
      if (wanted.get(name) === run) continue
      runner.stop()
      runners.delete(name)
    }
    for (const [name, run] of wanted) if (!runners.has(name)) startOne(name, run)
    if (environment.isRepeatable) for (const name of loading.toSorted()) await load(name)
    else await Promise.all(loading.map(load))
  }

  const match = async (): Promise<void> => {
    try {
      while (isDirty && isLeading) {
        isDirty = false
        hasFailures = false
        await matchOnce()
      }
    } finally {
      reconciling = undefined
    }
  }

  const letGo = (): readonly Runner[] => {
    const stopped = [...runners.values()].map(({ runner }) => runner)
    runners.clear()
    for (const runner of stopped) runner.stop()
    return stopped
  }

  const reconcile = (): Promise<void> => {
    isDirty = true
    reconciling ??= match()
    return reconciling
  }

  const look = (): void => void reconcile().catch((error: unknown) => environment.report(error))

  return {
    lead() {
      isLeading = true
      return reconcile()
    },
    async caughtUp() {
      await Promise.all([...runners.values()].map(({ runner }) => runner.caughtUp))
    },
    isWorking: () => [...runners.values()].some(({ runner }) => runner.isWorking()),
    onRest(listener) {
      restListeners.add(listener)
      return () => void restListeners.delete(listener)
    },
    commit(hint) {
      if (!isLeading) return
      commits++
      // Another tab has put another store in the place of this one: runs of the same name may be of another past.
      if (!hint.streams && !hint.tables) letGo()
      for (const { runner } of runners.values()) runner.wake(hint)
      const isNews = !hint.tables || hint.tables.includes(projectionRows.name) || hasFailures
      if (isNews) look()
    },
    async stop() {
      isLeading = false
      await Promise.all(letGo().map(({ done }) => done))
      await reconciling?.catch(() => undefined)
    },
  }
}
