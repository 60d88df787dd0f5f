// Converts the heads of streams into a list: the number of readable events of each stream, and whether it was deleted.

import type { StreamHead } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { firstVisible, isMissing } from '../../streams/read/visible.ts'

export interface ListedStream {
  readonly name: string
  /**
   * Events that readers find. `$maxAge` is not looked at: it may hide some of them. 0 where the stream was deleted, and where it has
   * metadata only.
   */
  readonly events: number
  /** Number of the last event ever written; -1 if there was none. Of a tombstone, the last number before it is not known: -1. */
  readonly last: number
  /** `soft`: the next append revives it; `hard`: a tombstone closes it for ever. */
  readonly deleted: 'no' | 'soft' | 'hard'
}

/** All streams in order of name, system streams and metastreams included; the cost does not hang on the number of events. */
export async function listStreamsIn(tx: ReadTransaction): Promise<readonly ListedStream[]> {
  const heads = await tx.heads(undefined, Number.MAX_SAFE_INTEGER)
  return heads.map(listed)
}

export function listed(head: StreamHead): ListedStream {
  const { stream: name, last } = head
  if (head.tombstone) return { name, events: 0, last: -1, deleted: 'hard' }
  if (last >= 0 && isMissing(head)) return { name, events: 0, last, deleted: 'soft' }
  const count = BigInt(last) - firstVisible(head) + 1n
  return { name, events: count > 0n ? Number(count) : 0, last, deleted: 'no' }
}
