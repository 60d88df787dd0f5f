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

export class LeaderWatchdog {
  readonly #services: Services
  readonly #options: LeaderWatchdogOptions
  /** Checks go on from a commit until no projection has work. */
  #state: 'resting' | 'checking' | 'closed' = 'resting'
  /** Whether something was committed since the last check began. */
  #isNews = false
  #seen: ReadonlyMap<string, Seen> = new Map()
  #cancelTimer = () => {}

  constructor(services: Services, options: LeaderWatchdogOptions) {
    this.#services = services
    this.#options = options
  }

  /** Starts checking after a commit, which some projection may have to handle. */
  commit(): void {
    this.#isNews = true
    if (this.#state !== 'resting' || !this.#isOnDuty()) return
    this.#state = 'checking'
    this.#begin()
  }

  close(): void {
    this.#state = 'closed'
    this.#cancelTimer()
  }

  /** Only the tabs that could take the lead watch. */
  #isOnDuty(): boolean {
    return !this.#options.isLeading() && this.#options.isVisible()
  }

  #begin(): void {
    this.#check().catch((error: unknown) => {
      if (this.#state !== 'closed') this.#services.environment.report(error)
      this.#rest()
    })
  }

  async #check(): Promise<void> {
    if (!this.#isOnDuty()) return this.#rest()
    this.#isNews = false
    const verdict = await this.#judge()
    if (verdict === 'stuck' && !this.#options.isLeading()) this.#options.steal()
    const goesOn = verdict === 'working' || (verdict === 'idle' && this.#isNews)
    if (!goesOn || this.#state === 'closed') return this.#rest()
    this.#cancelTimer = this.#services.environment.after(interval, () => this.#begin(), { background: true })
  }

  #rest(): void {
    if (this.#state === 'checking') this.#state = 'resting'
    this.#seen = new Map()
  }

  /** @returns `working` where a projection has events and is not late, `stuck` where one is late, `idle` where none has any. */
  async #judge(): Promise<'working' | 'idle' | 'stuck'> {
    const { storage, environment, openQuery } = this.#services
    const before = this.#seen
    const seen = new Map<string, Seen>()
    this.#seen = seen
    let isWorking = false
    const running = (await storage.read(projectionsIn)).filter(({ row }) => row.state === 'Running')
    // This tab may be the next to lead, and others wait for its first query then.
    if (running.some(({ row, run }) => run && !row.definition?.handlerType.startsWith('native:'))) openQuery.expect?.()
    for (const { row, run } of running) {
      if (!run) continue
      const progress = `${run.id} ${run.fence}`
      const now = environment.now()
      const known = before.get(row.name)
      const since = known?.progress === progress ? known.since : now
      const isLate = now - since >= patience
      if (isLate && (await hasEvents(this.#services, row, run))) return 'stuck'
      isWorking ||= !isLate
      seen.set(row.name, { progress, since: isLate ? now : since })
    }
    return isWorking ? 'working' : 'idle'
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
