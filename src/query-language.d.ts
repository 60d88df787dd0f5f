// Types of the query language for editors and TypeScript projects: selectors, chains, handlers, events, and the functions for handlers.
// oxlint-disable typescript/no-explicit-any -- bodies and states of queries that declare no types can be anything

/**
 * Types the events that a query reads: names of types, and the types of their bodies.
 *
 * @example
 * ```ts
 * type CartEvents = { ItemAdded: { price: number }; CheckedOut: undefined }
 * fromCategory<CartEvents>('cart').when({
 *   $init: (): Cart => ({ total: 0 }),
 *   ItemAdded: (state, event) => { state.total += event.data.price },
 * })
 * ```
 */
export type EventBodies = Readonly<Record<string, any>>

/**
 * The application's own events, for queries that name none: declare its members once, and handlers in every file know their data.
 * `rillbox types` writes the declaration.
 *
 * @example
 * ```ts
 * declare module 'rillbox/query-language' {
 *   interface ApplicationEvents { ItemAdded: { price: number }; CheckedOut: undefined }
 * }
 * ```
 */
export interface ApplicationEvents {}

/** Types that the server writes itself. */
type SystemEvents = { [Type in '$metadata' | '$streamDeleted' | '$>' | '$@' | '$UserCreated' | '$settings']: any }

/** The events of a query that says nothing about them: those of the application, or any. */
export type KnownEvents = [keyof ApplicationEvents] extends [never] ? EventBodies : ApplicationEvents & SystemEvents

/** An event as handlers see it. Its members are read-only; the contents of `data` and `metadata` may be changed freely. */
export interface ProjectionEvent<Body = any, Type extends string = string, Metadata = any> {
  /** Name of the partition; empty if there are none, and inside `partitionBy`. */
  readonly partition: string
  /** When the event was written, with seven digits behind the seconds: `2026-11-29T05:38:32.0481241Z`. Undefined in release 23.10. */
  readonly created: string
  readonly streamId: string
  readonly eventId: string
  readonly eventType: Type
  /** Number of the event in `streamId`. */
  readonly sequenceNumber: number
  readonly isJson: boolean
  /**
   * Parsed on the first read; undefined if the event is not flagged as JSON. Bodies that are no objects or arrays fault when they are
   * read, until release 26.2.
   */
  readonly data: Body
  /** The same as `data`. */
  readonly body: Body
  /** The body's text as it is stored; null if it is empty. */
  readonly bodyRaw: string | null
  /** Parsed on the first read; null if there is none. */
  readonly metadata: Metadata
  readonly metadataRaw: string | null
  /** Metadata of the link through which the event came; null if it came through none. */
  readonly linkMetadata: any
  readonly linkMetadataRaw: string | null
  /** Only for `fromCategory(name)`. */
  readonly category: string | null
}

/** The remains of an event that a link names and no reader gets any more; only `$any` gets them. */
export interface HollowEvent {
  readonly partition: string
  readonly created: string
  /** Null where not even the stream is known. */
  readonly streamId: string | null
  readonly eventId: string
  readonly eventType: null
  readonly sequenceNumber: -1
  readonly isJson: false
  readonly data: undefined
  readonly body: undefined
  readonly bodyRaw: null
  readonly metadata: null
  readonly metadataRaw: null
  readonly linkMetadata: any
  readonly linkMetadataRaw: string | null
  readonly category: string | null
}

/** Any of the events of a source; `eventType` tells which. */
export type AnyEvent<Events extends EventBodies = EventBodies> = {
  [Type in keyof Events & string]: ProjectionEvent<Events[Type], Type>
}[keyof Events & string]

/** Undefined keeps the state that was changed in place; null starts over with `$init` after the partition was left. */
type NextState<State> = State | null | undefined | void

type SpecialName = '$init' | '$initShared' | '$created' | '$deleted' | '$any'

type HandlerOf<Name, Names, State, Events extends EventBodies, ByStream extends boolean> = Name extends '$init' | '$initShared'
  ? () => unknown
  : Name extends '$created'
    ? (state: State, event: AnyEvent<Events>) => void
    : Name extends '$deleted'
      ? ByStream extends true
        ? (state: State, event: null, partition: string, isHard: false) => void
        : 'Deleted stream notifications are only supported with foreachStream()'
      : Name extends '$any'
        ? (state: State, event: AnyEvent<Events> | HollowEvent) => NextState<State>
        : '$any' extends Names
          ? '$any cannot be combined with handlers for types'
          : Name extends keyof Events
            ? (state: State, event: ProjectionEvent<Events[Name], Name & string>) => NextState<State>
            : 'The source has no such type of event'

/** With `$initShared` every state is a pair: that of the partition, and the shared one. */
type StateOf<Own, Shared, Names> = '$initShared' extends Names ? [own: Own, shared: Shared] : Own

