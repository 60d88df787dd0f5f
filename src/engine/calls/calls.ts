// Answers the gRPC calls of a store: composes their services from its parts. Hosts that carry calls load it with the first one.

import type { GrpcAnswer, GrpcCall } from '../../grpc/call.ts'
import type { CallFacts } from '../../base/release/facts.ts'
import { factsOf } from '../../base/release/releases.ts'
import type { Service } from '../../grpc/method.ts'
import { createCallServer } from '../../grpc/server.ts'
import { serviceTable } from '../../grpc/services.ts'
import { follow, placeIn } from '../../streams/follow/follow.ts'
import type { CallParts } from './call-parts.ts'
import { racing } from './racing.ts'
import { watched } from './watched.ts'

export type { GrpcAnswer, GrpcCall } from '../../grpc/call.ts'
export type { GrpcStatus } from '../../grpc/status.ts'

/** Room for the largest append, and what surrounds it. */
const overhead = 1024 * 1024

export function answerCalls(parts: CallParts): (call: GrpcCall) => GrpcAnswer {
  const { environment, settings, users, open, closed } = parts
  const { node } = parts.server
  const services = servicesOf(parts)
  const mostMessageBytes = Math.max(16 * 1024 * 1024, factsFor(settings).maxAppendSize) + overhead
  return watched(createCallServer({ services, users, node, settings, environment, mostMessageBytes, open, closed }), parts)
}

/** The table of the services of a store, with a line for each method. */
export function servicesOf(parts: CallParts): readonly Service[] {
  const following = { storage: parts.storage, environment: parts.environment, open: parts.open }
  return serviceTable({
    ...parts,
    node: parts.server.node,
    facts: factsFor(parts.settings),
    streams: racing(parts),
    placeOf: (stream, from) => placeIn(following, stream, from),
    follow: (request) => follow(following, request),
  })
}

function factsFor({ release, maxAppendSize }: CallParts['settings']): CallFacts {
  const facts = factsOf(release).calls
  return { ...facts, maxAppendSize: maxAppendSize ?? facts.maxAppendSize }
}
