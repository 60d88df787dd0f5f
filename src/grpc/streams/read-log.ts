// Reads a number of events of `$all`, in either direction, filtered or not (grpc §7).

import { maxInt64 } from '../../base/events/events.ts'
import { batchSizeAfter, firstBatch } from '../../streams/follow/batch-size.ts'
import type { LogPosition } from '../../streams/streams.ts'
import type { GrpcAnswer } from '../call.ts'
import type { CallServices } from '../parts.ts'
import { handlerFailed, ok } from '../status.ts'
import { eventFrames } from '../wire/event-frames.ts'
import type { AllRead } from './read-request.ts'
import { readFailed } from './read-request.ts'

export async function* readLog(request: AllRead, { streams }: Pick<CallServices, 'streams'>): GrpcAnswer {
  const { format, resolveLinks, direction, filter, count } = request
  if (count === 0n) return readFailed
  const start = startOf(request)
  if (start === undefined) return ok
  if (start !== 'head' && start.commit < start.prepare) return handlerFailed
  let left = Number(count! < maxInt64 ? count : maxInt64)
  for (let [from, size]: [LogPosition | 'head', number] = [start, firstBatch]; ;) {
    const page = await streams.readAll({
      from,
      direction,
      count: Math.min(size, left),
      resolveLinks,
      ...(filter && { filter: filter.filter }),
    })
    if (page.kind !== 'page') return handlerFailed
    const events = direction === 'forward' ? page.entries.toReversed() : page.entries
    yield* eventFrames(events, format)
    left -= events.length
    if (page.isEnd || left === 0) return ok
    size = batchSizeAfter(events, size)
    from = page.next
  }
}

/** Undefined where nothing lies ahead. */
function startOf({ from, direction }: AllRead): LogPosition | 'head' | undefined {
  if (from.kind === 'at') return within(from.place)
  if (direction === 'forward') return from.kind === 'start' ? { commit: 0n, prepare: 0n } : undefined
  return from.kind === 'end' ? 'head' : undefined
}

/** No position of a client is larger; the end of the log is far below. */
const within = ({ commit, prepare }: LogPosition): LogPosition => ({
  commit: commit < maxInt64 ? commit : maxInt64,
  prepare: prepare < maxInt64 ? prepare : maxInt64,
})
