// Runs one projection until its run ends, somebody else writes it, or it is told to stop.

import type { CommitHint } from '../storage/storage.ts'
import { isMetastream, isSystemStream, originalOf } from '../streams/system.ts'
import type { Session } from './run-session.ts'
import { openSession } from './run-session.ts'
import type { Services } from './services.ts'
import { yieldToOthers } from './yield.ts'

export interface Runner {
  /** Tells it what was written; it goes on if that may concern it. */
  wake(commit: CommitHint): void
  /** It finishes what it is committing and nothing more. */
  stop(): void
  /** Resolves when it has let go of the run; never rejects. */
  readonly done: Promise<void>
}

export function startRunner(services: Services, name: string): Runner {
  let isStopped = false
  let session: Session | undefined
  /** Something was written since the source was last found at its end. */
  let isDue = false
  let goOn: (() => void) | undefined

  const signal = () => {
    isDue = true
    goOn?.()
  }

  const untilWoken = () =>
    new Promise<void>((resolve) => {
      goOn = resolve
      if (isDue || isStopped) resolve()
    })

  const runOnce = async (careful: boolean): Promise<'done' | 'again' | 'carefully'> => {
    // Whoever has started it has not answered yet.
    await yieldToOthers()
    session = await openSession(services, name, careful)
    if (!session) return 'done'
    try {
      while (!isStopped) {
        isDue = false
        const stepped = await session.step()
        if (stepped === 'crashed') return 'carefully'
        if (stepped === 'fenced') return 'again'
        if (stepped === 'ended') return 'done'
        await (stepped === 'idle' ? untilWoken() : yieldToOthers())
      }
      return 'done'
    } finally {
      session.close()
    }
  }

  const run = async (): Promise<void> => {
    let next = await runOnce(false)
    while (next !== 'done' && !isStopped) next = await runOnce(next === 'carefully')
  }

  return {
    wake(commit) {
      if (concerns(session?.streams, commit)) signal()
    },
    stop() {
      isStopped = true
      goOn?.()
    },
    done: run().catch((error: unknown) => services.environment.report(error)),
  }
}

/** @param streams what the projection reads; undefined where it reads everything that users write, and what is written about that. */
function concerns(streams: readonly string[] | undefined, commit: CommitHint): boolean {
  if (!commit.streams) return true
  return streams ? commit.streams.some((stream) => streams.includes(stream)) : commit.streams.some(isOfUsers)
}

const isOfUsers = (stream: string): boolean => !isSystemStream(stream) || (isMetastream(stream) && !isSystemStream(originalOf(stream)))
