// Decides the address of a store: the playground's own, or one that the page owns.

import type { Store } from '../../../engine/store.ts'

/** Address in links and copied commands: that of a server on the reader's machine. */
export const storeAddress = 'http://localhost:2113'

/** Without a trailing slash. A store that the page owns may have a base URL of its own. */
export const addressOf = ({ baseUrl = storeAddress }: Store): string => baseUrl.replace(/\/+$/, '')
