// Entry for pages in development: puts the button of the developer tools into the corner. On a server it can be imported as well, and does nothing.

import { showButton } from './devtools/button/button.ts'
import type { Store } from './engine/store.ts'
import { offerStore } from './host/offered-stores.ts'

/**
 * Shows a store of `createStore` in the developer tools. Those of `startStore` are there without it.
 *
 * @param name to tell it from others. Default: its base URL.
 * @returns a function that takes it away again.
 */
export const inspectStore = (store: Store, name: string = store.baseUrl ?? 'Store'): (() => void) =>
  'document' in globalThis ? offerStore({ store, name }) : () => undefined

if ('document' in globalThis) showButton()
