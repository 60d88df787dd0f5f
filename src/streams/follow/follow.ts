// Follows a stream or `$all`: reads batch by batch as its consumer asks, and waits for commits at the end.

import type { Environment } from '../../base/platform/environment.ts'
import type { CommitHint, Storage } from '../../storage/storage.ts'
import { generationIn } from '../generation.ts'
import { allStream, originalsOf } from '../system.ts'
import type { AheadOutcome } from './ahead.ts'
import { endIn, readAheadIn } from './ahead.ts'
import { batchSizeAfter, firstBatch } from './batch-size.ts'
import type { Commits } from '../read/commits.ts'
import { listen } from '../read/commits.ts'

export interface FollowParts {
  readonly storage: Storage
  readonly environment: Pick<Environment, 'now' | 'after'>
  /** Resolves when the store can answer. */
  readonly open: () => Promise<void>
}

/** The place where a reader begins, in the content that the store had then. */
export interface FollowedPlace {
  readonly generation: number
  /** The number of the first event, or in `$all` its position. */
  readonly first: number
}

export interface FollowRequest {
  /** A stream, or `$all`. */
  readonly stream: string
  readonly begun: Promise<FollowedPlace>
  /** Each of them ends the reading. */
  readonly ends: readonly AbortSignal[]
  /** As of `AheadRequest`. */
  readonly resolveLinks?: boolean
}

export type Followed =
  | AheadOutcome
  /** The content of the store was replaced: numbers and positions begin anew. */
  | { readonly kind: 'replaced' }

/**
 * Milliseconds after which a reader looks by itself at a storage that other tabs share: one that is killed right after its commit does not
 * tell of it.
 */
const patience = 10_000

/** Reads the start at once: events that are written after the call are behind the end. */
export async function placeIn({ open, storage }: FollowParts, stream: string, from: 'end' | number): Promise<FollowedPlace> {
  await open()
  return await storage.read(async (tx) => ({ generation: await generationIn(tx), first: from === 'end' ? await endIn(tx, stream) : from }))
}

/** Yields every batch, also an empty one at the end, before it waits. Ends with a signal, and after an outcome that is no batch. */
export async function* follow(
  parts: FollowParts,
  { stream, begun, ends, resolveLinks }: FollowRequest,
): AsyncGenerator<Followed, undefined> {
  const { storage, environment } = parts
  const isOver = (): boolean => ends.some(({ aborted }) => aborted)
  // Listening starts before the first read: a commit between the two must not be missed.
  const commits = listen(storage, concerning(stream))
  for (const signal of ends) signal.addEventListener('abort', commits.wake)
  let count = firstBatch
  try {
    const { first, generation } = await begun
    for (let from = first; !isOver();) {
      await parts.open()
      const batch = await storage.read(async (tx): Promise<Followed> => {
        if ((await generationIn(tx)) !== generation) return { kind: 'replaced' }
        return await readAheadIn(tx, { stream, from, count, ...(resolveLinks !== undefined && { resolveLinks }) }, environment.now())
      })
      if (isOver()) return
      yield batch
      if (batch.kind === 'replaced') return
      if (batch.kind === 'unreadable') continue
      from = batch.next
      count = batchSizeAfter(batch.events, count)
      if (batch.isEnd && !isOver()) await waitFor(commits, storage.name === undefined ? undefined : environment)
    }
  } finally {
    commits.stop()
    for (const signal of ends) signal.removeEventListener('abort', commits.wake)
  }
}

/** A metastream cannot be read either where the stream that it describes is deleted. */
function concerning(stream: string): (commit: CommitHint) => boolean {
  if (stream === allStream) return ({ streams }) => streams === undefined || streams.length > 0
  const names = [stream, ...originalsOf(stream)]
  return ({ streams }) => streams === undefined || names.some((name) => streams.includes(name))
}

/** @param shared the environment where other tabs may write to the storage. */
async function waitFor(commits: Commits, shared: FollowParts['environment'] | undefined): Promise<void> {
  const cancel = shared?.after(patience, commits.wake, { background: true })
  await commits.next()
  cancel?.()
}
