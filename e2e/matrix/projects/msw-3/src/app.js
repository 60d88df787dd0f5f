// The application, for readers who try the page; its own handlers answer a request that is none of the store's.

import * as orders from './orders.js'

globalThis.application = { ...orders, others: async () => await (await fetch('/name')).text() }
