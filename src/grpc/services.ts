// The parts of a store that calls use, and the table of the services built on them.

import type { Environment } from '../base/platform/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { NodeState } from '../node/state.ts'
import type { Projections } from '../projections/projections.ts'
import type { Followed, FollowedPlace, FollowRequest } from '../streams/follow/follow.ts'
import type { Scavenges } from '../streams/scavenge/scavenge.ts'
import type { Streams } from '../streams/streams.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { Users } from '../users/users.ts'
import type { Service } from './method.ts'
import { featuresService } from './node/features.ts'
import { gossipService } from './node/gossip.ts'
import type { CallFacts } from '../base/release/facts.ts'
import { manyStreamsService } from './many-streams/service.ts'
import { monitoringService } from './node/monitoring.ts'
import { operationsService } from './node/operations.ts'
import { projectionsService } from './projections/service.ts'
import { streamsService } from './streams/service.ts'
import { subscriptionsService } from './subscriptions/service.ts'
import { usersService } from './users/service.ts'

export interface CallServices {
  readonly streams: Streams
  readonly placeOf: (stream: string, from: 'end' | number) => Promise<FollowedPlace>
  readonly follow: (request: FollowRequest) => AsyncGenerator<Followed, undefined>
  readonly users: Users
  readonly scavenges: Scavenges
  readonly projections: Projections
  readonly subscriptions: Subscriptions
  readonly node: NodeState
  readonly settings: Settings
  readonly environment: Environment
  readonly facts: CallFacts
}

export function serviceTable(parts: CallServices): readonly Service[] {
  const services: Service[] = [
    gossipService(parts),
    streamsService(parts),
    projectionsService(parts),
    subscriptionsService(parts),
    usersService(parts),
    operationsService(parts),
    monitoringService(parts),
    ...(parts.facts.hasManyStreams ? [manyStreamsService(parts)] : []),
  ]
  return [...services, featuresService(parts, services)]
}
