// How many instances of WebAssembly queries may have on this platform.

import { hasWorkers } from '../../../base/platform/features.ts'

/**
 * Chromium has room for some 120 memories of WebAssembly in all Workers of a page together (decision 19). Node has room for thousands; each
 * takes 1.3 MB, and a third of that while it waits.
 */
export const mostInstances = hasWorkers() ? 64 : 256
