// Composes the services that projections share, once for each store.

import type { Environment } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { OpenQuery } from '../query/query.ts'
import type { Storage } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'
import type { CheckpointWriter } from './output/checkpoint-writer.ts'
import { createCheckpointWriter } from './output/checkpoint-writer.ts'
import type { Committer } from './run/commit.ts'
import { createCommitter } from './run/commit.ts'
import type { DefinitionWriter } from './manage/definition-writer.ts'
import { createDefinitionWriter } from './manage/definition-writer.ts'
import type { PreparedQueries } from './manage/prepare.ts'
import { createPreparedQueries } from './manage/prepare.ts'
import type { Registration } from './manage/registration.ts'
import { createRegistration } from './manage/registration.ts'
import type { Relay } from './run/relay.ts'
import { createRelay } from './run/relay.ts'
import type { StreamWriter } from './output/stream-writer.ts'
import { createStreamWriter } from './output/stream-writer.ts'
import type { Tail } from './source/tail.ts'
import { createTail } from './source/tail.ts'
import type { Transitions } from './manage/transition.ts'
import { createTransitions } from './manage/transition.ts'

export interface ProjectionsOptions {
  readonly storage: Storage
  /** The same storage for runners, whose work waits for requests. Default: `storage`. */
  readonly runnerStorage?: Storage
  readonly streams: Streams
  readonly openQuery: OpenQuery
  readonly environment: Environment
  readonly settings: Settings
  /** Starts other work that the leading tab does. @returns a function that ends it. */
  readonly whileLeading?: () => () => void
}

export interface Services extends ProjectionsOptions {
  readonly tail: Tail
  readonly streamWriter: StreamWriter
  readonly checkpointWriter: CheckpointWriter
  readonly committer: Committer
  readonly prepared: PreparedQueries
  readonly registration: Registration
  readonly definitionWriter: DefinitionWriter
  readonly transitions: Transitions
  /** Undefined where runners may work concurrently. */
  readonly relay: Relay | undefined
}

export function createServices(options: ProjectionsOptions): Services {
  const { storage, runnerStorage = storage, streams, openQuery, environment } = options
  const streamWriter = createStreamWriter(streams, environment)
  const checkpointWriter = createCheckpointWriter(streams, streamWriter, environment)
  const definitionWriter = createDefinitionWriter(streams, environment)
  return {
    ...options,
    tail: createTail(runnerStorage),
    streamWriter,
    checkpointWriter,
    committer: createCommitter({ streams, streamWriter, checkpointWriter, environment }),
    prepared: createPreparedQueries(openQuery, environment),
    registration: createRegistration(streams, environment),
    definitionWriter,
    transitions: createTransitions({ streams, environment, checkpointWriter, definitionWriter }),
    relay: environment.isRepeatable ? createRelay() : undefined,
  }
}
