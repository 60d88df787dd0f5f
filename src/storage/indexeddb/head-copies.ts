// Copies heads into and out of a transaction, keeping metadata that thousands of streams share one object.

import type { StreamHead, StreamMetadata } from '../../base/events.ts'
import { copy } from '../copy.ts'

export interface HeadCopies {
  /** @returns a copy that shares nothing with the caller's head. */
  in(head: StreamHead): StreamHead
  /** @returns a copy that shares nothing with the transaction's head. */
  out(head: StreamHead): StreamHead
  out(head: StreamHead | undefined): StreamHead | undefined
}

/** For one transaction: copies each metadata object once in each direction, however many heads share it. */
export function createHeadCopies(): HeadCopies {
  const inside = new Map<StreamMetadata, StreamMetadata>()
  const outside = new Map<StreamMetadata, StreamMetadata>()

  return {
    in: (head) => withMetadata(head, copyOf(head.metadata, inside, outside)),
    out: ((head?: StreamHead) => head && withMetadata(head, copyOf(head.metadata, outside, inside))) as HeadCopies['out'],
  }
}

type Copied = Map<StreamMetadata, StreamMetadata>

function copyOf(metadata: StreamMetadata, there: Copied, back: Copied): StreamMetadata {
  const known = there.get(metadata)
  if (known) return known
  const copied = copy(metadata)
  there.set(metadata, copied)
  back.set(copied, metadata)
  return copied
}

const withMetadata = ({ stream, last, tombstone }: StreamHead, metadata: StreamMetadata): StreamHead => ({
  stream,
  last,
  tombstone,
  metadata,
})
