// Reads a number of events of one stream, in either direction (grpc §7).

import { maxInt64 } from '../../base/events/events.ts'
import { batchSizeAfter, firstBatch } from '../../streams/follow/batch-size.ts'
import type { ReadEvent } from '../../streams/streams.ts'
import type { GrpcAnswer } from '../call.ts'
import type { CallServices } from '../parts.ts'
import { handlerFailed, ok, streamDeleted } from '../status.ts'
import { eventFrames } from '../wire/event-frames.ts'
import type { StreamRead } from './read-request.ts'
import { readFailed } from './read-request.ts'
import { firstPosition, lastPosition, streamNotFound } from './read-messages.ts'
import { allStream } from '../../streams/system.ts'

type Parts = Pick<CallServices, 'streams'>

export async function* readStream(request: StreamRead, parts: Parts): GrpcAnswer {
  const { stream, from, count, direction } = request
  if (count === 0n) return readFailed
  if (direction === 'forward' && (from.kind === 'end' || (from.kind === 'at' && from.place > maxInt64))) return readFailed
  if (stream === allStream) {
    yield streamNotFound(stream)
    return ok
  }
  return yield* direction === 'forward' ? readForward(request, parts) : readBackward(request, parts)
}

/** As many as fit in the memory of a client that asks for all. */
const countOf = ({ count }: StreamRead): number => Number(count! < maxInt64 ? count : maxInt64)

async function* readForward(request: StreamRead, { streams }: Parts): GrpcAnswer {
  const { stream, format, resolveLinks, from, withBounds } = request
  const start = from.kind === 'at' ? Number(from.place) : 0
  let left = countOf(request)
  // The server looks at a page of numbers first, and says where the first event is if all of the page is truncated.
  const firstPage = BigInt(start) + BigInt(Math.min(firstBatch, left))
  let last: number | undefined
  let isBoundKnown = !withBounds
  for (let [next, size] = [start, firstBatch]; ;) {
    const batch = await streams.readAhead({ stream, from: next, count: Math.min(size, left), resolveLinks })
    if (batch.kind !== 'batch') return batch.tombstone ? streamDeleted(stream) : await unreadable(request, { streams })
    const { bounds, events } = batch
    last = bounds?.last ?? last
    const isTruncated = bounds !== undefined && firstPage <= bounds.first
    if (!isBoundKnown && isTruncated) yield firstPosition(bounds.first)
    isBoundKnown ||= events.length > 0 || isTruncated
    yield* eventFrames(events, format)
    left -= events.length
    if (batch.isEnd || left === 0) break
    size = batchSizeAfter(events, size)
    next = batch.next
  }
  if (last === undefined) yield streamNotFound(stream)
  else {
    if (!isBoundKnown && start !== last + 1) yield firstPosition(BigInt(last + 1))
    if (withBounds) yield lastPosition(BigInt(last))
  }
  return ok
}

async function* readBackward(request: StreamRead, { streams }: Parts): GrpcAnswer {
  const { stream, format, resolveLinks, from, withBounds } = request
  let next: bigint | 'head' = from.kind === 'at' && from.place <= maxInt64 ? from.place : from.kind === 'start' ? 0n : 'head'
  let left = countOf(request)
  let last = -1n
  for (let size = firstBatch; ;) {
    const count = Math.min(size, left)
    const page = await streams.readPage({ stream, from: next, direction: 'backward', count, resolveLinks })
    if (page.kind === 'deleted') return streamDeleted(stream)
    if (page.kind === 'unrepresentable-age') return handlerFailed
    if (page.kind !== 'page') break
    if (next !== 'head' && next > page.last) {
      next = 'head'
      continue
    }
    last = page.last
    const events: readonly ReadEvent[] = page.entries
    yield* eventFrames(events, format)
    left -= events.length
    if (page.isEnd || left === 0) break
    next = page.from - BigInt(count)
    if (next < 0n) break
    size = batchSizeAfter(events, size)
  }
  if (last < 0n) yield streamNotFound(stream)
  else if (withBounds) yield lastPosition(last)
  return ok
}

/** A metastream of a deleted stream, or an age that reaches back too far. */
async function unreadable({ stream }: StreamRead, { streams }: Parts) {
  const page = await streams.readPage({ stream, from: 'head', direction: 'backward', count: 1, resolveLinks: false })
  return page.kind === 'deleted' ? streamDeleted(stream) : handlerFailed
}
