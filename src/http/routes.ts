// The complete route table, in the server's order of registration.

import type { Environment } from '../base/platform/environment.ts'
import { factsOf } from '../base/release/releases.ts'
import type { Settings } from '../base/settings.ts'
import type { Projections } from '../projections/projections.ts'
import type { Scavenges } from '../streams/scavenge/scavenge.ts'
import type { Streams } from '../streams/streams.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { Users } from '../users/users.ts'
import type { Route } from './exchange.ts'
import type { NodeState } from '../node/state.ts'
import { adminRoutes } from './server-info/admin-routes.ts'
import { nodeRoutes } from './server-info/routes.ts'
import { projectionRoutes } from './projections/routes.ts'
import { scavengeLogRoutes } from './server-info/scavenge-log-routes.ts'
import { statsRoutes } from './server-info/statistics-routes.ts'
import { namesOf } from './streams/media-types.ts'
import { streamRoutes } from './streams/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { userRoutes } from './users/routes.ts'

export interface RouteServices {
  readonly streams: Streams
  readonly users: Users
  readonly scavenges: Scavenges
  readonly projections: Projections
  readonly subscriptions: Subscriptions
  readonly node: NodeState
  readonly settings: Settings
  readonly environment: Environment
}

export function routeTable(services: RouteServices): Route[] {
  const { users, scavenges, subscriptions, node, settings, environment } = services
  const streamOptions = { ...services, groupsOf: (stream: string) => subscriptions.groupsOf(stream) }
  const facts = factsOf(settings.release)
  const inEveryName = (types: readonly string[] | 'any') => (types === 'any' ? types : namesOf(types, facts.http.vendors))
  const routes: readonly Route[] = [
    ...nodeRoutes(node, settings, facts),
    ...statsRoutes(node, environment, facts),
    ...adminRoutes({ scavenges, node, settings, environment, facts }),
    ...scavengeLogRoutes(streamOptions),
    ...(settings.security === 'secure' ? userRoutes(users) : []),
    ...streamRoutes(streamOptions),
    ...subscriptionRoutes(services),
    ...projectionRoutes(services.projections, facts),
  ]
  return routes.map((route) => ({
    ...route,
    writes: inEveryName(route.writes),
    ...(route.reads && { reads: inEveryName(route.reads) }),
  }))
}
