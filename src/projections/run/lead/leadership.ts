// Decides which tab runs the projections of a store, and whether opening it is a restart of the server or a hand-over (architecture §8, §14 #2).

import type { Environment, LockOptions, Locks } from '../../../base/platform/environment.ts'
import { isErrorNamed } from '../../../base/platform/realms.ts'

export interface LeadershipOptions {
  readonly environment: Environment
  /** Shared by all tabs of the store; undefined where no other tab can see the store. */
  readonly name: string | undefined
  /** Starts all projections anew: no other tab has the store open. */
  restart(): Promise<void>
  lead(): Promise<void>
  /** Another tab leads from now on. */
  retire(): Promise<void>
}

/** Without other tabs every lock is free at once. */
const freeLocks: Locks = { hold: (_name, _options, work) => work(true, new AbortController().signal) }

export function createLeadership({ environment, name, restart, lead, retire }: LeadershipOptions) {
  const closing = new AbortController()
  const locks = (name !== undefined && environment.locks) || freeLocks
  let isLeading = false
  /** The beginning of the lead: settled once all projections are started. */
  let leading: Promise<void> | undefined
  /** Ends the present wait for the lead: the tab takes it instead. */
  let waiting = new AbortController()
  let competing: Promise<void> | undefined
  let ended: Promise<unknown> = Promise.resolve()

  const untilClosed = (lost: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (closing.signal.aborted || lost.aborted) return resolve()
      closing.signal.addEventListener('abort', () => resolve())
      lost.addEventListener('abort', () => resolve())
    })

  const hold = async (lost: AbortSignal): Promise<void> => {
    if (closing.signal.aborted) return
    waiting = new AbortController()
    isLeading = true
    try {
      leading = lead()
      await leading
      await untilClosed(lost)
    } finally {
      isLeading = false
      await retire()
    }
  }

  /** Queues for the lock while the store is open: again after a theft, not after a refusal of the browser. */
  const queue = async (lockName: string): Promise<void> => {
    for (let isRefused = false; !isRefused && !closing.signal.aborted;) {
      const options: LockOptions = waiting.signal.aborted ? { steal: true } : { signal: waiting.signal }
      isRefused = await locks.hold(lockName, options, (_held, lost) => hold(lost)).then(() => false, isRefusal)
    }
  }

  const compete = (): void => {
    competing ??= queue(`${name}:projections`).finally(() => (competing = undefined))
  }

  /**
   * A lock that is stolen or no longer wanted rejects as it should. Any other rejection is a browser that gives this page no more
   * locks, as WebKit does when the page goes away: asking again would never end.
   */
  const isRefusal = (error: unknown): boolean => {
    if (isErrorNamed(error, 'AbortError')) return false
    const isGoing = isErrorNamed(error, 'InvalidStateError')
    if (!closing.signal.aborted && !isGoing) environment.report(error)
    return true
  }

  /** Holds the shared lock that marks the store as open. The tab that finds it free restarts before any other tab gets past it. */
  const stayAlive = async (lockName: string, isFresh: boolean): Promise<void> => {
    const { promise: alive, resolve: isAlive } = Promise.withResolvers<void>()
    const share = () => {
      const held = locks.hold(lockName, { mode: 'shared', signal: closing.signal }, (_held, lost) => {
        isAlive()
        return untilClosed(lost)
      })
      ended = Promise.all([ended, held.catch(isRefusal)])
    }
    await locks.hold(lockName, { ifAvailable: true }, async (isAlone) => {
      if (isAlone && !isFresh) await restart()
      // Requested while the exclusive lock is held, so that no tab comes in between.
      share()
    })
    await alive
  }

  return {
    /** Restarts unless the store was written just now, and leads as soon as no other tab does. */
    async begin(isFresh: boolean): Promise<void> {
      await stayAlive(`${name}:alive`, isFresh)
      compete()
      // Tabs that share a store do not wait for the one that leads.
      await leading
    },
    /** Takes the lead from a tab that is stuck. */
    steal(): void {
      if (isLeading) return
      waiting.abort()
      compete()
    },
    isLeading: (): boolean => isLeading,
    async close(): Promise<void> {
      closing.abort()
      waiting.abort()
      await Promise.all([ended, competing])
    },
  }
}
