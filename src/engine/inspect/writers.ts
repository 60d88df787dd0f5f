// Finds out which projection writes a stream: every event of a projection names it, and only one may write a stream.

import { readStampedPosition } from '../../projections/model/positions/provenance.ts'
import { projectionRows } from '../../projections/model/tables.ts'
import type { ReadTransaction, Storage } from '../../storage/storage.ts'
import { linkType } from '../../streams/system.ts'

/** A stream that a projection writes: its own events, or links to others. */
export interface StreamWriter {
  readonly projection: string
  readonly stream: string
  readonly isLink: boolean
}

/** @returns the writers of those of the streams that a present projection writes. */
export const writersOf = (storage: Storage, streams: readonly string[]): Promise<readonly StreamWriter[]> =>
  storage.read(async (tx) => {
    const rows = await tx.rows(projectionRows)
    const names = new Map(rows.map(([name, { id }]) => [id, name]))
    const found = await Promise.all(streams.map((stream) => writerIn(tx, stream, names)))
    return found.flatMap((writer) => writer ?? [])
  })

async function writerIn(tx: ReadTransaction, stream: string, names: ReadonlyMap<number, string>): Promise<StreamWriter | undefined> {
  const [last] = await tx.stream(stream, { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1 })
  if (!last || typeof last.metadata !== 'string' || last.metadata === '') return undefined
  const stamped = readStampedPosition(last.metadata, { id: nobody })
  const projection = stamped && names.get(stamped.stamp.id)
  return projection === undefined ? undefined : { projection, stream, isLink: last.type === linkType }
}

/** No registration has this number. */
const nobody = -1
