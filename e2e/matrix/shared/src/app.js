// The application, for whoever tries the page from outside.

import * as orders from './orders.js'

globalThis.application = orders
