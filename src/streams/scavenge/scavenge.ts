// Physically drops what nobody can see, step by step beside other work, and logs that it did (server-http §8.1).

import type { Environment } from '../../base/environment.ts'
import { isStoreError } from '../../base/errors.ts'
import type { RecordedEvent, StreamHead } from '../../base/events.ts'
import type { ReadTransaction, Storage, WriteTransaction } from '../../storage/storage.ts'
import { garbageAmong, keptOf } from './garbage.ts'
import { eventsAtFirst, fewestEvents, nextEvents, restAfter, stepMilliseconds } from './throttle.ts'
import type { ScavengeResult } from './log.ts'
import { logEndIn, logStartIn } from './log.ts'
import { scavengeStream } from '../write/fresh-store.ts'
import { isMetastream, originalOf } from '../system.ts'

export { scavengeStream } from '../write/fresh-store.ts'

export interface Scavenges {
  /**
   * Starts one in the background.
   *
   * @param nodeEndpoint `<ip>:<port>` that its log shows.
   * @returns `running` where one runs already, here or in another tab.
   */
  start(nodeEndpoint: string): Promise<{ readonly kind: 'started'; readonly id: string } | { readonly kind: 'running' }>
  /** Id of the one that runs here. */
  current(): string | undefined
  /** Resolves when the scavenge has stopped. @returns false where none with this id runs here. */
  stop(id: string): Promise<boolean>
  /** Interrupts what runs. */
  close(): Promise<void>
}

/** Streams looked at in one transaction, as long as there is time for them … */
const streamsPerStep = 200

/** … so many of them side by side … */
const streamsAtOnce = 32

/** … and so many events of each at first: few streams have more garbage than that. */
const eventsOfEach = 16

interface Running {
  readonly id: string
  /** Set from outside to end it early. */
  result: ScavengeResult | undefined
  /** Whether its start is logged, so that whoever asked for it has the answer. */
  hasBegun: boolean
  done: Promise<void>
}

export function createScavenges({ storage, environment }: { storage: Storage; environment: Environment }): Scavenges {
  let running: Running | undefined

  const run = async (own: Running, begin: () => void, nodeEndpoint: string): Promise<void> => {
    const run = await storage.write((tx) => logStartIn(tx, own.id, nodeEndpoint, environment))
    own.hasBegun = true
    begin()
    const bytes = await dropEverything(storage, environment, own)
    await storage.write(async (tx) => {
      if (await isLogged(tx, own)) await logEndIn(tx, run, own.result ?? 'Success', bytes, environment)
    })
  }

  const start: Scavenges['start'] = async (nodeEndpoint) => {
    if (running) return { kind: 'running' }
    const begun = Promise.withResolvers<boolean>()
    const own: Running = { id: environment.uuid(), result: undefined, hasBegun: false, done: Promise.resolve() }
    running = own
    own.done = alone(storage, environment, async (isAlone) => {
      if (isAlone) await run(own, () => begun.resolve(true), nodeEndpoint)
      else begun.resolve(false)
    })
      .catch((error: unknown) => {
        if (!own.hasBegun) begun.reject(error)
        // Nobody is left to read about it when the store is closed.
        else if (!isStoreError(error, 'storage-closed')) environment.report(error)
      })
      .finally(() => {
        running = undefined
      })
    return (await begun.promise) ? { kind: 'started', id: own.id } : { kind: 'running' }
  }

  const end = async (result: ScavengeResult): Promise<void> => {
    if (!running) return
    running.result ??= result
    await running.done
  }

  return {
    start,
    current: () => running?.id,
    stop: async (id) => {
      if (running?.id !== id) return false
      await end('Stopped')
      return true
    },
    close: () => end('Interrupted'),
  }
}

/** Runs the work unless another tab scavenges the same storage. */
async function alone(storage: Storage, { locks }: Environment, work: (isAlone: boolean) => Promise<void>): Promise<void> {
  if (!locks || storage.name === undefined) return work(true)
  return locks.hold(`${storage.name}:scavenge`, { ifAvailable: true }, work)
}

/** Not any longer where the store was emptied meanwhile. */
const isLogged = async (tx: ReadTransaction, { id }: Running): Promise<boolean> => (await tx.head(scavengeStream(id))) !== undefined

