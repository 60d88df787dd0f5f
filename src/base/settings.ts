// The server's settings that change answers, with the emulator's defaults.

import type { Release } from './release/facts.ts'
import { defaultRelease } from './release/releases.ts'

// Named as in the recordings' `server` objects; see streams-http §0.4 and server-http §1.
/**
 * The server's settings that change answers; [the options of a store](https://github.com/rillbox/rillbox/blob/main/docs/store.md#options)
 * describes them.
 */
export interface Settings {
  /**
   * The release of the server whose answers the store gives. Not stored with the data: a store may be opened as another release, as a server
   * is upgraded in place. Default: `26.1`.
   */
  readonly release: Release
  /** Whether transient projections run. Default: as in the release; 26.2 refuses them. */
  readonly transientProjections: boolean | undefined
  /** `insecure`: every caller is administrator, and credentials are ignored. Default: `secure`. */
  readonly security: 'secure' | 'insecure'
  /** Whether access lists decide about anonymous callers, who are refused otherwise. Default: true. */
  readonly allowAnonymous: boolean
  /**
   * Whether anonymous callers may read statistics. Default: as `allowAnonymous`
   * ([free choices](https://github.com/rillbox/rillbox/blob/main/docs/server/deviations.md#free-choices)).
   */
  readonly allowAnonymousEndpoints: boolean | undefined
  /** Whether the five system projections start with the store; they exist in any case. Default: true. */
  readonly systemProjections: boolean
  /** Whether browsers are redirected to the administration pages, whose files the host serves. Has no other effect. Default: true. */
  readonly adminUi: boolean
  /** Whether the `ES-TrustedAuth` request header is honoured. Default: false. */
  readonly trustedAuth: boolean
  /** Whether every answer forbids caching. Default: false; of `serve`: true. */
  readonly disableHttpCaching: boolean
  /** Host in generated links. Default: that of the request. */
  readonly advertiseHost: string | undefined
  /** Port in generated links. Default: that of the request. */
  readonly advertisePort: number | undefined
  /**
   * Whether unparsable JSON and XML bodies are stored as they are
   * ([the documented interface wins](https://github.com/rillbox/rillbox/blob/main/docs/server/deviations.md#the-documented-interface-wins)).
   * Default: false.
   */
  readonly acceptUnparsableBodies: boolean // streams-http §8.2
  /** Password of the built-in user `admin` in a new store. Default: `changeit`. */
  readonly defaultAdminPassword: string
  /** Password of the built-in user `ops` in a new store. Default: `changeit`. */
  readonly defaultOpsPassword: string
  /** Realm in the challenge of a refused login. Default: `ESDB`. */
  readonly realm: string
  /**
   * Challenge of a refused login. `X-Basic`, as in release 23.10, keeps browsers on a real port from showing their own dialog, but comes
   * without CORS headers ([deviations](https://github.com/rillbox/rillbox/blob/main/docs/server/deviations.md#the-documented-interface-wins)).
   * Default: `Basic`.
   */
  readonly challenge: 'Basic' | 'X-Basic' // server-http §2.3
  /** Most bytes of one append over gRPC. Default: as in the release. */
  readonly maxAppendSize: number | undefined
  /** Milliseconds until a 408 where the server never answers; 0 answers at once. Default: 0. */
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
  maxAppendSize: undefined,
  requestTimeout: 0,
}

/** Whether anonymous callers may read statistics. */
export const anonymousEndpoints = ({ allowAnonymous, allowAnonymousEndpoints }: Settings): boolean =>
  allowAnonymousEndpoints ?? allowAnonymous
