// Decides where requests find a store: the playground's own, or one that the page has lent.

import type { Store } from '../../engine/store.ts'

/** What links in answers and commands to copy show: the address that a server on the reader's own machine has. */
export const storeAddress = 'http://localhost:2113'

/** Where a store is found, without a slash at the end: a lent one may say so itself. */
export const addressOf = ({ baseUrl = storeAddress }: Store): string => baseUrl.replace(/\/+$/, '')
