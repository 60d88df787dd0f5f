// Physically drops what nobody can see, step by step beside other work, and logs that it did (server-http §8.1).

import type { Environment } from '../base/environment.ts'
import { isStoreError } from '../base/errors.ts'
import type { RecordedEvent, StreamHead } from '../base/events.ts'
import type { ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts'
import { garbageAmong, keptOf } from './garbage.ts'
import { eventsAtFirst, nextEvents, restAfter, stepMilliseconds } from './pace.ts'
import type { ScavengeResult } from './scavenge-log.ts'
import { logEndIn, logStartIn, scavengeStream } from './scavenge-log.ts'
import { isMetastream, originalOf } from './system.ts'

export { scavengeStream } from './scavenge-log.ts'

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

/** Streams looked at in one transaction, as long as there is time for them. */
const streamsPerStep = 200

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
  let streams = streamsPerStep
  for (let after: string | undefined; !own.result;) {
    const task: Task = { after, events, now, streams }
    const step = await storage.write(async (tx) => ((await isLogged(tx, own)) ? dropStep(tx, task) : undefined))
    bytes += step?.bytes ?? 0
    if (!step || step.isLast) break
    // A stream with more garbage than a step may drop comes again: its neighbours are not read each time.
    streams = step.after === after ? 1 : streamsPerStep
    after = step.after
    const took = now() - step.started
    events = nextEvents(events, took)
    await rest(restAfter(took))
  }
  return bytes
}

/** Of the platform's time, not the environment's: nothing waits for a moment, and a clock that stands still must not stop the work. */
const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Task {
  /** Last stream that is done with. */
  readonly after: string | undefined
  /** How many events may be dropped. */
  readonly events: number
  /** How many streams to look at. */
  readonly streams: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Step {
  /** Milliseconds since 1970. */
  readonly started: number
  readonly bytes: number
  /** Last stream that is done with. */
  readonly after: string | undefined
  readonly isLast: boolean
}

/** Looks at the next streams, and drops from them as much as one transaction should. */
async function dropStep(tx: WriteTransaction, { after, events, streams, now }: Task): Promise<Step> {
  const started = now()
  const heads = await tx.heads(after, streams)
  const garbage: RecordedEvent[] = []
  let finished = after
  for (const head of heads) {
    const room = events - garbage.length
    const found = await garbageOf(tx, head, started, room)
    garbage.push(...found)
    // There may be more of this stream: the next step begins with it again.
    if (found.length === room) break
    finished = head.stream
    if (now() - started >= stepMilliseconds) break
  }
  if (garbage.length > 0) await tx.dropEvents(garbage.map(({ position }) => position))
  const isLast = heads.length < streams && finished === (heads.at(-1)?.stream ?? after)
  return { started, bytes: sizeOf(garbage), after: finished, isLast }
}

async function garbageOf(tx: ReadTransaction, head: StreamHead, now: number, limit: number): Promise<RecordedEvent[]> {
  const original = isMetastream(head.stream) ? await tx.head(originalOf(head.stream)) : undefined
  const kept = keptOf(head, original, now)
  if (!kept) return []
  return garbageAmong(await tx.stream(head.stream, { from: 0, direction: 'forward', limit }), kept)
}

const sizeOf = (events: readonly RecordedEvent[]): number =>
  events.reduce((bytes, { data, metadata }) => bytes + data.length + metadata.length, 0)
