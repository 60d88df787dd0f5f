// Loads the reader of XML with the first body in it: most pages send JSON alone.

import { later } from '../../base/platform/later.ts'

export const xmlReader = later(() => import('./read.ts'))
