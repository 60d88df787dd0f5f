// The shape of a scenario: one JSON document with the content of a store when a test, a demo or a server begins.

import type { Release } from '../../base/release/facts.ts'

/**
 * The first content of a store; docs/scenario.md describes every member. The same document serves tests, the playground and
 * `rillbox serve --scenario`.
 *
 * @example
 * ```json
 * {
 *   "version": 1,
 *   "clock": "2026-01-01T09:00:00Z",
 *   "events": [
 *     { "stream": "order-1", "type": "OrderPlaced", "data": { "total": 12 } },
 *     { "stream": "order-1", "type": "OrderPaid", "at": "2026-01-01T09:05:00Z" }
 *   ],
 *   "projections": [{ "name": "orders", "query": "fromCategory('order').when({ $any: (state) => state })" }]
 * }
 * ```
 */
export interface Scenario {
  /** Of this format. */
  readonly version: 1
  /** ISO 8601. When the story begins: events before the first `at` get this time. Hosts that set the store's clock start it here. */
  readonly clock?: string
  /** The release of the server that the story is about: hosts that create the store start it as that, unless an option names another. */
  readonly release?: Release
  readonly users?: readonly ScenarioUser[]
  /** Metadata by name of stream, e.g. `{ "order-1": { "$maxCount": 100 } }`; written before any event. */
  readonly streams?: Readonly<Record<string, ScenarioMetadata>>
  /** In the order of the whole store. */
  readonly events?: readonly ScenarioEvent[]
  readonly projections?: readonly ScenarioProjection[]
  /** For those who choose among scenarios. */
  readonly title?: string
  /** Its point, in a sentence or two. */
  readonly description?: string
  /** Steps to try in the seeded store, with their expected results. Seeding ignores it. */
  readonly lesson?: readonly LessonStep[]
  /** The scenario that the lesson offers at its end: its title, and its address relative to that of this one. Seeding ignores it. */
  readonly next?: { readonly title: string; readonly src: string }
}

/**
 * A scenario whose type was lost on the way, for example `import cart from './cart.json'`, where every text is any text. Functions
 * that take one check its values at run time, like those of a `Scenario`.
 */
export type ScenarioDocument = Widened<Scenario>

/** The type that TypeScript gives a value from a file. Members that only some items of a list have are undefined in the others. */
type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends object
        ? { readonly [Member in keyof T]: Widened<T[Member]> | (string extends keyof T ? undefined : never) }
        : T

/** Checks a scenario where it is written, and completes its names: `export default defineScenario({ version: 1, … })`. */
export const defineScenario = (scenario: Scenario): Scenario => scenario

export interface ScenarioUser {
  readonly login: string
  readonly password: string
  readonly fullName?: string
  /** `$admins` and `$ops` have rights of their own. Default: none. */
  readonly groups?: readonly string[]
  /** Default: false. */
  readonly disabled?: boolean
}

/** As a client would post it: `$maxCount`, `$maxAge`, `$tb`, `$cacheControl`, `$acl` and whatever else. */
export type ScenarioMetadata = Readonly<Record<string, unknown>>

export interface ScenarioEvent {
  readonly stream: string
  readonly type: string
  /** An object or a list is kept as JSON, a text as it is. Default: no data. */
  readonly data?: unknown
  /** The same. Default: no metadata. */
  readonly metadata?: unknown
  /** Whether a text in `data` is flagged as JSON. Default: whether data or metadata are objects or lists. */
  readonly isJson?: boolean
  /** A GUID. Seeding again skips events whose ids are known. Default: one of the store's own. */
  readonly id?: string
  /** ISO 8601. Default: the time of the event before it. */
  readonly at?: string
}

export interface ScenarioProjection {
  readonly name: string
  /**
   * Its text, or its lines, as JSON has no texts of several lines; or, in a scenario that is read from a file or an address, a path
   * relative to that, for example `./totals.js`.
   */
  readonly query: string | readonly string[]
  /** Default: `continuous`. */
  readonly mode?: ScenarioMode
  /** Default: true for continuous projections, otherwise false. */
  readonly emit?: boolean
  /** Of one-time projections; continuous ones always have checkpoints. Default: false. */
  readonly checkpoints?: boolean
  /** Whether the names of streams that it emits to are recorded. Default: false. */
  readonly track?: boolean
  /** Default: true. */
  readonly enabled?: boolean
  /** The server's engine that runs it; 2 is that of KurrentDB 26, for continuous projections. Releases without it ignore it. Default: 1. */
  readonly engine?: 1 | 2
}

/** @returns the text of the query of a scenario whose paths are read. */
export const queryOf = ({ query }: Pick<ScenarioProjection, 'query'>): string => (typeof query === 'string' ? query : query.join('\n'))

export const scenarioModes = ['continuous', 'one-time', 'transient'] as const
export type ScenarioMode = (typeof scenarioModes)[number]

export interface LessonStep {
  /** The instruction to the reader. */
  readonly text: string
  /** A request that the reader can send, as an administrator. */
  readonly send?: LessonRequest
  /** Promises that hold once the request is answered and projections have settled. */
  readonly expect?: readonly LessonPromise[]
}

export interface LessonRequest {
  readonly method: string
  /** From the root of the store, e.g. `/streams/order-1`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object or a list is sent as JSON, a text as it is. */
  readonly body?: unknown
}

export type LessonPromise =
  /** How the step's request is answered. */
  | { readonly status: number }
  /** The state of a projection or of one of its partitions. */
  | { readonly projection: string; readonly partition?: string; readonly state: unknown }
  /** A projection has failed, for a reason that contains this text. */
  | { readonly projection: string; readonly fault: string }
  /** The events that a reader of the stream gets, links followed; none if the stream is gone. */
  | { readonly stream: string; readonly events: readonly LessonEvent[] }

export interface LessonEvent {
  readonly number: number
  readonly type: string
  /** Default: not looked at. */
  readonly data?: unknown
}
