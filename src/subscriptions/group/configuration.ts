// The settings of a group, their defaults, and the checks of their values (server-http §10.2, §10.3).

/** The settings of a group; bodies, stored events and statistics spell them differently. */
export interface GroupConfiguration {
  /** Whether link targets are delivered instead of links. */
  readonly resolveLinks: boolean
  /** Number of the first event to deliver, of a group on `$all` its position; -1 delivers only later events. */
  readonly startFrom: bigint
  /** Of a group on `$all`: the events that it delivers. Default: all that reads list. */
  readonly filter?: GroupFilter
  /** Milliseconds until an unacknowledged message is retried; 0 or less: at the next tick. */
  readonly messageTimeout: number
  readonly extraStatistics: boolean
  /** How often a message is delivered again before it is parked. */
  readonly maxRetries: number
  /** How many of the latest live events a group remembers, to find its way back from history to live. */
  readonly liveBufferSize: number
  /** How many messages may wait for delivery. */
  readonly bufferSize: number
  readonly readBatchSize: number
  /** Milliseconds between checkpoints by time; 0: never by time. */
  readonly checkpointAfter: number
  /** Completed messages that a checkpoint by time needs. */
  readonly minCheckpointCount: number
  /** Completed messages that trigger a checkpoint at once. */
  readonly maxCheckpointCount: number
  /** Most connections at once, 0 for any number; HTTP consumers have none. */
  readonly maxSubscribers: number
  /** One of `consumerStrategies`: who gets which message. Has no effect on HTTP consumers. */
  readonly strategy: string
}

/** A filter as it is stored. */
export interface GroupFilter {
  readonly of: 'stream' | 'type'
  readonly kind: 'regex' | 'prefix'
  /** The expression, or the prefixes. */
  readonly data: readonly string[]
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

/** Case-sensitive. */
const consumerStrategies: readonly string[] = ['RoundRobin', 'DispatchToSingle', 'Pinned', 'PinnedByCorrelation']

/**
 * Refuses sizes that no group can work with, before the group itself is looked up (server-http §10.2).
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
 * Refuses values that make no group (server-http §10.3).
 *
 * @returns the `reason` of a result `Fail`, or undefined.
 */
export function valueProblem({ strategy, startFrom }: GroupConfiguration): string | undefined {
  if (!consumerStrategies.includes(strategy)) return `Consumer strategy ${strategy} does not exist.`
  if (startFrom < -1n) return 'Invalid Start From position: event number must be greater than or equal to -1.'
  return undefined
}
