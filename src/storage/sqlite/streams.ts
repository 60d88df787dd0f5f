// Caches the numbers of streams in a store on disk.

import type { Statements } from './statements.ts'
import { fromKey, toKey } from './values.ts'

export interface StreamIds {
  /** Undefined for a stream that is not in the store. */
  known(stream: string): number | undefined
  /** Adds a stream that is not in the store. */
  idOf(stream: string): number
  nameOf(id: number): string
  /** Empties the cache, which a rolled-back transaction may have made wrong. */
  forget(): void
}

/** The most streams in the cache. */
const mostRemembered = 50_000

export function rememberStreams(sql: Statements): StreamIds {
  const ids = new Map<string, number>()
  const names = new Map<number, string>()

  const forget = () => {
    ids.clear()
    names.clear()
  }

  const remember = (stream: string, id: number) => {
    if (ids.size >= mostRemembered) forget()
    ids.set(stream, id)
    names.set(id, stream)
  }

  const known = (stream: string): number | undefined => {
    const remembered = ids.get(stream)
    if (remembered !== undefined) return remembered
    const id = sql.get('streamId', toKey(stream))?.id
    if (id !== undefined) remember(stream, id)
    return id
  }

  return {
    known,
    idOf(stream) {
      const found = known(stream)
      if (found !== undefined) return found
      const { id } = sql.get('addStream', toKey(stream))!
      remember(stream, id)
      return id
    },
    nameOf(id) {
      const remembered = names.get(id)
      if (remembered !== undefined) return remembered
      const name = fromKey(sql.get('streamName', id)!.name)
      remember(name, id)
      return name
    },
    forget,
  }
}
