// Reads one picture of a store for those that look at it: streams, projections, all about one of them, and the end of the log.

import type { Position } from '../../base/events/events.ts'
import type { PartitionState } from '../../projections/inquiries.ts'
import type { Projections } from '../../projections/projections.ts'
import type { Storage, ReadTransaction } from '../../storage/storage.ts'
import { isSystemStream, linkType } from '../../streams/system.ts'
import type { ListedStream } from '../observe/listed-streams.ts'
import { listStreamsIn } from '../observe/listed-streams.ts'
import type { InspectedProjection } from './inspected-projection.ts'
import { inspectedProjection } from './inspected-projection.ts'
import { readStampedPosition } from '../../projections/model/positions/provenance.ts'
import { projectionRows } from '../../projections/model/tables.ts'

/** One projection with the state of one of its partitions. */
export interface ShownProjection extends InspectedProjection {
  /** In order of appearance; a bi-state projection's shared state comes first, with an empty name. */
  readonly partitions: readonly string[]
  /** The partition of `state` and `result`. */
  readonly partition: string
  /** As the server sends it; empty if there is none. */
  readonly state: string
  readonly result: string
  /** Streams that it has written to, where it tracks them. */
  readonly emitted: readonly string[]
}

export interface StorePicture {
  /** All streams by name, those of the system included. */
  readonly streams: readonly ListedStream[]
  /** In the order of the server's lists. */
  readonly projections: readonly InspectedProjection[]
  /** The projection that was asked for, or else the first of users'; undefined if there is none. */
  readonly shown: ShownProjection | undefined
  /** The position of the next event. */
  readonly end: Position
  /** Id of the last event in a stream of users; undefined if there is none among the last events of the log. */
  readonly lastEvent: string | undefined
  /** The states that were asked for, by projection and in order of appearance. */
  readonly states: readonly (PartitionState & { readonly projection: string })[]
  /** Which projections write the streams that were asked about. */
  readonly writers: readonly StreamWriter[]
}

/** What a picture is to show in detail. */
export interface PictureChoice {
  readonly projection?: string | undefined
  readonly partition?: string | undefined
  /** How many partitions of each projection of users are wanted with their states. Default: none. */
  readonly states?: number
  /** Streams whose writers are wanted: one event of each is read. Default: none. */
  readonly writersOf?: readonly string[]
}

/** Reads the picture of a moment. Asking for the definition and the state of a projection counts as an access to it, as on the server. */
export async function inspectStore(
  { storage, projections }: { readonly storage: Storage; readonly projections: Projections },
  choice: PictureChoice,
): Promise<StorePicture> {
  const listed = (await projections.list()).map(inspectedProjection)
  const chosen = listed.find(({ name }) => name === choice.projection) ?? listed.find(({ name }) => !name.startsWith('$'))
  const [read, shown, states, writers] = await Promise.all([
    storage.read(async (tx) => {
      const end = await tx.end()
      const latest = await tx.log({ from: end, direction: 'backward', limit: lookedThrough })
      return { streams: await listStreamsIn(tx), end, lastEvent: latest.find(({ stream }) => !isSystemStream(stream))?.id }
    }),
    chosen && readShown(projections, chosen, choice.partition),
    choice.states === undefined ? [] : readStates(projections, listed, choice.states),
    choice.writersOf ? writersOf(storage, choice.writersOf) : [],
  ])
  return { ...read, projections: listed, shown, states, writers }
}

/** Events to look through for the last one of users: those of the system come with them. */
const lookedThrough = 50

async function readStates(projections: Projections, listed: readonly InspectedProjection[], most: number): Promise<StorePicture['states']> {
  const own = listed.filter(({ name, hasRun }) => hasRun && !name.startsWith('$'))
  const read = await Promise.all(own.map(async ({ name }) => ({ name, states: await projections.states(name, most) })))
  return read.flatMap(({ name, states }) => states.map((state) => ({ projection: name, ...state })))
}

async function readShown(projections: Projections, chosen: InspectedProjection, wanted: string | undefined): Promise<ShownProjection> {
  const { name, isPartitioned, sources, hasRun, emits } = chosen
  const met = isPartitioned ? await projections.partitions(name) : []
  const partitions = isPartitioned && sources?.options.biState ? ['', ...met.filter((partition) => partition !== '')] : met
  const isThere = wanted !== undefined && partitions.includes(wanted)
  const partition = isThere ? wanted : (partitions.find((each) => each !== '') ?? '')
  // Without a core the server does not answer (projections-http §9).
  const hasState = hasRun && (!isPartitioned || partitions.length > 0)
  const outcome = hasState ? await projections.state(name, partition) : undefined
  const texts = outcome?.kind === 'texts' ? outcome : noTexts
  return {
    ...chosen,
    partitions,
    partition,
    state: texts.state,
    result: texts.result,
    emitted: emits ? await emittedBy(projections, name) : [],
  }
}

const noTexts = { state: '', result: '' }

async function emittedBy(projections: Projections, name: string): Promise<readonly string[]> {
  const flags = { deleteEmittedStreams: true, deleteCheckpointStream: false, deleteStateStream: false }
  return (await projections.removedStreams(name, flags)).flatMap(({ stream, role }) => (role === 'emitted' ? stream : []))
}

/** A stream that a projection writes: its own events, or links to others. */
export interface StreamWriter {
  readonly projection: string
  readonly stream: string
  readonly isLink: boolean
}

/** Every event of a projection names it, and only one may write a stream. @returns the writers of those of the streams that a present projection writes. */
export const writersOf = (storage: Storage, streams: readonly string[]): Promise<readonly StreamWriter[]> =>
  storage.read(async (tx) => {
    const rows = await tx.rows(projectionRows)
    const names = new Map(rows.map(([name, { id }]) => [id, name]))
    const found = await Promise.all(streams.map((stream) => writerIn(tx, stream, names)))
    return found.flatMap((writer) => writer ?? [])
  })

async function writerIn(tx: ReadTransaction, stream: string, names: ReadonlyMap<number, string>): Promise<StreamWriter | undefined> {
  const [last] = await tx.stream(stream, { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1 })
  if (!last || typeof last.metadata !== 'string' || last.metadata === '') return undefined
  const stamped = readStampedPosition(last.metadata, { id: nobody })
  const projection = stamped && names.get(stamped.stamp.id)
  return projection === undefined ? undefined : { projection, stream, isLink: last.type === linkType }
}

/** No registration has this number. */
const nobody = -1
