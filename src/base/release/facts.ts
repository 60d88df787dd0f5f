// What differs between the releases of the server: one named fact for each, with its source and the release that began it.
//
// "26 §n" is a section of the description of KurrentDB 26, which says what it answers where EventStoreDB 23.10 answers something else.

/** The releases of the server that a store can answer as. */
export type Release = '23.10' | '26.1' | '26.2'

/** What a store of one release does where releases differ. Nothing else compares releases. */
export interface ReleaseFacts {
  readonly release: Release
  readonly http: HttpFacts
  readonly streams: StreamFacts
  readonly node: NodeFacts
  readonly subscriptions: SubscriptionFacts
  readonly calls: CallFacts
  readonly projections: ProjectionFacts
  readonly language: LanguageFacts
}

/** Names of a request header: the first that is sent counts. The first also stands in error texts. */
export type HeaderNames = readonly [string, ...string[]]

/** What every route has in common. */
export interface HttpFacts {
  /** Author of feeds and their entries. (26 §1.1, since 25.0) */
  readonly author: string
  /** Names of request headers. (26 §1.2, since 25.0) */
  readonly requestHeaders: Readonly<
    Record<
      | 'expectedVersion'
      | 'requireLeader'
      | 'requireMaster'
      | 'resolveLinkTos'
      | 'longPoll'
      | 'trustedAuth'
      | 'hardDelete'
      | 'eventId'
      | 'eventType',
      HeaderNames
    >
  >
  /** Names of the header with a stream's version; all are sent. (26 §1.3, since 25.0) */
  readonly currentVersionHeaders: readonly string[]
  /** Names of the header with a projection's position; all are sent. (26 §1.3, since 25.0) */
  readonly positionHeaders: readonly string[]
  /** The vendors in names of JSON media types, the default first. (26 §1.4, since 25.0) */
  readonly vendors: readonly [string, ...string[]]
  /** Whether the tag inside of a feed is that of the answered media type, as the header's is. (26 §1.5, since 25.0) */
  readonly tagsFeedsByType: boolean
  /** Whether answers of commands have the number of their message, `msgTypeId`. (26 §1.6, gone since 24.10) */
  readonly hasMessageTypes: boolean
  /** Value of `Access-Control-Allow-Headers`. (26 §1.7, since 25.0) */
  readonly allowedHeaders: string
  /** Value of `Access-Control-Expose-Headers`. (26 §1.7, since 25.0) */
  readonly exposedHeaders: string
  /** The methods that a preflight allows, on any path; undefined: a known path answers with its own. (26 §1.7, since 25.0) */
  readonly preflightMethods: string | undefined
  /** Whether answers to unknown paths have the headers for other origins; else these and `/health` only let them read. (26 §1.7, gone since 25.0) */
  readonly exposesUnknownPaths: boolean
  /** Whether a redirect keeps the slash in front of an empty query. (26 §1.8, since 26.0) */
  readonly keepsSlashBeforeQuery: boolean
  /** Path of the page of a stream. (26 §1.8, since 25.0) */
  readonly streamPage: (stream: string) => string
  /** Challenge of a handler that refuses its caller. (26 §1.9, since 25.0) */
  readonly handlerChallenge: string
  /** Whether malformed Basic credentials make a request fail; otherwise they count as none. (26 §1.9, gone since 25.0) */
  readonly failsOverMalformedCredentials: boolean
  /** Schemes of credentials with a login and a password. (26 §1.9, Bearer since 26.1) */
  readonly schemes: readonly string[]
  /** Whether wrong credentials are refused on `/health` too. (26 §1.9, since 25.0) */
  readonly checksCredentialsOfHealth: boolean
  /** Parts of the server that no store has, by the beginnings of their paths. (26 §8, since 25.0) */
  readonly missingParts: readonly { readonly path: string; readonly part: string }[]
}

