// Caches the heads of streams in a store on disk: every request reads several, and no other process writes the file.

import type { StreamHead } from '../../base/events.ts'
import { copy } from '../copy.ts'
import type { HeadRow, Statements } from './statements.ts'
import { fromBytes, toBytes, toKey } from './values.ts'

export interface SqliteHeads {
  head(stream: string): StreamHead | undefined
  /** Heads behind a stream name, in order, at most `limit`. */
  list(after: string | undefined, limit: number): StreamHead[]
  put(head: StreamHead): void
  /** Empties the cache, which a rolled-back transaction may have made wrong. */
  forget(): void
}

/** The most heads in the cache. */
const mostRemembered = 10_000

export function rememberHeads(sql: Statements): SqliteHeads {
  const heads = new Map<string, StreamHead | undefined>()

  const remember = (stream: string, head: StreamHead | undefined): void => {
    if (heads.size >= mostRemembered) heads.clear()
    heads.set(stream, head)
  }

  return {
    head(stream) {
      if (!heads.has(stream)) remember(stream, headFrom(sql.get('head', toKey(stream))))
      return copy(heads.get(stream))
    },
    list(after, limit) {
      const rows = after === undefined ? sql.all('allHeads', limit) : sql.all('heads', toKey(after), limit)
      return rows.map((row) => headFrom(row)!)
    },
    put(head) {
      sql.run('putHead', toKey(head.stream), toBytes(head))
      remember(head.stream, copy(head))
    },
    forget: () => heads.clear(),
  }
}

const headFrom = (row: HeadRow | undefined): StreamHead | undefined => (row?.head ? (fromBytes(row.head) as StreamHead) : undefined)
