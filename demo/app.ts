// Starts the store in this tab, then the shop, which knows only the store's address.

import { startStore } from 'rillbox/browser'
import { openShop } from './shop-page.ts'
import { byId } from './view/dom.ts'

// Beside the page, so that the demo works below any path of any host.
const here = new URL('./', location.href)

try {
  const store = await startStore({
    baseUrl: new URL('_store', here).href,
    workerUrl: new URL('mockServiceWorker.js', here).href,
    name: 'rillbox-demo',
  })
  await openShop({ baseUrl: store.baseUrl, clear: () => store.clear() })
} catch (error) {
  const notice = byId('notice')
  notice.textContent = error instanceof Error ? error.message : String(error)
  notice.hidden = false
  byId('status').textContent = 'The store could not be opened.'
  throw error
}
