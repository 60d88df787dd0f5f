// The query port: runs a projection's query over batches of events. The only way the rest of the product meets guest code.

export { mergeOutcomes } from './merge-outcomes.ts'

/** What to read, as the query's definition phase decided it (projection-language §4). */
export interface Sources {
  readonly allStreams: boolean
  readonly categories: readonly string[]
  readonly streams: readonly string[]
  readonly allEvents: boolean
  readonly events: readonly string[]
  readonly byStreams: boolean
  readonly byCustomPartitions: boolean
  readonly options: SourceOptions
}

export interface SourceOptions {
  readonly definesFold: boolean
  readonly producesResults: boolean
  readonly definesStateTransform: boolean
  readonly handlesDeletedNotifications: boolean
  readonly includeLinks: boolean
  readonly resultStreamName: string | null
  readonly partitionResultStreamNamePattern: string | null
  readonly reorderEvents: boolean
  /** Milliseconds. */
  readonly processingLag: number
  readonly biState: boolean
}

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
   * Whether the projection is continuous, which decides with the definition whether running results are written (projection-language
   * §12.2): `result` and `partition` writes come only where they are. Default: true.
   */
  readonly continuous?: boolean
  /**
   * The environment's clock, milliseconds since 1970: what `Date.now()` shows in the definition phase. In loops, which wait for it, it
   * advances in real time (projection-language §17.2). Default: the platform's clock.
   */
  readonly now?: number
  /** Makes `Math.random()` repeat the same numbers for the same seed. Default: the engine's own randomness. */
  readonly seed?: number
  /**
   * `none` runs the query without what was made to make queries fast: whole events, states written after each. Outcomes are the same, which is
   * what it is for. Default: the plan that its text allows.
   */
  readonly plan?: 'none'
}

/** Opens a query: parses it, runs its definition phase and validates the result (projection-language §3). */
export type OpenQuery = ((source: string, options: QueryOptions) => Promise<Query | QueryFault>) & {
  /** Loads and compiles what the first query would otherwise wait for. Whatever is wrong, that query says it. */
  readonly prepare?: () => void
}

export const isFault = (opened: Query | QueryFault): opened is QueryFault => 'kind' in opened