export interface StreamFacts {
  /** The least expected version that is no error of its header. (26 §2.1, -5 since 26.1) */
  readonly leastExpectedVersion: bigint
  /** Reason phrase of an answer to an event that is too large. (26 §2.1, since 25.0) */
  readonly tooLarge: string
  /** Whether metadata and type count, too, where an event is larger than a record of the log; only its data do otherwise. (26 §2.1, since 25.0) */
  readonly measuresWholeRecords: boolean
  /** Whether a filter's data are checked before its type. (26 §2.2, since 25.0) */
  readonly checksFilterDataFirst: boolean
  /** Whether there are filters by a set of streams. (26 §2.2, since 26.1) */
  readonly hasSetFilters: boolean
  /** Whether an embedded entry of a link without its event has all members. (26 §2.3, since 26.2) */
  readonly fillsBrokenLinks: boolean
}

export interface NodeFacts {
  /** The server's name and release, for people. (26 §3, since 25.0) */
  readonly product: string
  /** The version in `/info` and elsewhere. (26 §3, since 25.0) */
  readonly version: string
  /** Whether `/info` has the version under the newer name, `dbVersion`, too. (26 §3, since 25.0) */
  readonly hasDbVersion: boolean
  /** Whether `/info/options` tells sources and schemas, and not possible values. (26 §3, since 25.0) */
  readonly describesOptionSources: boolean
  /** Where `GET /` leads to. (26 §3, since 25.0) */
  readonly frontPage: string
  /** Whether the paths of the older administration pages exist. (26 §3, gone since 26.2) */
  readonly hasWebPages: boolean
  /** Whether `/histogram` exists. (26 §3, gone since 24.10) */
  readonly hasHistograms: boolean
  /** Whether a member in the gossip has the address of its HTTP interface twice, and no port of TCP clients. (26 §3, since 25.0) */
  readonly gossipsHttpOnly: boolean
  /** Whether statistics of replication have an XML form; the body is empty otherwise. (26 §3, gone since 25.0) */
  readonly printsReplicationXml: boolean
  /** Whether statistics name queues and caches as newer servers do. (26 §3, since 26.0) */
  readonly hasNewerStatistics: boolean
  /** Whether there is a license without a key. (26 §3, since 26.2) */
  readonly hasLicense: boolean
  /** Whether the last scavenge can be asked for. (26 §3, since 24.10) */
  readonly hasLastScavenge: boolean
  /** XML element of the current scavenge. (26 §3, since 24.10) */
  readonly currentScavengeElement: string
  /** Whether the status of `/health/live` can be asked for. (26 §3, since 24.6) */
  readonly hasLiveCode: boolean
  /** Status of `/health/live` with other methods than GET. (26 §3, since 24.6) */
  readonly healthMethodStatus: number
  /** First part of the names of metrics. (26 §3, since 25.0) */
  readonly metricsPrefix: string
  /** Whether metrics tell the version of their format. (26 §3, since 25.0) */
  readonly versionsMetrics: boolean
  /** Full names of the built-in users. (26 §3, since 25.0) */
  readonly builtInNames: Readonly<Record<'admin' | 'ops', string>>
  /** Members of an account's event in order. (26 §3, since 25.0) */
  readonly accountMembers: readonly ('loginName' | 'fullName' | 'salt' | 'hash' | 'disabled' | 'groups')[]
}

export interface SubscriptionFacts {
  /** Whether the list of groups is in order of streams' names, and not of creation. (26 §4, since 25.0) */
  readonly sortsByStream: boolean
  /** Whether the list has pages. (26 §4, since 25.0) */
  readonly hasPages: boolean
  /** Whether parked messages can be truncated. (26 §4, since 26.2) */
  readonly truncatesParked: boolean
  /** Whether numbers that positions have replaced are part of XML too. (26 §4, since 25.0) */
  readonly printsNumbersInXml: boolean
  /** Type of the events with checkpoints. (26 §4, since 24.6) */
  readonly checkpointType: string
  /** Whether a replay hands out parked messages whose event is gone. (26 §4, gone since 24.10) */
  readonly replaysLostEvents: boolean
  /** Whether messages that were replayed or truncated stay gone from a group, also after a restart. (26 §4, since 26.2) */
  readonly remembersReplays: boolean
}

