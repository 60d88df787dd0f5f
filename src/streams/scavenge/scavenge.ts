// Drops invisible events from the storage, step by step between other work, and logs it (server-http §8.1).

import type { Environment } from '../../base/platform/environment.ts'
import { isStoreError } from '../../base/errors.ts'
import type { RecordedEvent, StreamHead } from '../../base/events/events.ts'
import { contentOfAll } from '../../base/events/events.ts'
import type { ReadTransaction, Storage, WriteTransaction } from '../../storage/storage.ts'
import { garbageAmong, keptOf } from './garbage.ts'
import { eventsAtFirst, fewestEvents, nextEvents, restAfter, stepMilliseconds } from './throttle.ts'
import type { ScavengeResult } from './log.ts'
import { logEndIn, logStartIn } from './log.ts'
import { scavengeStream } from '../write/fresh-store.ts'
import { isMetastream, originalOf } from '../system.ts'

export { scavengeStream } from '../write/fresh-store.ts'

export interface LastScavenge {
  readonly id: string
  readonly result: ScavengeResult | 'running'
}

export interface Scavenges {
  /**
   * Starts a scavenge in the background.
   *
   * @param nodeEndpoint `<ip>:<port>` for its log.
   * @returns `running` where a scavenge is running, here or in another tab.
   */
  start(nodeEndpoint: string): Promise<{ readonly kind: 'started'; readonly id: string } | { readonly kind: 'running' }>
  /** Id of the running scavenge of this tab. */
  current(): string | undefined
  /** The newest scavenge of this tab since the store was opened, and its outcome. */
  last(): LastScavenge | undefined
  /** Resolves after the scavenge has stopped. @returns false if none with this id is running here. */
  stop(id: string): Promise<boolean>
  /** Interrupts the running scavenge. */
  close(): Promise<void>
}

/** Most streams to examine in one transaction … */
const streamsPerStep = 200

/** … of them in parallel … */
const streamsAtOnce = 32

/** … and events of each at first: few streams have more garbage than that. */
const eventsOfEach = 16

interface Running {
  readonly id: string
  /** Set to end the scavenge early. */
  result: ScavengeResult | undefined
  /** Whether its start is logged and the caller has the answer. */
  isStarted: boolean
  done: Promise<void>
}

