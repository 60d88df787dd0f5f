// The switches of the reference server that change answers, with the defaults of the emulator.

/** Named as in the `server` objects of the recordings; see streams-http §0.4 and server-http §1. */
export interface Settings {
  /** `insecure`: everybody is administrator and no credentials are looked at. */
  readonly security: 'secure' | 'insecure'
  /** Whether callers without credentials reach the access lists of streams at all. */
  readonly allowAnonymous: boolean
  /** Whether callers without credentials may read statistics; undefined: as `allowAnonymous` (docs/deviations.md). */
  readonly allowAnonymousEndpoints: boolean | undefined
  /** Whether the five system projections are started with the store; they are registered in any case. */
  readonly systemProjections: boolean
  /** Whether browsers are sent to the administration pages, whose files are the host's to serve. Nothing else depends on it. */
  readonly adminUi: boolean
  /** Whether the `ES-TrustedAuth` request header is honoured. */
  readonly trustedAuth: boolean
  /** Whether every page is answered as "do not cache". */
  readonly disableHttpCaching: boolean
  /** Host and port that generated links show instead of the request's. */
  readonly advertiseHost: string | undefined
  readonly advertisePort: number | undefined
  /** Whether JSON and XML bodies that do not parse are stored as they are (streams-http §8.2). */
  readonly acceptUnparsableBodies: boolean
  /** Passwords that the two built-in users get when a store is first opened. */
  readonly defaultAdminPassword: string
  readonly defaultOpsPassword: string
  /** Realm text of a refused login. */
  readonly realm: string
  /**
   * How a refused login is challenged: `X-Basic` as release 23.10 does, so that browsers which navigate to a real port show no
   * dialog of their own, but without CORS headers (server-http §2.3).
   */
  readonly challenge: 'Basic' | 'X-Basic'
  /** Milliseconds before a request that the reference never answers is answered 408; 0 answers at once. */
  readonly requestTimeout: number
}

export const defaultSettings: Settings = {
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

/** Whether callers without credentials may read statistics. */
export const anonymousEndpoints = ({ allowAnonymous, allowAnonymousEndpoints }: Settings): boolean =>
  allowAnonymousEndpoints ?? allowAnonymous
