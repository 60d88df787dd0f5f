// The application, for whoever tries the page from outside; its own handlers answer a request that is none of the store's.

import * as orders from './orders.js'

globalThis.application = { ...orders, others: async () => (await fetch('/name')).text() }
