// The parts of a store that calls use.

import type { CallFacts } from '../base/release/facts.ts'
import type { Environment } from '../base/platform/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { NodeState } from '../node/state.ts'
import type { Projections } from '../projections/projections.ts'
import type { Followed, FollowedPlace, FollowRequest } from '../streams/follow/follow.ts'
import type { Scavenges } from '../streams/scavenge/scavenge.ts'
import type { Streams } from '../streams/streams.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { Users } from '../users/users.ts'

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