/** @returns how many bytes are gone. */
async function dropEverything(storage: Storage, { now }: Environment, own: Running): Promise<number> {
  let bytes = 0
  let events = eventsAtFirst
  for (let place: Place = {}; !own.result;) {
    const task: Task = { place, events, now }
    const step = await storage.write(async (tx) => ((await isLogged(tx, own)) ? dropStep(tx, task) : undefined))
    bytes += step?.bytes ?? 0
    if (!step?.next) break
    place = step.next
    const took = now() - step.started
    events = nextEvents(events, took)
    await rest(restAfter(took))
  }
  return bytes
}

/** Of the platform's time, not the environment's: nothing waits for a moment, and a clock that stands still must not stop the work. */
const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How far a scavenge has come. */
interface Place {
  /** Last stream that is done with. */
  readonly after?: string
  /** The one behind it, where it is begun: whatever it had before this number is dropped. */
  readonly begun?: { readonly stream: string; readonly from: number }
}

interface Task {
  readonly place: Place
  /** How many events may be dropped. */
  readonly events: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Step {
  /** Milliseconds since 1970. */
  readonly started: number
  readonly bytes: number
  /** Where to go on; undefined where nothing is left. */
  readonly next: Place | undefined
}

/** Drops as much as one transaction should. */
async function dropStep(tx: WriteTransaction, { place, events, now }: Task): Promise<Step> {
  const started = now()
  const { garbage, next } = place.begun ? await garbageOfOne(tx, place, events, started) : await garbageOfMany(tx, place, started, now)
  if (garbage.length > 0) await tx.dropEvents(garbage.map(({ position }) => position))
  return { started, bytes: sizeOf(garbage), next }
}

interface Collected {
  readonly garbage: readonly RecordedEvent[]
  readonly next: Place | undefined
}

/** Goes on with a stream that has been begun; its neighbours are not looked at each time. */
async function garbageOfOne(tx: ReadTransaction, { after, begun }: Place, events: number, now: number): Promise<Collected> {
  const [head] = await tx.heads(after, 1)
  if (!head) return { garbage: [], next: undefined }
  const from = head.stream === begun?.stream ? begun.from : 0
  const { garbage, more } = await garbageOf(tx, head, { from, limit: events, now })
  return { garbage, next: placeBehind(head.stream, after, more) }
}

/** Looks at the next streams: at one, then at twice as many side by side, and so on as long as there is time. */
async function garbageOfMany(tx: ReadTransaction, { after }: Place, started: number, now: () => number): Promise<Collected> {
  const heads = await tx.heads(after, streamsPerStep)
  const garbage: RecordedEvent[] = []
  let finished = after
  for (let done = 0, count = 1; done < heads.length; done += count, count = Math.min(count * 2, streamsAtOnce)) {
    const some = heads.slice(done, done + count)
    const found = await Promise.all(some.map((head) => garbageOf(tx, head, { from: 0, limit: eventsOfEach, now: started })))
    for (const [index, { stream }] of some.entries()) {
      const { garbage: own, more } = found[index]!
      garbage.push(...own)
      if (more !== undefined) return { garbage, next: placeBehind(stream, finished, more) }
      finished = stream
    }
    if (now() - started >= stepMilliseconds || garbage.length >= fewestEvents) break
  }
  const isLast = heads.length < streamsPerStep && finished === (heads.at(-1)?.stream ?? after)
  return { garbage, next: isLast || finished === undefined ? undefined : { after: finished } }
}

/** @param more number from which on the stream may have more garbage; undefined where it is done with. */
const placeBehind = (stream: string, after: string | undefined, more: number | undefined): Place =>
  more === undefined ? { after: stream } : { ...(after !== undefined && { after }), begun: { stream, from: more } }

interface Part {
  /** Number of the first event that may be left. */
  readonly from: number
  readonly limit: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** @returns the oldest garbage, and from which number on there may be more. */
async function garbageOf(
  tx: ReadTransaction,
  head: StreamHead,
  { from, limit, now }: Part,
): Promise<{ readonly garbage: readonly RecordedEvent[]; readonly more?: number }> {
  const original = isMetastream(head.stream) ? await tx.head(originalOf(head.stream)) : undefined
  const kept = keptOf(head, original, now)
  if (!kept) return { garbage: [] }
  const oldest = await tx.stream(head.stream, { from, direction: 'forward', limit, isGenerous: true })
  const garbage = garbageAmong(oldest, kept)
  const last = garbage.at(-1)
  return last && garbage.length === oldest.length && oldest.length >= limit ? { garbage, more: last.number + 1 } : { garbage }
}

const sizeOf = (events: readonly RecordedEvent[]): number =>
  events.reduce((bytes, { data, metadata }) => bytes + data.length + metadata.length, 0)
