// The query port: runs a projection's query over batches of events. Guest code runs behind it and nowhere else.

import type { LanguageFacts } from '../base/release/facts.ts'
import type { Sources } from './sources.ts'

export type { SourceOptions, Sources } from './sources.ts'
export { handlerName, sourcesOfNative } from './system/handler-type.ts'
export { sharedPartition } from './shared-partition.ts'
export { validateSources } from './validate-sources.ts'

export interface QueryOptions {
  /** `js`, or `native:<class>` for one of the five built-in queries (projections-http §12). */
  readonly handlerType: string
  /** Without it the first emission is a fault of kind `emit` (projection-language §11.1). */
  readonly emitEnabled: boolean
  /** Milliseconds for one entry into guest code (projection-language §15); the definition phase has 500. */
  readonly executionTimeout: number
  /** Whether events that share a batch may overtake each other as projection-language §8.8 says. */
  readonly reordersPartitions: boolean
  /**
   * Whether the projection is continuous. With the definition this decides whether running results are written (projection-language
   * §12.2); only then do `result` and `partition` writes come. Default: true.
   */
  readonly continuous?: boolean
  /**
   * The environment's clock, milliseconds since 1970: `Date.now()` returns it in the definition phase. In loops that wait for it the clock
   * advances in real time (projection-language §17.2). Default: the platform's clock.
   */
  readonly now?: number
  /** Makes `Math.random()` repeat the same numbers for the same seed. Default: the engine's own randomness. */
  readonly seed?: number
  /**
   * `none` switches the plan off: the query gets whole events, and states are written after each. Outcomes stay the same, which tests
   * verify with it. Default: the plan that the query's text allows.
   */
  readonly plan?: 'none'
  /**
   * Whether steps report the lines that ran and the values of variables. The engine then runs a text with calls in front of its
   * statements, and without a plan; outcomes stay the same, but take longer. Default: false.
   */
  readonly marksLines?: boolean
  /** The server's engine whose rules count (26 §7). Default: 1. */
  readonly engine?: 1 | 2
  /** The facts of the query language that depend on the release. Default: those of the default release. */
  readonly language?: LanguageFacts
}

/** Opens a query: parses it, runs its definition phase and validates the result (projection-language §3). */
export type OpenQuery = ((source: string, options: QueryOptions) => Promise<Query | QueryFault>) & {
  /** Loads and compiles ahead of the first query, so that it need not wait. Failures are reported by that query. */
  readonly prepare?: () => void
  /** Has an engine wait for a query that may come at any moment; it waits for some seconds after the last call. */
  readonly expect?: () => void
  /**
   * Parses a query by the rules of the engine, which accept more than JavaScript does (projection-language §17.4), without running it.
   *
   * @returns undefined if it parses.
   */
  readonly check?: CheckQuery
}

/** @param language as in `QueryOptions`. */
export type CheckQuery = (source: string, language?: LanguageFacts) => Promise<QueryFault | undefined>

/** Every engine of ours can check; one that an application brings may not. */
export type CheckingOpenQuery = OpenQuery & { readonly check: CheckQuery }

export const isFault = (opened: Query | QueryFault): opened is QueryFault => 'kind' in opened

/** An event as the query receives it: resolved by the reader, in the terms of projection-language §9. */
export interface QueryEvent {
  /** All zeros for a hollow event. */
  readonly id: string
  /** Null for a hollow event. */
  readonly type: string | null
  readonly stream: string | null
  /** -1 for a hollow event. */
  readonly number: number
  readonly isJson: boolean
  /** Set where no handler sees the event, which only enters its partition: JSON without text, on the second engine (26 §7.5). */
  readonly isPassedOver?: boolean
  /** Null where it is empty. */
  readonly data: string | null
  /** The data as parsed by `JSON.parse`, where the caller has parsed them anyway: the query then need not. */
  readonly body?: unknown
  readonly metadata: string | null
  /** Metadata of the link through which the event came; null without a link, or without metadata on it. */
  readonly linkMetadata: string | null
  /** Only for `fromCategory(name)`. */
  readonly category: string | null
  /** For foreachStream: the partition that the reader found (§7.1); undefined if the query decides, or there is none. */
  readonly partition?: string
  /** Set on the notification of a deleted stream: `$deleted` is called for `partition` (§8.5). */
  readonly deleted?: 'soft' | 'hard'
  /** The record that was read (the link, where the event came through one); native queries and positions refer to it. */
  readonly record: QueryRecord
}

