// What the routes call: create, list, change, command, state, result of projections.

import type { Environment } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { OpenQuery } from '../query/query.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'

export interface Projections {
  /** Writes the registration of the five system projections where it is missing (projections-http §11.1). */
  startIn(tx: WriteTransaction): Promise<void>
  /** Starts the supervisor: from here on runners follow the rows. */
  start(): Promise<void>
  /** Resolves when every running projection has passed the end of the log as of this call, and what they emitted as well. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface ProjectionsOptions {
  readonly storage: Storage
  readonly streams: Streams
  readonly openQuery: OpenQuery
  readonly environment: Environment
  readonly settings: Settings
}

export function createProjections(_options: ProjectionsOptions): Projections {
  throw new Error('not built yet')
}
