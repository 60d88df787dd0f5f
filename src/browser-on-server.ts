// Entry that takes the place of `rillbox/browser` on a server, where frameworks load the code of their pages as well.

import { StoreError } from './base/errors.ts'

export * from './index.ts'
export { storeHandlers } from './host/msw/handlers.ts'
export { indexedDbStorage } from './storage/indexeddb/indexeddb.ts'

/** @throws StoreError `setup-outside-page`. */
export const startStore = (): Promise<never> =>
  Promise.reject(
    new StoreError('setup-outside-page', 'startStore works in a page only, and this is a server.', {
      hint:
        'Call it where code runs in the browser only, in an effect for example. In Node, createStore() with storeHandlers() and setupServer() ' +
        'of msw, or listen() of rillbox/server, do the same.',
    }),
  )
