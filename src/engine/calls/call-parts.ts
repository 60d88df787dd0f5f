// The parts of a store that gRPC calls need; a page, which no call ever reaches, has only their names.

import type { Environment } from '../../base/platform/environment.ts'
import type { Settings } from '../../base/settings.ts'
import type { InjectedFaults } from '../faults/inject.ts'
import type { LoggedAnswers } from '../observe/request-log.ts'
import type { Route } from '../../http/exchange.ts'
import type { NodeState } from '../../node/state.ts'
import type { Projections } from '../../projections/projections.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Scavenges } from '../../streams/scavenge/scavenge.ts'
import type { Streams } from '../../streams/streams.ts'
import type { Subscriptions } from '../../subscriptions/subscriptions.ts'
import type { Users } from '../../users/users.ts'

/** The member of a store that holds them. Copies of a store have it too. */
export const callParts = Symbol.for('rillbox.callParts')

export interface CallParts {
  readonly storage: Storage
  /** Streams whose reads wait for what projections and groups owe them. */
  readonly read: Streams
  readonly users: Users
  readonly scavenges: Scavenges
  readonly projections: Projections
  readonly subscriptions: Subscriptions
  readonly server: { readonly node: NodeState; readonly routes: readonly Route[] }
  readonly environment: Environment
  readonly settings: Settings
  /** Resolves when the store can answer. */
  readonly open: () => Promise<void>
  /** Aborted when the store closes. */
  readonly closed: AbortSignal
  /** Path in front of every route. */
  readonly basePath: string
  /** The request log and the faults, which see calls as requests. */
  readonly watch: Pick<LoggedAnswers, 'note'> & Pick<InjectedFaults, 'around' | 'race' | 'isQuiet'>
}
