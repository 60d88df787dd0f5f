// The table of the services, built on the parts of a store.

import type { Service } from './method.ts'
import { featuresService } from './node/features.ts'
import { gossipService } from './node/gossip.ts'
import { manyStreamsService } from './many-streams/service.ts'
import { monitoringService } from './node/monitoring.ts'
import { operationsService } from './node/operations.ts'
import { projectionsService } from './projections/service.ts'
import { streamsService } from './streams/service.ts'
import { subscriptionsService } from './subscriptions/service.ts'
import { usersService } from './users/service.ts'
import type { CallServices } from './parts.ts'

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
