// Says whether the log has grown by something that queries may read: not by the books that projections keep.

import type { Position } from '../../base/events/events.ts'
import { indexProjectionOf } from '../../projections/source/links/index-links.ts'
import type { Storage } from '../../storage/storage.ts'
import { isSystemStream } from '../../streams/system.ts'

const pageLength = 500

/** @returns true as well where another log, a shorter one, has taken its place. */
export async function hasGrown(storage: Storage, since: Position): Promise<boolean> {
  if ((await storage.read((tx) => tx.end())) < since) return true
  for (let from = since; ;) {
    const page = await storage.read((tx) => tx.log({ from, direction: 'forward', limit: pageLength }))
    if (page.some(({ stream }) => !isSystemStream(stream) || indexProjectionOf(stream) !== undefined)) return true
    if (page.length < pageLength) return false
    from = page.at(-1)!.position + 1
  }
}
