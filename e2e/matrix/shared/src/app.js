// The application, for readers who try the page.

import * as orders from './orders.js'

globalThis.application = orders
