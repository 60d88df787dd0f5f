// Composes the services that projections share, once for each store.

import type { Environment } from '../base/platform/environment.ts'
import type { ReleaseFacts } from '../base/release/facts.ts'
import { factsOf } from '../base/release/releases.ts'
import { later } from '../base/platform/later.ts'
import type { Settings } from '../base/settings.ts'
import type { OpenQuery } from '../query/query.ts'
import type { Storage } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'
import type { PreparedQueries } from './manage/prepare.ts'
import { createPreparedQueries } from './manage/prepare.ts'
import type { Relay } from './run/turns/relay.ts'
import { createRelay } from './run/turns/relay.ts'
import { Tail } from './source/log/tail.ts'

export interface ProjectionsOptions {
  readonly storage: Storage
  /** The same storage for runners, whose work waits for requests. Default: `storage`. */
  readonly runnerStorage?: Storage
  /** Resolves when the first request has been answered, or none comes for so many milliseconds. Default: at once. */
  readonly untilAsked?: (patience: number) => Promise<void>
  readonly streams: Streams
  readonly openQuery: OpenQuery
  readonly environment: Environment
  readonly settings: Settings
  /** Starts other work that the leading tab does. @returns a function that ends it. */
  readonly whileLeading?: () => () => void
}

export interface Services extends ProjectionsOptions {
  readonly facts: ReleaseFacts
  readonly tail: Tail
  readonly prepared: PreparedQueries
  /** Loads what runs a projection in Engine V2 with the first one: few stores have any. */
  readonly engineV2Sessions: () => Promise<typeof import('./engine-v2/session.ts')>
  /** Undefined where runners may work concurrently. */
  readonly relay: Relay | undefined
}

export const createServices = (options: ProjectionsOptions): Services => ({
  ...options,
  facts: factsOf(options.settings.release),
  tail: new Tail(options.runnerStorage ?? options.storage),
  prepared: createPreparedQueries(options.openQuery, options.environment),
  engineV2Sessions: later(() => import('./engine-v2/session.ts')),
  relay: options.environment.isRepeatable ? createRelay() : undefined,
})
