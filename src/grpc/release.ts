// The facts of the announced release on which calls depend: its version, its limits, its methods.

export interface Release {
  /** Three numbers. */
  readonly version: string
  /** Most bytes of an append: data, metadata and twice the characters of the types. */
  readonly maxAppendSize: number
  /** Most bytes of one event, where the release has such a limit. */
  readonly maxAppendEventSize: number | undefined
  /** Whether appends to many streams at once are offered. */
  readonly hasManyStreams: boolean
}

export const release23: Release = { version: '23.10.6', maxAppendSize: 1024 * 1024, maxAppendEventSize: undefined, hasManyStreams: false }
