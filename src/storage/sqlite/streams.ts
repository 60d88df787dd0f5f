// Caches the streams of a store on disk: their numbers, and their heads, of which every request reads several.

import { deserialize } from 'node:v8'
import type { StreamHead } from '../../base/events/events.ts'
import { copy } from '../copy.ts'
import type { Statements } from './statements.ts'
import { fromKey, toBytes, toKey } from './values.ts'

/** The most streams in the cache, and the most heads. */
const [mostStreams, mostHeads] = [50_000, 10_000]

export type StreamCache = ReturnType<typeof rememberStreams>

export function rememberStreams(sql: Statements) {
  const ids = new Map<string, number>()
  const names = new Map<number, string>()
  const heads = new Map<string, StreamHead | undefined>()

  /** Empties the cache, which a rolled-back transaction may have made wrong. */
  const forget = () => {
    for (const map of [ids, names, heads]) map.clear()
  }

  const remember = (stream: string, id: number) => {
    if (ids.size >= mostStreams) forget()
    ids.set(stream, id)
    names.set(id, stream)
  }

  const rememberHead = (stream: string, head: StreamHead | undefined) => {
    if (heads.size >= mostHeads) heads.clear()
    heads.set(stream, head)
  }

  /** Undefined for a stream that is not in the store. */
  const known = (stream: string): number | undefined => {
    if (!ids.has(stream)) {
      const id = sql.get('streamId', toKey(stream))?.id
      if (id !== undefined) remember(stream, id)
    }
    return ids.get(stream)
  }

  return {
    known,
    /** Adds the stream if it is not in the store. */
    idOf(stream: string): number {
      // A `RETURNING` would have SQLite keep the pages that each row changes, to undo it alone.
      if (known(stream) === undefined) remember(stream, Number(sql.run('addStream', toKey(stream)).lastInsertRowid))
      return ids.get(stream)!
    },
    nameOf(id: number): string {
      if (!names.has(id)) remember(fromKey(sql.get('streamName', id)!.name), id)
      return names.get(id)!
    },
    head(stream: string): StreamHead | undefined {
      if (!heads.has(stream)) {
        const head = sql.get('head', toKey(stream))?.head
        rememberHead(stream, head ? (deserialize(head) as StreamHead) : undefined)
      }
      return copy(heads.get(stream))
    },
    putHead(head: StreamHead): void {
      sql.run('putHead', toKey(head.stream), toBytes(head))
      rememberHead(head.stream, copy(head))
    },
    forget,
  }
}