/**
 * The handlers for `when`. The type of the state is that which `$init` returns, so say it there: `$init: (): Cart => …`.
 *
 * `$any` and handlers for types exclude each other; a handler that returns nothing keeps the state.
 */
export type Handlers<Own, Shared, Names extends string, Events extends EventBodies, ByStream extends boolean> = {
  $init?: () => Own
  $initShared?: () => Shared
} & { [Name in Names]: HandlerOf<Name, Names, StateOf<NoInfer<Own>, NoInfer<Shared>, Names>, Events, ByStream> }

// ---- chains: each has the methods that the language offers at that place

export interface AfterOutputTo {}

export interface AfterOutputState<Value> {
  transformBy<Result>(transform: (value: Value) => Result): AfterTransform<Result>
  filterBy(keep: (value: Value) => boolean): AfterTransform<Value>
  outputTo(resultStream: string, partitionResultStreamPattern?: string): AfterOutputTo
}

export interface AfterTransform<Value> extends AfterOutputState<Value> {
  outputState(): AfterOutputState<Value>
}

export interface AfterWhen<State> extends AfterTransform<State> {
  $defines_state_transform(): undefined
}

export interface Partitioned<Events extends EventBodies, ByStream extends boolean = false> {
  /** Registers handlers. */
  when<Names extends string, Own = Record<string, any>, Shared = Record<string, any>>(
    handlers: Handlers<Own, Shared, Names, Events, ByStream>,
  ): AfterWhen<StateOf<Own, Shared, Names>>
}

export interface FromStreams<Events extends EventBodies> extends Partitioned<Events> {
  /** One state for each value that the function returns; null, undefined and an empty text leave the event out. */
  partitionBy(partition: (event: AnyEvent<Events>) => unknown): Partitioned<Events>
  /** The state is the body of the last event. */
  outputState(): AfterOutputState<string>
}

export interface FromMany<Events extends EventBodies> extends FromStreams<Events> {
  /** One state for each stream. */
  foreachStream(): Partitioned<Events, true>
}

/** The members of `options`; names are compared without regard to case. */
export interface QueryOptions {
  /** Only for `fromAll()` without handlers for types: delivers links too. */
  $includeLinks?: boolean
  /** Only for several streams: events in the order of the log, with `processingLag`. */
  reorderEvents?: boolean
  /** Milliseconds, at least 50 with `reorderEvents`. */
  processingLag?: number
  resultStreamName?: string
  /** Every state is a pair of the partition's and the shared one. */
  biState?: boolean
}

declare global {
  // ---- while the query is defined

  /** Reads every event of users' streams. */
  function fromAll<Events extends EventBodies = KnownEvents>(): FromMany<Events>
  /** Reads the streams whose names begin with the category; `$by_category` has to run. */
  function fromCategory<Events extends EventBodies = KnownEvents>(category: string): FromMany<Events>
  /** Several categories are read like several streams. */
  function fromCategory<Events extends EventBodies = KnownEvents>(categories: readonly string[]): FromStreams<Events>
  function fromCategory<Events extends EventBodies = KnownEvents>(first: string, second: string, ...more: string[]): FromStreams<Events>
  function fromCategories<Events extends EventBodies = KnownEvents>(categories: readonly string[]): FromStreams<Events>
  function fromCategories<Events extends EventBodies = KnownEvents>(first: string, second: string, ...more: string[]): FromStreams<Events>
  function fromStream<Events extends EventBodies = KnownEvents>(stream: string): FromStreams<Events>
  function fromStreams<Events extends EventBodies = KnownEvents>(streams: readonly string[]): FromStreams<Events>
  function fromStreams<Events extends EventBodies = KnownEvents>(...streams: [string, ...string[]]): FromStreams<Events>
  function options(options: QueryOptions): void
  /** Registers a handler outside a chain. */
  function on_event<State = any, Body = any>(type: string, handler: (state: State, event: ProjectionEvent<Body>) => NextState<State>): void
  function on_any<State = any>(handler: (state: State, event: ProjectionEvent | HollowEvent) => NextState<State>): void

  // ---- in handlers

  /** Writes an event. The projection has to be allowed to emit. */
  function emit(streamId: string, eventType: string, eventBody: object): void
  function emit(streamId: string, eventType: string, eventBody: object, metadata: object): void
  /** Writes a link to an event; for one that came through a link, to the original. */
  function linkTo(streamId: string, event: { readonly sequenceNumber: number; readonly streamId: string | null }): void
  function linkTo(streamId: string, event: { readonly sequenceNumber: number; readonly streamId: string | null }, metadata: object): void
  /** Writes a reference to a stream. */
  function linkStreamTo(streamId: string, linkedStreamId: string): void
  /** @deprecated Does nothing. */
  function copyTo(...given: unknown[]): void
  function log(...values: unknown[]): void
}