export interface QueryRecord {
  readonly stream: string
  readonly number: number
  readonly position: number
  /** Milliseconds since 1970, UTC. */
  readonly created: number
}

/** State and result of one partition, as the exact texts that are stored and sent (projection-language §1). */
export interface PartitionTexts {
  /** Empty text: no state. */
  readonly state: string
  /** Undefined: no result. */
  readonly result: string | undefined
}

/** Texts that a run reports. */
export interface ChangedTexts extends PartitionTexts {
  /** Index of the event that changed them last. */
  readonly event: number
  /** Set where the partition has no state and had none before, nor in between. */
  readonly isUnaltered?: boolean
}

/** Keyed by partition; the root partition is the empty text. */
export type StatesByPartition = ReadonlyMap<string, PartitionTexts>

export interface RunLimits {
  /** Handle at most this many of the loaded events. */
  readonly events: number
  /** Stop between two events once this many milliseconds have passed. */
  readonly milliseconds: number
  /** Whether to report every step: for the playground and `testing`. */
  readonly trace?: boolean
  /** The environment's clock as `QueryOptions.now`, for this run. Default: it continues from the value last set. */
  readonly now?: number
}

/** The facts about a query that its opening found out; they never change. */
export interface OpenedDefinition {
  readonly sources: Sources
  /** The class that the frame of a wrapped fault names (projection-language §15). Default: the class of JavaScript queries. */
  readonly handlerName?: string
  /**
   * The stream to which the run writes a mark at its start and after every checkpoint caused by a threshold: an event of this type,
   * flagged JSON, data the position as JSON, metadata `$v` and the position without `$causedBy` (projections-http §12, `$by_event_type`).
   */
  readonly checkpointMark?: { readonly stream: string; readonly type: string }
  /** Whether the engine runs on another thread, so that running ahead of commits blocks nothing. Default: false. */
  readonly isAside?: boolean
}

/**
 * One opened query with its engine. Between batches it keeps globals, the live value of the current partition, and every
 * text it received or produced. Calls must not overlap. Expected faults are values. After an outcome with a fault only
 * `close` is allowed.
 *
 * Indexes count events in the order of loading, from the first unfinished one: after a run that finished five events, index 0 is
 * the former index 5.
 */
export interface Query {
  readonly definition: OpenedDefinition
  /**
   * Loads a batch, in the order of the source, and runs `partitionBy` once for each event. Where that fails, the events before the
   * failed one are loaded all the same, and the run that reaches it ends with the fault. Events without a handler or without a
   * partition may be part of the batch: they are finished without being counted as handled.
   *
   * @param reads how many events each read of the source brought, in order; the order across partitions depends on it. Events not
   *   covered form one more read.
   * @returns the partitions whose texts the query lacks. It asks for each once; for the root partition only where its state counts,
   *   in queries without partitions and in bi-state ones.
   * @param next the limits of the run that follows, which the query may begin at once where it lacks no texts. Between the two nothing else
   *   may be loaded.
   */
  load(events: readonly QueryEvent[], reads: readonly number[], next?: RunLimits): Promise<LoadOutcome>
  /**
   * Handles loaded events. May stop early at a limit; the rest stays loaded, and `more` is true. It stops only where no event is handled
   * ahead of an unfinished one, so where partitions overtake each other it may exceed a limit by the events of one read.
   *
   * @param missing texts of the partitions that `load`, or the run before, asked for; a partition that is absent has none.
   */
  run(missing: StatesByPartition, limits: RunLimits): Promise<BatchOutcome>
  close(): void
}

