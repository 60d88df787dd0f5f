// Takes the lead from a tab whose projections are stuck (architecture §8).

import type { ProjectionRow, Run } from '../../model/tables.ts'
import { projectionsIn } from '../../model/tables.ts'
import { nextUnfinished } from '../unfinished.ts'
import type { Services } from '../../services.ts'

/** Milliseconds that a projection with events to handle may stand still: with one more check and the start, below five seconds. */
const patience = 3000

/** Milliseconds between two checks. */
const interval = 500

export interface LeaderWatchdogOptions {
  readonly isLeading: () => boolean
  /** Only a visible tab takes over: browsers slow hidden ones down. */
  readonly isVisible: () => boolean
  /** Takes the lead. */
  steal(): void
}

/** A projection as the last check found it. */
interface Seen {
  /** Changes with every commit of the run. */
  readonly progress: string
  /** When it was first seen with that progress, or was found to have no events. */
  readonly since: number
}

export function createLeaderWatchdog(services: Services, { isLeading, isVisible, steal }: LeaderWatchdogOptions) {
  const { storage, environment } = services
  let cancel: (() => void) | undefined
  let isClosed = false
  /** Whether something was committed since the last look began. */
  let isNews = false
  let seen = new Map<string, Seen>()

  /** @returns whether to check again, because a projection has work and is not late, to rest, or to take the lead. */
  const look = async (): Promise<'again' | 'rest' | 'steal'> => {
    const before = seen
    seen = new Map()
    let isOnItsWay = false
    const running = (await storage.read(projectionsIn)).filter(({ row }) => row.state === 'Running')
    // This tab may be the next to lead, and others wait for its first query then.
    if (running.some(({ row, run }) => run && !row.definition?.handlerType.startsWith('native:'))) services.openQuery.expect?.()
    for (const { row, run } of running) {
      if (!run) continue
      const progress = `${run.id} ${run.fence}`
      const now = environment.now()
      const known = before.get(row.name)
      const since = known?.progress === progress ? known.since : now
      const isLate = now - since >= patience
      if (isLate && (await hasEvents(services, row, run))) return 'steal'
      isOnItsWay ||= !isLate
      seen.set(row.name, { progress, since: isLate ? now : since })
    }
    return isOnItsWay ? 'again' : 'rest'
  }

  const rest = () => {
    cancel = undefined
    seen = new Map()
  }

  const lookNow = async (): Promise<void> => {
    if (isClosed || isLeading() || !isVisible()) return rest()
    isNews = false
    const next = await look()
    if (next === 'steal' && !isLeading()) steal()
    const isOver = next === 'steal' || (next === 'rest' && !isNews)
    if (isOver || isClosed) rest()
    else lookLater()
  }

  const begin = (): void =>
    void lookNow().catch((error: unknown) => {
      rest()
      if (!isClosed) environment.report(error)
    })
  const lookLater = (): void => {
    cancel = environment.after(interval, begin, { background: true })
  }

  return {
    /** Starts checking after a commit, which some projection may have to handle. */
    commit(): void {
      isNews = true
      if (cancel || isClosed || isLeading() || !isVisible()) return
      cancel = () => undefined
      begin()
    },
    close(): void {
      isClosed = true
      cancel?.()
    },
  }
}

/** Whether its source holds an event that the projection has not finished. */
async function hasEvents(services: Services, { definition }: ProjectionRow, run: Run): Promise<boolean> {
  const { sources, mode } = definition ?? {}
  if (!sources) return false
  const continuous = mode === 'Continuous'
  const first = await nextUnfinished(services, run, { sources, mode: mode! })
  return typeof first === 'number' || !continuous
}