/** An event as a query is given it: what the reader resolved, in the words of projection-language §9. */
export interface QueryEvent {
  /** All zeros for a hollow event. */
  readonly id: string
  /** Null for a hollow event. */
  readonly type: string | null
  readonly stream: string | null
  /** -1 for a hollow event. */
  readonly number: number
  readonly isJson: boolean
  /** Null where it is empty. */
  readonly data: string | null
  readonly metadata: string | null
  /** Metadata of the link the event came through; null where it came through none or the link has none. */
  readonly linkMetadata: string | null
  /** Only for `fromCategory(name)`. */
  readonly category: string | null
  /** For foreachStream: the partition that the reader found (§7.1); undefined where the query or nobody decides. */
  readonly partition?: string
  /** Set on the notification of a deleted stream: `$deleted` is called for `partition` (§8.5). */
  readonly deleted?: 'soft' | 'hard'
  /** The record that was read, a link where the event came through one: what native queries and positions refer to. */
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

/** Keyed by partition; the root partition is the empty text. */
export type StatesByPartition = ReadonlyMap<string, PartitionTexts>

export interface RunLimits {
  /** Handle at most so many of the loaded events. */
  readonly events: number
  /** Stop between two events once so many milliseconds have passed. */
  readonly milliseconds: number
  /** Whether to report every step: for the playground and `testing`. */
  readonly trace?: boolean
  /** The environment's clock as `QueryOptions.now`, for this run. Default: it goes on from where it was last set. */
  readonly now?: number
}

/**
 * One opened query with its engine. Between batches it keeps globals, the live value of the partition it is in and every
 * text it was given or made. Calls are made one after another. Expected faults are values. After an outcome with a fault only
 * `close` is allowed.
 *
 * Events are counted in the order in which they were loaded, from the first one that is not finished: after a run that finished
 * five events, index 0 is what was index 5.
 */
export interface Query {
  readonly sources: Sources
  /** Class that the frame of a wrapped fault names (projection-language §15); without it that of JavaScript queries. */
  readonly handlerName?: string
  /** Whether its engine works beside this thread, so that running ahead of commits holds nobody up. Default: false. */
  readonly isAside?: boolean
  /**
   * Where it is there, whoever parses the bodies of a batch spares the query to do it again, by handing them to what this returns.
   * Undefined where that is worth nothing (any more).
   */
  readonly collectBodies?: () => BodyCollector | undefined
  /**
   * Where the run writes a mark at its start and after every checkpoint that a threshold brought: an event of this type, flagged
   * JSON, data the position as JSON, metadata `$v` and the position without `$causedBy` (projections-http §12, `$by_event_type`).
   */
  readonly checkpointMark?: { readonly stream: string; readonly type: string }
  /**
   * Hands a batch over, in the order of the source, and runs `partitionBy` once for each event. Where that fails, what comes before
   * the event is loaded all the same, and the run that reaches the event ends with the fault. Events of a type that nobody handles,
   * and those without a partition, may be handed over: they are passed without being counted as handled.
   *
   * @param reads how many of the events each read of the source brought, in order; the order across partitions depends on it. What
   *   they do not cover is one more read.
   * @param bodies what was collected of all of these events, in their order.
   * @returns the partitions whose texts it lacks. Each is asked for once; the root partition only where its state counts, which
   *   is in queries without partitions and in bi-state ones.
   */
  load(events: readonly QueryEvent[], reads: readonly number[], bodies?: BodyCollector): Promise<LoadOutcome>
  /**
   * Only where that gains time: tells of the next batch before it is loaded, while a run may be under way. It may never be loaded, and is
   * forgotten where another one is.
   *
   * @param events the very array that `load` will be given.
   */
  prepare?(events: readonly QueryEvent[], reads: readonly number[], bodies?: BodyCollector): void
  /**
   * Handles loaded events. May end early for a limit; what is left stays loaded, and `more` says so.
   *
   * @param missing texts of the partitions that `load` asked for; one that is absent has never had any.
   */
  run(missing: StatesByPartition, limits: RunLimits): Promise<BatchOutcome>
  close(): void
}

/** Takes out of the bodies of a batch what its query reads of them. */
export interface BodyCollector {
  /** @param parsed what `JSON.parse` makes of the event's data; undefined where they are not JSON, or nobody has parsed them. */
  add(event: QueryEvent, parsed: unknown): void
}

export interface LoadOutcome {
  readonly missing: readonly string[]
}

export interface BatchOutcome {
  /** How many of the loaded events are finished, counted in the order of the source: progress is that of the last of them. */
  readonly finished: number
  /** How many of the finished ones reached a handler and were not skipped. */
  readonly handled: number
  /** Index of the last finished event that was handled, or -1: the position that is shown (§6). */
  readonly lastHandled: number
  /** Whether loaded events are left. */
  readonly more: boolean
  /**
   * New or changed texts, each with the index of the event that changed it last. A new partition is here even if its state is no
   * state, in the order of first appearance among those handled. Where partitions overtake each other, an event may have been
   * handled (its state is here and is shown) but not be finished, so that its index is `finished` or more; its writes come with
   * the run that finishes it, and the checkpoint must not hold its state with a position before it.
   */
  readonly states: ReadonlyMap<string, PartitionTexts & { readonly event: number; readonly isNew: boolean }>
  /** In the order in which they are to be written. */
  readonly writes: readonly QueryWrite[]
  readonly steps?: readonly QueryStep[]
  readonly logs: readonly string[]
  /** What ended the batch. The rest of the outcome is valid and is to be committed. */
  readonly fault?: QueryFault
  /** Real milliseconds spent in handlers. */
  readonly handlerTime: number
}

/** Something the finished events want written, with the index of the event that caused it. */
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
       * Of what a transform or `$deleted` emitted, which is written with the next event (§10): the index of its own event, whose position it
       * bears; negative where a run before finished that one.
       */
      readonly position?: number
    }
  /** A running result that differs from the partition's last one; undefined: it disappeared (§12.3). */
  | { readonly kind: 'result'; readonly event: number; readonly partition: string; readonly result: string | undefined }
  /** The first handled event of a partition: its catalogue entry (§7.3). Comes only where running results are written. */
  | { readonly kind: 'partition'; readonly event: number; readonly partition: string }

/** One event's way through the query. The event that failed has a step, too, unless it failed while it was loaded. */
export interface QueryStep {
  readonly event: number
  readonly partition: string | undefined
  /** Name of the handler that ran, e.g. `$any`; undefined where none did, and then `skipped` says why. */
  readonly handler: string | undefined
  readonly skipped: 'unhandled-type' | 'no-partition' | undefined
  /** Of the partition, after the event. */
  readonly state: string
  /** After the event, where the query has a shared state. */
  readonly shared?: string
  readonly result: string | undefined
  readonly emitted: number
  readonly logs: readonly string[]
}

export interface QueryFault {
  readonly kind: 'syntax' | 'definition' | 'partition' | 'runtime' | 'emit' | 'timeout' | 'memory' | 'stack' | 'crash'
  /** The reference's own text without the frame around it (projection-language §15); of shape C with a stand-in for the stack. */
  readonly message: string
  /**
   * Shape B of §15: the runner puts the frame with name and position around the message, and where the event is the notification of
   * a deleted stream it says so; otherwise the message is all (A, C).
   */
  readonly wrapped: boolean
  /** Index of the event that failed; absent where no event is to blame. */
  readonly event?: number
  /** In the source as written, from 1. */
  readonly line?: number
  readonly column?: number
}
