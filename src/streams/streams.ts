// What the rest of the product calls to write, read and delete streams, alone or inside a transaction it already has.

import type { NewEvent, Position } from '../base/events.ts'
import type { Environment } from '../base/environment.ts'
import type { Settings } from '../base/settings.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'

/** Expected versions below 0 (streams-http §8.7). */
export const expectedVersion = { any: -2n, noStream: -1n, streamExists: -4n } as const

export interface StreamWrite {
  readonly stream: string
  readonly events: readonly NewEvent[]
  /** -1, -2, -4, or the number of the last event. */
  readonly expected: bigint
}

export type AppendOutcome =
  | { readonly kind: 'appended'; readonly first: number; readonly last: number; readonly position: Position }
  /** The same ids again: nothing was written. */
  | { readonly kind: 'repeated'; readonly first: number; readonly last: number }
  /** `current` is -1 where the stream has no event. */
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' }

export interface StreamDeletion {
  readonly stream: string
  readonly expected: bigint
  readonly hard: boolean
}

export type DeleteOutcome =
  { readonly kind: 'deleted-now' } | { readonly kind: 'wrong-version'; readonly current: number } | { readonly kind: 'deleted' }

export interface Streams {
  append(write: StreamWrite): Promise<AppendOutcome>
  /** The same inside a transaction: metadata, revival of soft-deleted streams and links included (streams-http §17). */
  appendIn(tx: WriteTransaction, write: StreamWrite): Promise<AppendOutcome>
  delete(deletion: StreamDeletion): Promise<DeleteOutcome>
  deleteIn(tx: WriteTransaction, deletion: StreamDeletion): Promise<DeleteOutcome>
  /** Writes what a fresh store holds and is missing (streams-http §13.2). */
  startIn(tx: WriteTransaction): Promise<void>
}

export interface StreamsOptions {
  readonly storage: Storage
  readonly environment: Environment
  readonly settings: Settings
}

export function createStreams(_options: StreamsOptions): Streams {
  throw new Error('not built yet')
}
