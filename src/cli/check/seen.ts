// Notes what the events of a storage are called and what their data are, for the judgement of queries.

import { textOf } from '../../base/bytes.ts'
import { SeenBodies } from '../../engine/queries/changes.ts'
import { EventNames } from '../../engine/queries/diagnostics.ts'
import type { Storage } from '../../storage/storage.ts'

export interface Seen {
  readonly names: EventNames
  readonly bodies: SeenBodies
}

const pageSize = 500

export async function seenIn(storage: Storage): Promise<Seen> {
  const seen = { names: new EventNames(true), bodies: new SeenBodies() }
  for (let from = 0; ;) {
    const page = await storage.read((tx) => tx.log({ from, direction: 'forward', limit: pageSize }))
    for (const { stream, type, isJson, data, metadata } of page) {
      const text = isJson ? textOf(data) : null
      seen.names.note({ stream, type, data: text, metadata: textOf(metadata) })
      if (!type.startsWith('$')) seen.bodies.note(type, text)
    }
    if (page.length < pageSize) return seen
    from = page.at(-1)!.position + 1
  }
}
