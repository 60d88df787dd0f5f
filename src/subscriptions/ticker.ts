// Calls `tick` once a second in the tab that leads, so that what is due is written although nobody looks.

import type { Environment } from '../base/environment.ts'
import { isStoreError } from '../base/errors.ts'
import { tickLength } from './group.ts'
import type { Subscriptions } from './subscriptions.ts'

/**
 * Ticks until it is stopped. A tick that takes longer than a second delays the next one; a closed storage ends the ticking, every
 * other error is reported and the ticking goes on.
 *
 * @returns a function that stops it; a tick under way finishes.
 */
export function startTicking({ tick }: Pick<Subscriptions, 'tick'>, environment: Pick<Environment, 'after' | 'report'>): () => void {
  let isStopped = false
  let cancel: () => void = () => undefined

  const tickOnce = async (): Promise<void> => {
    try {
      await tick()
    } catch (error) {
      if (isStoreError(error, 'storage-closed')) isStopped = true
      else environment.report(error)
    }
    scheduleNext()
  }
  const scheduleNext = (): void => {
    if (!isStopped) cancel = environment.after(tickLength, () => void tickOnce())
  }

  scheduleNext()
  return () => {
    isStopped = true
    cancel()
  }
}
