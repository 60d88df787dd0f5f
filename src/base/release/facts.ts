// What differs between the releases of the server: one named fact for each, with its source and the release that began it.
//
// "26 §n" is a section of the description of KurrentDB 26, which says what it answers where EventStoreDB 23.10 answers something else.

/** The releases of the server that a store can answer as. */
export type Release = '23.10' | '26.1' | '26.2'

/** What a store of one release does where releases differ. Nothing else compares releases. */
export interface ReleaseFacts {
  readonly release: Release
  readonly projections: ProjectionFacts
  readonly language: LanguageFacts
}

export interface ProjectionFacts {
  /** Whether transient projections run; the setting `transientProjections` overrides it. (26 §5.1, refused since 26.2) */
  readonly transient: boolean
  /** The most characters of a partition's state and result together; a larger state is a fault. (26 §5.6, since 25.0) */
  readonly mostStateSize: number
  /** Whether `engineversion=2` chooses the second engine. (26 §7, since 26.1) */
  readonly hasEngine2: boolean
  /** The class that the frame of a wrapped fault names. (26 §5.5, since 25.0) */
  readonly handlerClass: string
}

/** Facts that guest code may need: plain data, which crosses into Workers and the sandbox. */
export interface LanguageFacts {
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
}

/** The differences of a release from another one. */
export type FactChanges = { readonly [Part in keyof Omit<ReleaseFacts, 'release'>]?: Partial<ReleaseFacts[Part]> }
