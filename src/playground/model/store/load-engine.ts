// Loads the engine, and creates one store with a request log per playground, in memory unless told otherwise.

import { checkFeatures } from '../../../base/platform/features.ts'
import type { Release } from '../../../base/release/facts.ts'
import type { StoreOptions } from '../../../engine/options/store-options.ts'
import type { Store } from '../../../engine/store.ts'
import { storeAddress } from './store-address.ts'

/** Number of exchanges that the request panel can show. */
const requestLog = 200

/** Shared by all playgrounds of a page: an article with many queries must not start a thread for each. */
const mostWorkers = 6

/** @param report receives errors that reach no caller. @param release of the server; undefined for the default. @param storage undefined: in memory. */
type CreateStore = (report: (error: unknown) => void, release?: Release, storage?: StoreOptions['storage']) => Store

let loading: Promise<CreateStore> | undefined

/**
 * Loads the code that a store needs, once.
 *
 * @returns a function that creates independent in-memory stores.
 */
export function loadEngine(): Promise<CreateStore> {
  loading ??= load().catch((error: unknown) => {
    // A later attempt may succeed.
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<CreateStore> {
  checkFeatures()
  const [{ createStore }, { openByPlatform }, { platformEnvironment }] = await Promise.all([
    import('../../../engine/store.ts'),
    import('../../../engine/queries/open-query.ts'),
    import('../../../base/platform/environment.ts'),
  ])
  const openQuery = openByPlatform({ mostWorkers, mayRunInPage: false })
  const { report: reportToConsole } = platformEnvironment()
  return (report, release, storage) => {
    const reportToBoth = (error: unknown): void => {
      reportToConsole(error)
      report(error)
    }
    return createStore({
      baseUrl: storeAddress,
      ...(release !== undefined && { release }),
      ...(storage && { storage }),
      requestLog,
      openQuery,
      environment: { report: reportToBoth },
    })
  }
}
