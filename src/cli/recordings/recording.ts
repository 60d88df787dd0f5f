// The shape of a recording: requests to a store in their order, and how each was answered.

/** The values in requests and expectations: parsed JSON. */
export type RecordedValue = null | boolean | number | string | RecordedValue[] | { [name: string]: RecordedValue }

export interface RecordedRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  /** `user:password`, sent as Basic credentials. */
  readonly auth?: string
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: RecordedValue
}

export interface RecordedStep {
  readonly note?: string
  readonly request: RecordedRequest
  /** Milliseconds to wait before the request. */
  readonly wait?: number
  /** Repeats the request until the value at the path matches. */
  readonly poll?: { readonly path: string[]; readonly matches: string; readonly timeoutMs?: number; readonly everyMs?: number }
  /** Values of the answer that later requests name as `${name}`. */
  readonly capture?: Record<string, { readonly header?: string; readonly body?: string[]; readonly match?: string }>
  readonly expect: { [name: string]: RecordedValue }
  /** Paths that need not agree. */
  readonly ignore?: string[]
  readonly seed?: boolean
}

export interface Recording {
  readonly name: string
  /** Options of the recorded store. */
  readonly server: Record<string, unknown>
  readonly steps: RecordedStep[]
  /** Whether transient queries ran, which the recorded release refuses. */
  readonly transientAllowed?: boolean
}
