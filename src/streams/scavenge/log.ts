// Writes the log of scavenges: a stream for each run, and links to its first and last event in `$scavenges` (server-http §8.1).

import { newEvents } from '../../base/events/event-table.ts'
import type { WriteClock } from '../../base/platform/environment.ts'
import type { NewEvent } from '../../base/events/events.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { expectedVersion } from '../outcomes.ts'
import { scavengesMetadata, scavengeStream, scavengesStream } from '../write/fresh-store.ts'
import { metadataType, metastreamOf } from '../system.ts'
import { appendIn } from '../write/write.ts'

/** One scavenge in the log. */
export interface ScavengeRun {
  readonly id: string
  /** `<ip>:<port>` of the node. */
  readonly nodeEndpoint: string
  /** 1 for the first scavenge of the store. */
  readonly rank: number
  /** Milliseconds since 1970. */
  readonly started: number
}

export type ScavengeResult = 'Success' | 'Failed' | 'Stopped' | 'Interrupted'

const startedType = '$scavengeStarted'
const completedType = '$scavengeCompleted'

/** Logs the start of a run, and the end of an interrupted one before it. */
export async function logStartIn(tx: WriteTransaction, id: string, nodeEndpoint: string, clock: WriteClock): Promise<ScavengeRun> {
  await logInterruptedIn(tx, nodeEndpoint, clock)
  const links = (await tx.head(scavengesStream))?.last ?? -1
  // Every earlier run left two links.
  const run: ScavengeRun = { id, nodeEndpoint, rank: Math.floor((links + 1) / 2) + 1, started: clock.now() }
  const metadata: NewEvent = { id: clock.uuid(), type: metadataType, data: scavengesMetadata, metadata: '', isJson: true }
  await append(tx, metastreamOf(scavengeStream(id)), metadata, clock)
  await appendLinked(tx, run, json(startedType, { scavengeId: id, nodeEndpoint }, clock), clock)
  return run
}

/** Logs the end of a run. Scavenges after the first also log a merge of chunks, as on the server. */
export async function logEndIn(
  tx: WriteTransaction,
  run: ScavengeRun,
  result: ScavengeResult,
  bytes: number,
  clock: WriteClock,
): Promise<void> {
  const { id: scavengeId, nodeEndpoint, rank, started } = run
  const timeTaken = printSpan(clock.now() - started)
  if (rank > 1 && result === 'Success') {
    const merged = {
      chunkStartNumber: 0,
      chunkEndNumber: rank - 1,
      timeTaken,
      spaceSaved: bytes,
      wasMerged: true,
      nodeEndpoint,
      errorMessage: '',
    }
    await append(tx, scavengeStream(scavengeId), json('$scavengeMergeCompleted', { scavengeId, ...merged }, clock), clock)
  }
  const completed = { scavengeId, nodeEndpoint, result, error: null, timeTaken, spaceSaved: bytes, maxChunkScavenged: rank - 1 }
  await appendLinked(tx, run, json(completedType, completed, clock), clock)
}

/** Ends a run whose tab was closed. */
async function logInterruptedIn(tx: WriteTransaction, nodeEndpoint: string, clock: WriteClock): Promise<void> {
  const id = await unfinishedIn(tx)
  if (id === undefined) return
  const links = (await tx.head(scavengesStream))?.last ?? -1
  await logEndIn(tx, { id, nodeEndpoint, rank: Math.floor(links / 2) + 1, started: clock.now() }, 'Interrupted', 0, clock)
}

/** The run of the newest link in `$scavenges`, unless the link leads to the run's end. */
async function unfinishedIn(tx: ReadTransaction): Promise<string | undefined> {
  const head = await tx.head(scavengesStream)
  if (!head || head.last < 0) return undefined
  const [link] = await tx.stream(scavengesStream, { from: head.last, direction: 'backward', limit: 1 })
  const [number, stream] = typeof link?.data === 'string' ? link.data.split('@') : []
  if (number === undefined || stream === undefined || !stream.startsWith(scavengeStream(''))) return undefined
  const [target] = await tx.stream(stream, { from: Number(number), direction: 'forward', limit: 1 })
  return target?.type === startedType ? stream.slice(scavengeStream('').length) : undefined
}

async function appendLinked(tx: WriteTransaction, { id }: ScavengeRun, event: NewEvent, clock: WriteClock): Promise<void> {
  const stream = scavengeStream(id)
  const number = await append(tx, stream, event, clock)
  const link = { id: clock.uuid(), type: '$>', data: `${number}@${stream}`, metadata: '', isJson: false }
  await append(tx, scavengesStream, link, clock)
}

async function append(tx: WriteTransaction, stream: string, event: NewEvent, clock: WriteClock): Promise<number> {
  const outcome = await appendIn(tx, { stream, events: newEvents([event]), expected: expectedVersion.any }, clock)
  if (outcome.kind !== 'appended') throw new Error(`The log of scavenges took no event: ${outcome.kind}.`)
  return outcome.first
}

const json = (type: string, data: object, clock: WriteClock): NewEvent => ({
  id: clock.uuid(),
  type,
  data: JSON.stringify(data, undefined, 2),
  metadata: '',
  isJson: true,
})

/** `hh:mm:ss.fffffff` */
const printSpan = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(11, 23)}0000`
