// Opens queries in QuickJS engines on the calling thread.

import type { OpenQuery } from '../query.ts'
import { unpacked } from './packed-query.ts'
import { openRevivable } from './restartable-query.ts'
import { openSandboxedQuery } from './sandboxed-query.ts'

/**
 * Opens a query in an engine of its own, on the calling thread: guest code that no interrupt reaches (a `join` over an array
 * of four thousand million items) blocks it. Where Workers exist `openInWorker` guards against that.
 */
export const openInQuickJs: OpenQuery = (source, options) =>
  openRevivable(async () => {
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
