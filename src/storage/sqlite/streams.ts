// Remembers which number stands for which stream in a store on disk.

import type { Statements } from './statements.ts'
import { fromKey, toKey } from './values.ts'

export interface StreamIds {
  /** Undefined where the store has no such stream. */
  known(stream: string): number | undefined
  /** Gives the stream a number where it has none. */
  idOf(stream: string): number
  nameOf(id: number): string
  /** What is remembered may be wrong: numbers were given in a transaction that was taken back. */
  forget(): void
}

/** More are not remembered at once. */
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
