// Subscribes to a stream or to `$all`: reads batch by batch as its consumer asks, and waits for commits at the end.

import type { Environment } from '../../base/platform/environment.ts'
import { StoreError } from '../../base/errors.ts'
import type { CommitHint, Storage } from '../../storage/storage.ts'
import type { AheadOutcome } from '../../streams/read/ahead.ts'
import { endIn, readAheadIn } from '../../streams/read/ahead.ts'
import type { Commits } from '../../streams/read/commits.ts'
import { listen } from '../../streams/read/commits.ts'
import { allStream, originalsOf } from '../../streams/system.ts'
import { generationIn } from './generation.ts'
import type { LiveEvent } from './live-event.ts'
import { liveEvent } from './live-event.ts'

export interface SubscribeOptions {
  /**
   * The first event: `start`, `end` for events written after the call, or the number of an event, in `$all` its position. Default:
   * `start`.
   */
  readonly from?: 'start' | 'end' | number
  /** Ends the subscription; so does closing the store. */
  readonly signal?: AbortSignal
}

/** Events as they are asked for: iterating on asks for the next one, and waits where there is none yet. */
export interface Subscription<Event> extends AsyncIterableIterator<Event, undefined> {
  /** Resolves with the number or position from which on events are delivered, once that is known. */
  readonly started: Promise<number>
}

export interface LiveParts {
  readonly storage: Storage
  readonly environment: Pick<Environment, 'now' | 'after'>
  /** Resolves when the store can answer. */
  readonly open: () => Promise<void>
  /** Reads one event, which rejects with the reason why a stream cannot be read. */
  readonly read: (stream: string, options: { readonly from: number; readonly limit: number }) => Promise<unknown>
  /** Aborted when the store closes. */
  readonly closed: AbortSignal
}

/** The most events that wait in memory for a consumer. */
const batchSize = 500

/**
 * Milliseconds after which a subscription looks by itself at a storage that other tabs share: one that is killed right after its commit does
 * not tell of it.
 */
const patience = 10_000

/** @throws nothing: an error rejects `started` and the first `next`. */
export function subscribeTo(parts: LiveParts, stream: string, { from = 'start', signal }: SubscribeOptions = {}): Subscription<LiveEvent> {
  const place = begin(parts, stream, from)
  const ends = signal ? [parts.closed, signal] : [parts.closed]
  return asSubscription(place, ends, (signals) => follow({ ...parts, stream, begun: place, ends: signals }))
}

/**
 * @param begun where the subscription begins.
 * @param ends further signals that end it.
 * @param follow reads its events until a signal aborts.
 */
export function asSubscription<Event>(
  begun: Promise<{ readonly first: number }>,
  ends: readonly AbortSignal[],
  follow: (ends: readonly AbortSignal[]) => AsyncGenerator<Event, undefined>,
): Subscription<Event> {
  const ending = new AbortController()
  const started = begun.then(({ first }) => first)
  // The iteration reports the error; who asks for the start as well gets it there.
  started.catch(() => undefined)
  const events = follow([ending.signal, ...ends])
  return {
    started,
    next: () => events.next(),
    // The generator's own would wait until the pending `next` has its event.
    return: () => {
      ending.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

interface Place {
  readonly generation: number
  readonly first: number
}

/** Reads the start at once: events that are written after the call are behind the end. */
async function begin({ open, storage }: LiveParts, stream: string, from: 'start' | 'end' | number): Promise<Place> {
  checkPlace(stream, from)
  await open()
  return await storage.read(async (tx) => {
    const end = from === 'end' ? await endIn(tx, stream) : 0
    return { generation: await generationIn(tx), first: typeof from === 'number' ? from : end }
  })
}

interface Following extends LiveParts {
  readonly stream: string
  readonly begun: Promise<Place>
  /** Each of them ends the subscription. */
  readonly ends: readonly AbortSignal[]
}

async function* follow(following: Following): AsyncGenerator<LiveEvent, undefined> {
  const { storage, environment, stream, begun, ends, closed } = following
  const begunTooLate = closed.aborted
  const isOver = (): boolean => ends.some(({ aborted }) => aborted)
  // Listening starts before the first read: a commit between the two must not be missed.
  const commits = listen(storage, concerning(stream))
  for (const signal of ends) signal.addEventListener('abort', commits.wake)
  try {
    const place = await begun
    for (let next = place.first; !isOver();) {
      const batch = await readBatch(following, next, place.generation)
      for (const read of batch.events) {
        if (isOver()) return
        const event = liveEvent(read)
        if (event) yield event
      }
      next = batch.next
      if (batch.isEnd && !isOver()) await waitFor(commits, storage.name === undefined ? undefined : environment)
    }
  } catch (error) {
    // A storage that closes refuses pending reads.
    if (begunTooLate || !isOver()) throw error
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
async function waitFor(commits: Commits, shared: LiveParts['environment'] | undefined): Promise<void> {
  const cancel = shared?.after(patience, commits.wake, { background: true })
  await commits.next()
  cancel?.()
}

type Batch = Extract<AheadOutcome, { kind: 'batch' }>

/** @throws RefusedRequest where the stream cannot be read; StoreError `contents-replaced`. */
async function readBatch({ open, storage, environment, stream, read }: Following, from: number, generation: number): Promise<Batch> {
  for (;;) {
    await open()
    const outcome = await storage.read(async (tx) =>
      (await generationIn(tx)) === generation ? await readAheadIn(tx, { stream, from, count: batchSize }, environment.now()) : undefined,
    )
    if (outcome === undefined) throw contentsReplaced(stream)
    if (outcome.kind === 'batch') return outcome
    // A reader hears of the reason; unless it has just gone.
    await read(stream, { from, limit: 1 })
  }
}

function checkPlace(stream: string, from: unknown): void {
  const isPlace = from === 'start' || from === 'end' || (Number.isSafeInteger(from) && (from as number) >= 0)
  if (isPlace && stream !== '') return
  throw new StoreError('invalid-options', isPlace ? 'A stream has a name.' : `No subscription begins from ${String(from)}.`, {
    hint: 'Subscribe to the name of a stream or "$all", from "start", "end", or a number of 0 or more.',
  })
}

const contentsReplaced = (stream: string): StoreError =>
  new StoreError('contents-replaced', `The content of the store was replaced while "${stream}" was subscribed to.`, {
    hint: 'It was cleared, reset or restored, and numbers and positions begin anew: forget what the subscription gave, and subscribe again.',
  })
