// The method Read: which of its combinations a request asks for, and who may (grpc §7, §8).

import { allStream } from '../../streams/system.ts'
import type { GrpcAnswer, CallContext } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import type { CallServices } from '../parts.ts'
import { accessDenied, handlerFailed, notChosen } from '../status.ts'
import { streamName } from '../wire/names.ts'
import { readFilter } from './filter.ts'
import { readLog } from './read-log.ts'
import type { AllRead, StreamRead } from './read-request.ts'
import { combinationProblem, logStart, readCommon, streamStart } from './read-request.ts'
import { readStream } from './read-stream.ts'
import { mayUse } from './rights.ts'
import { subscribe } from './subscribe.ts'

export async function* read({ options }: MessageOf<'streams.ReadReq'>, exchange: CallContext, parts: CallServices): GrpcAnswer {
  if (!options) return handlerFailed
  const { streamOption } = options
  if (streamOption.case === undefined) return notChosen('StreamOptionOneofCase')
  const problem = combinationProblem(options)
  if (problem) return problem
  const common = readCommon(options)
  const isSubscription = common.count === undefined
  if (streamOption.case === 'stream') {
    const stream = streamName(streamOption.value.streamIdentifier)
    const withBounds = (options.controlOption?.compatibility ?? 0) >= 1
    const request: StreamRead = { ...common, stream, from: streamStart(streamOption.value.revisionOption), withBounds }
    if (!(await mayUse(exchange, 'read', stream, parts))) return accessDenied
    return yield* isSubscription ? subscribe(request, exchange, parts) : readStream(request, parts)
  }
  const filter = options.filterOption.case === 'filter' ? readFilter(options.filterOption.value, isSubscription) : undefined
  const request: AllRead = { ...common, from: logStart(streamOption.value.allOption), filter }
  if (!(await mayUse(exchange, 'read', allStream, parts))) return accessDenied
  return yield* isSubscription ? subscribe(request, exchange, parts) : readLog(request, parts)
}
