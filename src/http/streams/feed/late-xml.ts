// Loads what prints feeds and events in XML with the first answer in it: most pages ask for JSON alone.

import { later } from '../../../base/platform/later.ts'

export const xmlFeeds = later(() => import('./feed-xml.ts'))
export const xmlEvents = later(() => import('./event-xml.ts'))
