// What a group can be told, the defaults, and which values are refused (server-http §10.2, §10.3).

/** The settings of a group; the fields of the interface, each under one name here. */
export interface GroupConfiguration {
  /** Whether link targets are delivered instead of links. */
  readonly resolveLinks: boolean
  /** Number of the first event to deliver; -1 delivers only what is written from now on. */
  readonly startFrom: bigint
  /** Milliseconds until an unacknowledged message is retried; 0 or less: at the next tick. */
  readonly messageTimeout: number
  readonly extraStatistics: boolean
  /** How often a message is delivered again before it is parked. */
  readonly maxRetries: number
  /** How many of the latest live events are kept for the way back from history to live. */
  readonly liveBufferSize: number
  /** How many messages may wait for delivery. */
  readonly bufferSize: number
  readonly readBatchSize: number
  /** Milliseconds between checkpoints by time; 0: never by time. */
  readonly checkpointAfter: number
  /** Messages that must have been completed for a checkpoint by time. */
  readonly minCheckpointCount: number
  /** Completed messages that make a checkpoint at once. */
  readonly maxCheckpointCount: number
  /** Limits connections, which HTTP consumers have none of: kept and shown only. */
  readonly maxSubscribers: number
  /** One of `consumerStrategies`; has no effect on HTTP consumers. */
  readonly strategy: string
}

export const defaultConfiguration: GroupConfiguration = {
  resolveLinks: false,
  startFrom: 0n,
  messageTimeout: 10_000,
  extraStatistics: false,
  maxRetries: 10,
  liveBufferSize: 500,
  bufferSize: 500,
  readBatchSize: 20,
  checkpointAfter: 1_000,
  minCheckpointCount: 10,
  maxCheckpointCount: 500,
  maxSubscribers: 10,
  strategy: 'RoundRobin',
}

/** Compared with regard to case. */
export const consumerStrategies: readonly string[] = ['RoundRobin', 'DispatchToSingle', 'Pinned', 'PinnedByCorrelation']

/** Why there is no group of every stream at once. */
export const onlyOverGrpc = 'Persistent subscriptions to $all are only supported over gRPC through gRPC clients'

/**
 * Refuses sizes that no group can work with; looked at before the group itself (server-http §10.2).
 *
 * @returns the sentence of the refusal, or undefined.
 */
export function sizeProblem({ bufferSize, liveBufferSize, readBatchSize }: GroupConfiguration): string | undefined {
  if (bufferSize <= 0) return `Buffer Size (${bufferSize}) must be positive`
  if (liveBufferSize <= 0) return `Live Buffer Size (${liveBufferSize}) must be positive`
  if (readBatchSize <= 0) return `Read Batch Size (${readBatchSize}) must be positive`
  if (bufferSize <= readBatchSize) return `BufferSize (${bufferSize}) must be larger than ReadBatchSize (${readBatchSize})`
  return undefined
}

/**
 * Refuses values that the group cannot have (server-http §10.3).
 *
 * @returns the `reason` of a result `Fail`, or undefined.
 */
export function valueProblem({ strategy, startFrom }: GroupConfiguration): string | undefined {
  if (!consumerStrategies.includes(strategy)) return `Consumer strategy ${strategy} does not exist.`
  if (startFrom < -1n) return 'Invalid Start From position: event number must be greater than or equal to -1.'
  return undefined
}