export interface LoadOutcome {
  readonly missing: readonly string[]
}

export interface BatchOutcome {
  /** How many of the loaded events are finished, in the order of the source; the last of them determines the progress. */
  readonly finished: number
  /** How many of the finished events reached a handler. */
  readonly handled: number
  /** Index of the last finished event that was handled, or -1; its position is shown (§6). */
  readonly lastHandled: number
  /** Whether loaded events are left. */
  readonly more: boolean
  /** Further partitions whose texts the query lacks, so that the run has stopped: `LoadOutcome.missing` for the next one. */
  readonly missing?: readonly string[]
  /**
   * New or changed texts. New partitions are included even without a state,
   * in the order in which they were first handled. Where partitions overtake each other, states beside a fault may be those of events
   * behind the failed one.
   */
  readonly states: ReadonlyMap<string, ChangedTexts>
  /** In writing order. */
  readonly writes: readonly QueryWrite[]
  readonly steps?: readonly QueryStep[]
  readonly logs: readonly string[]
  /** The fault that ended the batch. The rest of the outcome is valid and must be committed. */
  readonly fault?: QueryFault
  /** Real milliseconds spent in handlers. */
  readonly handlerTime: number
}

/** One write of a finished event, with the index of that event. */
export type QueryWrite =
  | {
      readonly kind: 'emit'
      readonly event: number
      readonly stream: string
      readonly type: string
      readonly data: string
      readonly isJson: boolean
      /** Members of the emitter's metadata in order: name, and value as JSON text (§11.2). */
      readonly metadata: readonly (readonly [name: string, json: string])[]
      /**
       * Set on emissions of a transform or `$deleted`, which are written with the next event (§10): the index of the emitting event, whose
       * position the emission bears; negative where an earlier run finished that event.
       */
      readonly position?: number
    }
  /** A running result that differs from the partition's last one; undefined if the result disappeared (§12.3). */
  | { readonly kind: 'result'; readonly event: number; readonly partition: string; readonly result: string | undefined }
  /** The catalogue entry of a partition, written with its first handled event (§7.3), only where running results are written. */
  | { readonly kind: 'partition'; readonly event: number; readonly partition: string }

/** One event's way through the query. A failed event has a step too, unless it failed during loading. */
export interface QueryStep {
  readonly event: number
  readonly partition: string | undefined
  /** Name of the handler that ran, e.g. `$any`; undefined if none ran, for the reason in `skipped`. */
  readonly handler: string | undefined
  readonly skipped: 'unhandled-type' | 'no-partition' | undefined
  /** Of the partition, after the event. */
  readonly state: string
  /** After the event, where the query has a shared state. */
  readonly shared?: string
  readonly result: string | undefined
  readonly logs: readonly string[]
  /** Lines that ran, in the order of their first run, and the values of variables: with `QueryOptions.marksLines`. */
  readonly lines?: readonly LineRun[]
  readonly values?: readonly LineValue[]
}

/** A line of the query that ran for an event. */
export interface LineRun {
  /** From 1; a statement counts where it begins. */
  readonly line: number
  readonly times: number
}

/** The last value of a variable. */
export interface LineValue {
  /** Where it is declared. */
  readonly line: number
  readonly name: string
  /** In few characters. */
  readonly text: string
}

export interface QueryFault {
  readonly kind: 'syntax' | 'definition' | 'partition' | 'runtime' | 'emit' | 'state-size' | 'timeout' | 'memory' | 'stack' | 'crash'
  /** The server's own text without the frame around it (projection-language §15); in shape C a stand-in replaces the stack. */
  readonly message: string
  /**
   * Whether the fault has shape B of §15: the runner frames the message with name and position, and mentions the notification of a
   * deleted stream. Otherwise the message stands alone (shapes A and C).
   */
  readonly wrapped: boolean
  /** Index of the event that failed; absent where no event is to blame. */
  readonly event?: number
  /** In the source as written, from 1. */
  readonly line?: number
  readonly column?: number
}
