// The server's own options, and what each is to `rillbox serve`: another spelling of an option, without effect, or refused.

/** What an option of the server means here. */
export type Meaning =
  /** Our option, without dashes; the value is read as ours is. */
  | { readonly kind: 'same'; readonly option: string }
  /** A switch that our flag turns on, for the given value of the switch; the other value is what happens anyway. */
  | { readonly kind: 'switch'; readonly flag: string; readonly on: boolean }
  /** True takes an option of lower precedence back. */
  | { readonly kind: 'without'; readonly option: string }
  /** One value is what happens anyway, others are refused. */
  | { readonly kind: 'always'; readonly values: readonly string[]; readonly instead: string }
  /** Tunes, secures or names what a store of one process does not have. */
  | { readonly kind: 'no-effect'; readonly because: string }
  | { readonly kind: 'refused'; readonly instead: string }

const same = (option: string): Meaning => ({ kind: 'same', option })
const flag = (name: string, on = true): Meaning => ({ kind: 'switch', flag: name, on })
const always = (values: readonly string[], instead: string): Meaning => ({ kind: 'always', values, instead })
const refused = (instead: string): Meaning => ({ kind: 'refused', instead })
const each = (names: string, meaning: Meaning): Readonly<Record<string, Meaning>> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, meaning]))

const noEffect = (because: string): Meaning => ({ kind: 'no-effect', because })
const oneNode = noEffect('a store is one node')
const tuning = noEffect('it tunes what a store does not have')
const noTcp = noEffect('no store speaks the TCP protocol: clients use gRPC or HTTP')
const logging = noEffect('--log json, pretty or off decides what is logged')
const yes = ['true', 'yes', '1']
const no = ['false', 'no', '0']

/** By the name in a configuration file. Names that older releases had are here too. */
export const serverOptions: Readonly<Record<string, Meaning>> = {
  ...each('NodePort HttpPort ExtHttpPort', same('port')),
  ...each('NodeIp ExtIp', same('host')),
  ...each('NodeHostAdvertiseAs ExtHostAdvertiseAs AdvertiseHostToClientAs', same('advertise-host-to-client-as')),
  ...each(
    'NodePortAdvertiseAs HttpPortAdvertiseAs AdvertiseNodePortToClientAs AdvertiseHttpPortToClientAs',
    same('advertise-node-port-to-client-as'),
  ),
  Db: same('db'),
  MemDb: { kind: 'without', option: 'db' },
  Insecure: flag('insecure'),
  CertificateFile: same('cert'),
  CertificatePrivateKeyFile: same('key'),
  MaxAppendSize: same('max-append-size'),
  AllowAnonymousStreamAccess: same('allow-anonymous-stream-access'),
  AllowAnonymousEndpointAccess: same('allow-anonymous-endpoint-access'),
  DefaultAdminPassword: same('default-admin-password'),
  DefaultOpsPassword: same('default-ops-password'),
  DisableHttpCaching: flag('caching', false),
  EnableTrustedAuth: flag('enable-trusted-auth'),
  StartStandardProjections: flag('no-system-projections', false),
  LogConsoleFormat: same('log'),

  RunProjections: always(['all'], 'projections of users and of the system run; --no-system-projections leaves the latter out'),
  EnableAtomPubOverHttp: always(yes, 'streams are always answered over HTTP'),
  ClusterSize: always(['1'], 'a store is one node'),
  ReadOnlyReplica: always(no, 'a store is one node'),
  GossipSeed: refused('a store is one node'),
  DisableTls: always(yes, 'give --cert and --key for TLS'),
  Dev: refused('--dev-cert DIR makes a certificate for localhost'),
  RemoveDevCerts: refused('delete the folder that --dev-cert named'),
  DevCertPath: refused('--dev-cert DIR makes a certificate for localhost'),
  ...each('CertificatePassword CertificatePrivateKeyPassword', refused('give --cert and --key in PEM, without a password')),
  ...each(
    'CertificateStoreLocation CertificateStoreName CertificateSubjectName CertificateThumbprint',
    refused('give --cert and --key, or --dev-cert DIR'),
  ),
  ...each('AuthorizationType AuthenticationType', always(['internal'], 'users and access lists of the store itself decide')),
  ...each('AuthorizationConfig AuthenticationConfig', refused('users and access lists of the store itself decide')),
  UnsafeIgnoreHardDelete: always(no, 'a tombstone stays'),
  DisableFirstLevelHttpAuthorization: always(no, 'every request is authorized'),
  MaxAppendEventSize: refused('the limit of an event is that of the release'),
  WhatIf: refused('rillbox serve --help lists the options'),
  ...each(
    'DisableAdminUi DisableStatsOnHttp DisableGossipOnHttp',
    always(no, 'the pages are there with --ui only, and statistics and gossip always'),
  ),

  ...each(
    'ExtTcpPort IntTcpPort NodeTcpPort EnableExternalTcp DisableExternalTcpTls DisableInternalTcpTls AdvertiseTcpPortToClientAs ExtTcpPortAdvertiseAs IntTcpPortAdvertiseAs NodeTcpPortAdvertiseAs NodeHeartbeatInterval NodeHeartbeatTimeout ConnectionPendingSendBytesThreshold ConnectionQueueSizeThreshold',
    noTcp,
  ),
  ...each(
    'ClusterDns ClusterGossipPort ClusterSecret CommitCount CommitAckCount PrepareCount PrepareAckCount DeadMemberRemovalPeriodSec DiscoverViaDns GossipAllowedDifferenceMs GossipIntervalMs GossipOnSingleNode GossipTimeoutMs IntIp IntHostAdvertiseAs LeaderElectionTimeoutMs NodePriority OverrideAnonymousEndpointAccessForGossip QuorumSize ReplicationHeartbeatInterval ReplicationHeartbeatTimeout ReplicationHostAdvertiseAs ReplicationIp ReplicationPort ReplicationTcpPortAdvertiseAs TrustedRootCertificatesPath CertificateReservedNodeCommonName DisableClientAuthEkuValidation UnsafeAllowSurplusNodes',
    oneNode,
  ),
  ...each(
    'Log LogConfig LogFileInterval LogFileRetentionCount LogFileSize LogLevel LogHttpRequests LogFailedAuthenticationAttempts DisableLogFile',
    logging,
  ),
  ...each(
    'AlwaysKeepScavenged Archiver CachedChunks ChunkInitialReaderCount ChunkSize ChunksCacheSize CommitTimeoutMs CompressionLevel DisableScavengeMerging EnableHistograms EnableUnixSocket FaultOutOfOrderProjections HashCollisionReadLimit Index IndexCacheDepth InitializationThreads KeepAliveInterval KeepAliveTimeout MaxAutoMergeIndexLevel MaxMemTableSize MaxPartitionStateCacheSize MaxProjectionStateSize MaxTruncation MinFlushDelayMs OptimizeIndexMerge PrepareTimeoutMs ProjectionCompilationTimeout ProjectionExecutionTimeout ProjectionThreads ProjectionsQueryExpiry ReaderThreadsCount ReduceFileCachePressure ScavengeBackendCacheSize ScavengeBackendPageSize ScavengeHashUsersCacheCapacity ScavengeHistoryMaxAge SkipDbVerify SkipIndexScanOnReads SkipIndexVerify StatsPeriodSec StatsStorage StreamExistenceFilterSize StreamInfoCacheCapacity TelemetryOptout Transform Unbuffered UnsafeDisableFlushToDisk UseIndexBloomFilters WorkerThreads WriteStatsToDb WriteThrough WriteTimeoutMs AllowUnknownOptions',
    tuning,
  ),
}
