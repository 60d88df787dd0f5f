// The reference server's settings that change answers, with the emulator's defaults.

import type { Release } from './release/facts.ts'
import { defaultRelease } from './release/releases.ts'

/** Named as in the recordings' `server` objects; see streams-http §0.4 and server-http §1. */
export interface Settings {
  /**
   * The release of the server whose answers the store gives. Not stored with the data: a store may be opened as another release, as a server
   * is upgraded in place. Default: `26.1`.
   */
  readonly release: Release
  /** Whether transient projections run. Default: as in the release; 26.2 refuses them. */
  readonly transientProjections: boolean | undefined
  /** `insecure`: every caller is administrator, and credentials are ignored. */
  readonly security: 'secure' | 'insecure'
  /** Whether access lists decide about anonymous callers, who are refused otherwise. */
  readonly allowAnonymous: boolean
  /** Whether anonymous callers may read statistics; undefined: as `allowAnonymous` (docs/server/deviations.md). */
  readonly allowAnonymousEndpoints: boolean | undefined
  /** Whether the five system projections start with the store; they exist in any case. */
  readonly systemProjections: boolean
  /** Whether browsers are redirected to the administration pages, whose files the host serves. Has no other effect. */
  readonly adminUi: boolean
  /** Whether the `ES-TrustedAuth` request header is honoured. */
  readonly trustedAuth: boolean
  /** Whether every answer forbids caching. */
  readonly disableHttpCaching: boolean
  /** Host and port in generated links, instead of the request's. */
  readonly advertiseHost: string | undefined
  readonly advertisePort: number | undefined
  /** Whether unparsable JSON and XML bodies are stored as they are (streams-http §8.2). */
  readonly acceptUnparsableBodies: boolean
  /** Passwords of the two built-in users in a new store. */
  readonly defaultAdminPassword: string
  readonly defaultOpsPassword: string
  /** Realm in the challenge of a refused login. */
  readonly realm: string
  /**
   * Challenge of a refused login. `X-Basic`, as in release 23.10, keeps browsers on a real port from showing their own dialog, but comes
   * without CORS headers (server-http §2.3).
   */
  readonly challenge: 'Basic' | 'X-Basic'
  /** Milliseconds until a 408 where the reference never answers; 0 answers at once. */
  readonly requestTimeout: number
}

export const defaultSettings: Settings = {
  release: defaultRelease,
  transientProjections: undefined,
  security: 'secure',
  allowAnonymous: true,
  allowAnonymousEndpoints: undefined,
  systemProjections: true,
  adminUi: true,
  trustedAuth: false,
  disableHttpCaching: false,
  advertiseHost: undefined,
  advertisePort: undefined,
  acceptUnparsableBodies: false,
  defaultAdminPassword: 'changeit',
  defaultOpsPassword: 'changeit',
  realm: 'ESDB',
  challenge: 'Basic',
  requestTimeout: 0,
}

/** Whether anonymous callers may read statistics. */
export const anonymousEndpoints = ({ allowAnonymous, allowAnonymousEndpoints }: Settings): boolean =>
  allowAnonymousEndpoints ?? allowAnonymous
