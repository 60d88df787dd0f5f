// Opens queries in QuickJS engines on the calling thread.

import type { OpenQuery } from '../query.ts'
import { unpacked } from './packed-query.ts'
import { openRestartable } from './restartable-query.ts'
import { openSandboxedQuery } from './sandboxed-query.ts'

/**
 * Opens a query in an engine of its own, on the calling thread: guest code that no interrupt reaches (a `join` over an array of
 * 4 billion items) blocks the thread. `createOpenInWorker` guards against that where Workers exist.
 */
export const openInQuickJs: OpenQuery = (source, options) =>
  openRestartable(async () => {
    const query = await openSandboxedQuery(source, options)
    if ('kind' in query) return query
    return unpacked({
      sources: query.sources,
      needs: query.needs,
      load: (events) => Promise.resolve(query.load(events)),
      run: (texts, limits) => Promise.resolve(query.run(texts, limits)),
      close: () => query.close(),
    })
  })