export function createScavenges({ storage, environment }: { storage: Storage; environment: Environment }): Scavenges {
  let running: Running | undefined
  let last: LastScavenge | undefined

  const run = async (own: Running, nodeEndpoint: string, onStart: () => void): Promise<void> => {
    const run = await storage.write((tx) => logStartIn(tx, own.id, nodeEndpoint, environment))
    own.isStarted = true
    last = { id: own.id, result: 'running' }
    onStart()
    const bytes = await dropEverything(storage, environment, own)
    await storage.write(async (tx) => {
      if (await isLogged(tx, own)) await logEndIn(tx, run, own.result ?? 'Success', bytes, environment)
    })
    last = { id: own.id, result: own.result ?? 'Success' }
  }

  const start: Scavenges['start'] = async (nodeEndpoint) => {
    if (running) return { kind: 'running' }
    const started = Promise.withResolvers<boolean>()
    const own: Running = { id: environment.uuid(), result: undefined, isStarted: false, done: Promise.resolve() }
    running = own
    own.done = alone(storage, environment, async (isAlone) => {
      if (isAlone) await run(own, nodeEndpoint, () => started.resolve(true))
      else started.resolve(false)
    })
      .catch((error: unknown) => {
        if (!own.isStarted) return started.reject(error)
        last = { id: own.id, result: 'Failed' }
        // A closed store has no reader for the report.
        if (!isStoreError(error, 'storage-closed')) environment.report(error)
      })
      .finally(() => {
        running = undefined
      })
    return (await started.promise) ? { kind: 'started', id: own.id } : { kind: 'running' }
  }

  const end = async (result: ScavengeResult): Promise<void> => {
    if (!running) return
    running.result ??= result
    await running.done
  }

  return {
    start,
    current: () => running?.id,
    last: () => last,
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
  if (!locks || storage.name === undefined) return await work(true)
  return await locks.hold(`${storage.name}:scavenge`, { ifAvailable: true }, work)
}

/** Whether the log of the run is still there: a reset of the store removes it. */
const isLogged = async (tx: ReadTransaction, { id }: Running): Promise<boolean> => (await tx.head(scavengeStream(id))) !== undefined

/** @returns the number of dropped bytes. */
async function dropEverything(storage: Storage, { now }: Environment, own: Running): Promise<number> {
  let bytes = 0
  let events = eventsAtFirst
  for (let position: ScavengePosition = {}; !own.result;) {
    const task: Task = { position, events, now }
    const step = await storage.write(async (tx) => ((await isLogged(tx, own)) ? await dropStep(tx, task) : undefined))
    bytes += step?.bytes ?? 0
    if (!step?.next) break
    position = step.next
    const took = now() - step.started
    events = nextEvents(events, took)
    await rest(restAfter(took))
  }
  return bytes
}

/** Uses the platform's timers, not the environment's: a clock that stands still must not stop the work. */
const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The progress of a scavenge through the streams. */
interface ScavengePosition {
  /** The last finished stream. */
  readonly after?: string
  /** The next stream, where it is half finished: its garbage before this number is dropped. */
  readonly current?: { readonly stream: string; readonly from: number }
}

interface Task {
  readonly position: ScavengePosition
  /** Most events to drop. */
  readonly events: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Step {
  /** Milliseconds since 1970. */
  readonly started: number
  readonly bytes: number
  /** Undefined at the end. */
  readonly next: ScavengePosition | undefined
}

/** Drops the garbage of one transaction. */
async function dropStep(tx: WriteTransaction, { position, events, now }: Task): Promise<Step> {
  const started = now()
  const { garbage, next } = position.current
    ? await garbageOfOne(tx, position, events, started)
    : await garbageOfMany(tx, position, started, now)
  if (garbage.length > 0) await tx.dropEvents(garbage.map((event) => event.position))
  return { started, bytes: contentOfAll(garbage), next }
}

interface Collected {
  readonly garbage: readonly RecordedEvent[]
  readonly next: ScavengePosition | undefined
}

/** Continues with a half-finished stream, without another look at its neighbours. */
async function garbageOfOne(tx: ReadTransaction, { after, current }: ScavengePosition, events: number, now: number): Promise<Collected> {
  const [head] = await tx.heads(after, 1)
  if (!head) return { garbage: [], next: undefined }
  const from = head.stream === current?.stream ? current.from : 0
  const { garbage, more } = await garbageOf(tx, head, { from, limit: events, now })
  return { garbage, next: positionAfter(head.stream, after, more) }
}

/** Examines the next streams: one, then two in parallel, then four, and so on while there is time. */
async function garbageOfMany(tx: ReadTransaction, { after }: ScavengePosition, started: number, now: () => number): Promise<Collected> {
  const heads = await tx.heads(after, streamsPerStep)
  const garbage: RecordedEvent[] = []
  let finished = after
  for (let done = 0, count = 1; done < heads.length; done += count, count = Math.min(count * 2, streamsAtOnce)) {
    const some = heads.slice(done, done + count)
    const found = await Promise.all(some.map((head) => garbageOf(tx, head, { from: 0, limit: eventsOfEach, now: started })))
    for (const [index, { stream }] of some.entries()) {
      const { garbage: own, more } = found[index]!
      garbage.push(...own)
      if (more !== undefined) return { garbage, next: positionAfter(stream, finished, more) }
      finished = stream
    }
    if (now() - started >= stepMilliseconds || garbage.length >= fewestEvents) break
  }
  const isLast = heads.length < streamsPerStep && finished === (heads.at(-1)?.stream ?? after)
  return { garbage, next: isLast || finished === undefined ? undefined : { after: finished } }
}

/** @param more number from which the stream may have more garbage; undefined if it is finished. */
const positionAfter = (stream: string, after: string | undefined, more: number | undefined): ScavengePosition =>
  more === undefined ? { after: stream } : { ...(after !== undefined && { after }), current: { stream, from: more } }

interface GarbageRange {
  /** Number of the first event that may still exist. */
  readonly from: number
  readonly limit: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** @returns the oldest garbage, and the number from which there may be more. */
async function garbageOf(
  tx: ReadTransaction,
  head: StreamHead,
  { from, limit, now }: GarbageRange,
): Promise<{ readonly garbage: readonly RecordedEvent[]; readonly more?: number }> {
  const original = isMetastream(head.stream) ? await tx.head(originalOf(head.stream)) : undefined
  const kept = keptOf(head, original, now)
  if (!kept) return { garbage: [] }
  const oldest = await tx.stream(head.stream, { from, direction: 'forward', limit, isGenerous: true })
  const garbage = garbageAmong(oldest, kept)
  const last = garbage.at(-1)
  return last && garbage.length === oldest.length && oldest.length >= limit ? { garbage, more: last.number + 1 } : { garbage }
}
