// Starts the store in this tab, then the shop, which knows only the store's address, and the panels that inspect the store.

import type { Store } from 'rillbox'
import { isStoreError } from 'rillbox'
import { movableEnvironment, startStore } from 'rillbox/browser'
// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/devtools'
// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/element'
import { chooseColours } from './documentation/colours.ts'
import { openShop } from './shop-page.ts'
import { projectionName } from './shop/sales.ts'
import { streamsOf } from './shop/streams.ts'
import { byId, whenAlive } from './view/dom.ts'

chooseColours(byId('theme') as HTMLButtonElement)

/** Calls back after each clear, reset and restore, in whatever tab: a subscription ends then. */
async function watchReplaced(store: Store, listener: () => void): Promise<void> {
  for (;;) {
    try {
      for await (const event of store.subscribe('$all', { from: 'end' })) void event
      return
    } catch (error) {
      if (!isStoreError(error, 'contents-replaced')) throw error
      listener()
    }
  }
}

// Relative to the page, so that the site works under any path of any host.
const here = new URL('./', location.href)

try {
  const store = await startStore({
    baseUrl: new URL('_store', here).href,
    workerUrl: new URL('mockServiceWorker.js', here).href,
    name: 'rillbox-demo',
    requestLog: 200,
    // The developer tools can move its clock.
    environment: movableEnvironment(),
  })
  const whenReplaced = (listener: () => void): void => void watchReplaced(store, listener)
  const inspector = await whenAlive('inspector', 'rillbox-store')
  inspector.store = store
  inspector.session.select({ projection: projectionName })
  const shop = { baseUrl: store.baseUrl, clear: () => store.clear(), whenReplaced, streams: streamsOf(store) }
  await Promise.all([inspector.session.open(), openShop(shop)])
} catch (error) {
  const notice = byId('notice')
  notice.textContent = error instanceof Error ? error.message : String(error)
  notice.hidden = false
  byId('status').textContent = 'The store could not be opened.'
  throw error
}
