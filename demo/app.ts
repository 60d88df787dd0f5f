// Starts the store in this tab, then the shop, which knows only the store's address, and the panels that inspect the store.

import type { Store } from 'rillbox'
import { isStoreError } from 'rillbox'
import { movableEnvironment, startStore } from 'rillbox/browser'
// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/devtools'
// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/element'
import { chooseColours } from './documentation/colours.ts'
import { openShop, showEnd } from './shop-page.ts'
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

/** As after the site's data were cleared. */
const lose = (error: unknown): void => showEnd('The store is gone: reload the page', error)

// Relative to the page, so that the site works under any path of any host.
const here = new URL('./', location.href)

try {
  const store = await startStore({
    baseUrl: new URL('_store', here).href,
    workerUrl: new URL('mockServiceWorker.js', here).href,
    name: 'rillbox-demo',
    requestLog: 200,
    // eslint-disable-next-line no-console -- as without the option
    onNotice: (notice) => (notice.kind === 'lost' ? lose(notice.error) : console.warn(notice.message)),
    // The developer tools can move its clock.
    environment: movableEnvironment(),
  })
  const whenReplaced = (listener: () => void): void => void watchReplaced(store, listener).catch(lose)
  const inspector = await whenAlive('inspector', 'rillbox-store')
  inspector.store = store
  inspector.session.select({ projection: projectionName })
  const shop = { baseUrl: store.baseUrl, clear: () => store.clear(), whenReplaced, streams: streamsOf(store) }
  await Promise.all([inspector.session.open(), openShop(shop)])
} catch (error) {
  showEnd('The store could not be opened', error)
  throw error
}
