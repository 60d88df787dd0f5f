// The journey of one request, in the documented order of checks (server-http §2.1).

import type { Environment } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { Streams } from '../streams/streams.ts'
import type { Users } from '../users/users.ts'
import type { Route } from './exchange.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly users: Users
  readonly streams: Streams
  readonly settings: Settings
  readonly environment: Environment
  /** Path in front of every route, without a trailing slash; empty at the root of an origin. */
  readonly basePath: string
}

export function createServer(_options: ServerOptions): (request: Request) => Promise<Response> {
  throw new Error('not built yet')
}
