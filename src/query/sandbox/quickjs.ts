// Opens queries in QuickJS engines on the calling thread.

import { checkSource } from '../dialect/source/prepare.ts'
import type { CheckingOpenQuery, QueryOptions } from '../query.ts'
import { openRestartable } from './restartable-query.ts'
import { openSandboxedQuery } from './sandboxed-query.ts'

/**
 * Opens a query in an engine of its own, on the calling thread: guest code that no interrupt reaches (a `join` over an array of
 * 4 billion items) blocks the thread. `createOpenInWorker` guards against that where Workers exist.
 */
export const openInQuickJs: CheckingOpenQuery = Object.assign(
  (source: string, options: QueryOptions) => openRestartable(() => openSandboxedQuery(source, options)),
  { check: checkSource },
)
