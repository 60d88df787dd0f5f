// Writes due events from the leading tab even without a request; sleeps while nothing can fall due.

import type { Environment } from '../../base/platform/environment.ts'
import { isStoreError } from '../../base/errors.ts'
import type { Storage } from '../../storage/storage.ts'
import { tickLength } from '../group/group.ts'
import { groupTable } from '../stored/tables.ts'
import type { Subscriptions } from '../subscriptions.ts'

export interface TickerOptions {
  readonly subscriptions: Pick<Subscriptions, 'tick' | 'nextTick'>
  readonly storage: Pick<Storage, 'onCommit'>
  readonly environment: Pick<Environment, 'now' | 'after' | 'report'>
}

/**
 * Ticks when work falls due, and at most a second after a change of a group; a store at rest has no timer. A closed storage ends the
 * ticking; every other error is reported, and the next change starts the ticker again.
 *
 * @returns a function that stops it; a tick in progress finishes.
 */
export function startTicking({ subscriptions, storage, environment }: TickerOptions): () => void {
  let isStopped = false
  let planned = Number.POSITIVE_INFINITY
  let cancel: () => void = () => undefined

  /** Plans a tick at that moment, unless an earlier one is planned. */
  const plan = (moment: number): void => {
    if (isStopped || moment >= planned) return
    cancel()
    planned = moment
    cancel = environment.after(Math.max(0, moment - environment.now()), () => void tickOnce())
  }

  const tickOnce = async (): Promise<void> => {
    planned = Number.POSITIVE_INFINITY
    try {
      await subscriptions.tick()
      plan(await subscriptions.nextTick())
    } catch (error) {
      if (!isStoreError(error, 'storage-closed')) environment.report(error)
    }
  }

  const stopListening = storage.onCommit(({ tables }) => {
    if (!tables || tables.includes(groupTable.name)) plan(environment.now() + tickLength)
  })
  plan(environment.now())
  return () => {
    isStopped = true
    stopListening()
    cancel()
  }
}
