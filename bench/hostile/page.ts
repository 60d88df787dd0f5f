// The page in which hostile queries run: a store on disk, as a page has it.

import { createStore, indexedDbStorage } from 'rillbox/browser'
import type { HostileFigures } from './run.ts'
import { runHostile } from './run.ts'
import { hostileQueries } from '../../e2e/hostile/queries.ts'

declare global {
  interface Window {
    hostile(name: string): Promise<HostileFigures>
  }
}

window.hostile = async (name) => {
  const store = createStore({ storage: indexedDbStorage({ name: 'hostile' }) })
  await store.settled()
  // Not closed: a query that blocks everything would block closing too; the page goes with its browser.
  return await runHostile(
    store,
    hostileQueries.find((query) => query.name === name)!,
  )
}
