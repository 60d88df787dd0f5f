// Loads the engine and makes the store of one embed: in memory, with a log of its requests.

import { checkFeatures } from '../../base/features.ts'
import type { Store } from '../../engine/store.ts'
import { storeAddress } from './store-address.ts'

/** How many exchanges the request panel can show. */
const requestLog = 200

/** All embeds of a page together: an article with many of them must not start a thread for every query that it shows. */
const mostWorkers = 6

/** @param report is told of what is broken where nobody waits for it. */
type CreateStore = (report: (error: unknown) => void) => Store

let loading: Promise<CreateStore> | undefined

/**
 * Begins to load what a store needs, so that it is there when one is made.
 *
 * @returns a function that makes stores; each is in memory, and nobody else's.
 */
export function loadEngine(): Promise<CreateStore> {
  loading ??= load().catch((error: unknown) => {
    // What could not be loaded may be there when it is tried again.
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<CreateStore> {
  checkFeatures()
  const [{ createStore }, { openByPlatform }, { platformEnvironment }] = await Promise.all([
    import('../../engine/store.ts'),
    import('../../engine/open-query.ts'),
    import('../../base/environment.ts'),
  ])
  const openQuery = openByPlatform({ mostWorkers, mayRunInPage: false })
  const { report: reportToConsole } = platformEnvironment()
  return (report) => {
    const reportToBoth = (error: unknown): void => {
      reportToConsole(error)
      report(error)
    }
    return createStore({ baseUrl: storeAddress, requestLog, openQuery, environment: { report: reportToBoth } })
  }
}