/** What gRPC calls depend on. */
export interface CallFacts {
  /** The version that clients are told: three numbers. (grpc §4, since 23.10) */
  readonly version: string
  /** Most bytes of an append: data, metadata and twice the characters of the types; the setting `maxAppendSize` overrides it. (grpc §5, since 23.10) */
  readonly maxAppendSize: number
  /** Most bytes of one event of an append. (grpc §5, since 25.0) */
  readonly maxAppendEventSize: number
  /** Whether one call can append to many streams. (grpc §4, since 25.1) */
  readonly hasManyStreams: boolean
  /** Whether an unknown service has a status of gRPC; else its path is one that HTTP does not know. (grpc §1.4, since 25.0) */
  readonly namesUnknownServices: boolean
  /** Whether messages of answers are compressed for clients that take it. (grpc §1.2, since 26.0) */
  readonly compressesAnswers: boolean
  /** Whether a call about a projection that is missing, or exists already, has a status of its own; else it is an unknown error. (grpc §11, since 25.0) */
  readonly namesProjectionErrors: boolean
}

export interface ProjectionFacts {
  /** Whether transient projections run; the setting `transientProjections` overrides it. (26 §5.1, refused since 26.2) */
  readonly transient: boolean
  /** Whether statistics count cached states of partitions. (26 §5.2, since 26.1) */
  readonly countsCachedStates: boolean
  /** The reason why a native query of an unknown class cannot start. (26 §5.3, since 25.0) */
  readonly unknownClass: (className: string) => string
  /** Namespace of the classes of native queries. (26 §5.5, since 25.0) */
  readonly nativeNamespace: string
  /** Whether definitions have the version of their engine. (26 §5.3, since 26.1) */
  readonly storesEngineVersion: boolean
  /** Whether a query too large for a record of the log faults its projection. (26 §5.3, since 26.2) */
  readonly faultsOversizedQueries: boolean
  /** Whether a run faults that cannot begin behind a deleted stream's last number; else it goes on without it. (26 §5.8, since 24.10) */
  readonly faultsUnopenedSources: boolean
  /** The class that the frame of a wrapped fault names. (26 §5.5, since 25.0) */
  readonly handlerClass: string
  /** Whether `engineversion=2` chooses the second engine. (26 §7, since 26.1) */
  readonly hasEngine2: boolean
}

/** Facts that guest code may need: plain data, which crosses into Workers and the sandbox. */
export interface LanguageFacts {
  /** The most characters of a partition's state and result together; a larger state is a fault. Null: no limit. (26 §5.6, since 25.0) */
  readonly mostStateSize: number | null
  /** Whether events have the member `created`. (26 §6.1, since 26.1) */
  readonly hasCreated: boolean
  /** Whether a text as state or result is written as JSON. (26 §6.2, since 26.2) */
  readonly textsAreJson: boolean
  /** Whether NaN and infinities are written as null; they are a fault otherwise. (26 §6.3, since 26.2) */
  readonly notANumberIsNull: boolean
  /** Whether handlers can read bodies that are no objects; they are a fault otherwise. (26 §6.4, since 26.2) */
  readonly readsScalarBodies: boolean
  /** Whether the state of a query without handlers is the parsed body, printed again, and not its text. (26 §6.4, since 26.2) */
  readonly printsUnhandledBodies: boolean
  /** Whether events whose data are not strict JSON are skipped before any handler sees them. (26 §6.5, since 25.0) */
  readonly checksStrictly: boolean
  /** The parser whose rules, texts and columns of syntax errors count. (26 §6.6, since 24.10) */
  readonly parser: 'esprima' | 'acornima'
  /** Whether a generator function may be a handler, which then does nothing. (26 §6.7, since 24.10) */
  readonly allowsGenerators: boolean
  /** The version of the script engine, which decides the library. (26 §6.8, since 24.10) */
  readonly engine: 'jint-3' | 'jint-4'
  /** Whether `toLocaleString` and `localeCompare` follow the culture. (26 §6.8, since 24.10) */
  readonly followsCulture: boolean
  /** Whether numbers that no integer can hold become the nearest one, and NaN 0; the smallest integer otherwise. (26 §2.4, since 26.0) */
  readonly saturatesIntegers: boolean
  /** Whether `this` in a `$deleted` handler is the object of the definition's chain; it is undefined otherwise. (26 §6.7, gone since 25.1) */
  readonly deletesOnChain: boolean
}

/** The differences of a release from another one. */
export type FactChanges = { readonly [Part in keyof Omit<ReleaseFacts, 'release'>]?: Partial<ReleaseFacts[Part]> }
