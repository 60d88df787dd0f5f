// Writes outputs inside a transaction, as the only writer of the streams they go to (projection-language §11.3).

import { column } from '../../base/events/column.ts'
import { newEvents } from '../../base/events/event-table.ts'
import type { StreamHead } from '../../base/events/events.ts'
import type { Environment } from '../../base/platform/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import type { Heads } from '../../streams/write/heads.ts'
import { headOf, loadHeads } from '../../streams/write/heads.ts'
import type { StreamWrite } from '../../streams/streams.ts'
import { expectedVersion } from '../../streams/streams.ts'
import { isTooBig, tooBig } from '../../streams/write/event-size.ts'
import { metadataType, metastreamOf } from '../../streams/system.ts'
import type { AppendServices } from '../model/append.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { compareTags } from '../model/positions/checkpoint.ts'
import type { RefusedOutput, Target, Writer, WrittenEvent } from './emitted-stream.ts'
import { openTarget, place, writtenSince } from './emitted-stream.ts'
import { emittedStreamMetadata } from '../model/metadata.ts'
import type { Output } from './outputs.ts'
import { placesRows } from '../model/tables.ts'

/** The streams that a run has written to; invalid after a failed transaction. */
export type Targets = Map<string, Target>

/** What it takes to write to streams inside a transaction, as the only writer of them. */
export interface WriteContext {
  readonly services: AppendServices
  readonly tx: WriteTransaction
  readonly writer: Writer
  /** The streams that the run has written to; updated. Streams with other writers since are read again. */
  readonly targets: Targets
}

/** The first refused output; all earlier ones are written. */
export interface RefusedWrite {
  readonly output: Output
  readonly reason: string
}

export interface WrittenOutputs {
  readonly refused: RefusedWrite | undefined
  /** The number of outputs that wait for ever, like all later ones to their streams. */
  readonly waiting: number
}

/** @param outputs in order; outputs of one position to one stream are neighbours of their kind. */
export async function writeOutputsIn(context: WriteContext, outputs: readonly Output[]): Promise<WrittenOutputs> {
  const first = new Map<string, Output>()
  for (const output of outputs) if (!first.has(output.stream)) first.set(output.stream, output)
  const heads: Heads = new Map()
  await loadHeads(context.tx, heads, [...first.keys()])
  const opened = await Promise.all(
    [...first].map(async ([stream, { tag }]) => [stream, await open(context, headOf(heads, stream), tag)] as const),
  )
  const { groups, refused, waiting } = placeAll(context, outputs, new Map(opened))
  if (groups.length > 0) await append(context, groups, heads)
  return { refused, waiting }
}

/** A stream whose last event is one of the second phase: before its own second phase, a run never finds out where it left off (§11.3). */
type Blocked = { readonly kind: 'blocked' }

type OpenedStream = Target | RefusedOutput | Blocked

/** @param since position of the first output. */
async function open({ services, tx, writer, targets }: WriteContext, head: StreamHead, since: Tag): Promise<OpenedStream> {
  const { streams } = services
  const { stream, last, tombstone } = head
  const known = targets.get(stream)
  if (known && !tombstone && known.last === last && last >= 0) return known
  const [event] = last < 0 ? [] : await streams.readIn(tx, stream, { from: last, direction: 'backward', limit: 1 })
  const opened = openTarget(head, event, writer)
  if (opened.kind === 'refused') return opened
  if (opened.tag?.kind === 'phase' && since.kind !== 'phase') return { kind: 'blocked' }
  if (!opened.tag || compareTags(opened.tag, since) < 0) return opened.target
  let written: WrittenEvent | undefined
  for (let from = opened.target.last; from >= 0;) {
    const page = await streams.readIn(tx, stream, { from, direction: 'backward', limit: pageLength })
    const found = writtenSince(page, since, writer, written)
    written = found.written
    if (found.complete || page.length < pageLength) break
    from = page.at(-1)!.number - 1
  }
  return { ...opened.target, written }
}

/** Events in one read for those that an earlier run wrote. */
const pageLength = 100

async function append({ services, tx }: WriteContext, groups: readonly WriteGroup[], heads: Heads): Promise<void> {
  const { streams, environment } = services
  const metastreams = groups.flatMap(({ stream, metadata }) => (metadata === undefined ? [] : [metastreamOf(stream)]))
  await loadHeads(tx, heads, metastreams)
  // A query may itself write the metadata of a stream that gets its own here.
  const written = new Set(groups.map(({ stream }) => stream))
  const contested = new Set(metastreams.filter((metastream) => written.has(metastream)))
  const expected = (stream: string, last: number) => (contested.has(stream) ? expectedVersion.any : BigInt(last))
  const writes = groups.flatMap((group): StreamWrite[] => {
    const write = { stream: group.stream, expected: expected(group.stream, group.after), events: eventsOf(group, environment) }
    if (group.metadata === undefined) return [write]
    const metastream = metastreamOf(group.stream)
    const metadata = { id: environment.uuid(), type: metadataType, data: group.metadata, metadata: '', isJson: true }
    return [{ stream: metastream, events: newEvents([metadata]), expected: expected(metastream, headOf(heads, metastream).last) }, write]
  })
  for (const [index, piece] of pieces(writes).entries()) {
    if (index > 0) await letOthers(tx)
    const outcomes = await streams.appendAllIn(tx, piece, heads)
    const failed = outcomes.findIndex(({ kind }) => kind !== 'appended')
    if (failed >= 0) throw new Error(`Writing to "${piece[failed]!.stream}" ended as "${outcomes[failed]!.kind}".`)
  }
}

/** From so many events on, one random id for all costs less memory than one for each. */
const manyEvents = 8

const eventsOf = ({ outputs, data }: WriteGroup, { uuid }: Pick<Environment, 'uuid'>): StreamWrite['events'] => ({
  count: outputs.length,
  id: outputs.length < manyEvents ? outputs.map(() => uuid()) : { from: uuid() },
  type: column(outputs.map(({ type }) => type)),
  data,
  metadata: outputs.map(({ metadata }) => metadata),
  isJson: column(outputs.map(({ isJson }) => isJson)),
})

/** Events to append between two yields to the page. */
const pieceLength = 4096

/** A read of the database yields to other tasks; a transaction may await nothing else. */
const letOthers = (tx: WriteTransaction): Promise<unknown> => tx.row(placesRows, '')

function pieces(writes: readonly StreamWrite[]): StreamWrite[][] {
  const found: StreamWrite[][] = [[]]
  let length = 0
  for (const write of writes) {
    const isFull = length > 0 && length + write.events.count > pieceLength
    if (isFull) found.push([])
    length = (isFull ? 0 : length) + write.events.count
    found.at(-1)!.push(write)
  }
  return found
}

/** Consecutive outputs to one stream. */
interface WriteGroup {
  readonly stream: string
  /** Number of the event before the first of them. */
  readonly after: number
  readonly metadata: string | undefined
  readonly outputs: Output[]
  /** Data of each output. */
  readonly data: string[]
}

/** Numbers the outputs in their order, until one is refused. Those to blocked streams wait. @param opened the streams of the outputs; updated. */
function placeAll(
  { services: { environment }, targets }: WriteContext,
  outputs: readonly Output[],
  opened: Map<string, OpenedStream>,
): WrittenOutputs & { readonly groups: readonly WriteGroup[] } {
  const groups: WriteGroup[] = []
  /** Of the outputs to which others link. */
  const numbers = new Map<Output, number>(outputs.flatMap(({ data }) => (typeof data === 'string' ? [] : [[data.linkTo, -1] as const])))
  const dataOf = ({ data }: Output): string => (typeof data === 'string' ? data : `${numbers.get(data.linkTo)}@${data.linkTo.stream}`)
  let waiting = 0
  for (const output of outputs) {
    const { stream } = output
    const target = opened.get(stream)!
    if (isBlocked(target) || waitsForTarget(output, opened)) {
      opened.set(stream, { kind: 'blocked' })
      waiting++
      continue
    }
    const placement = isRefused(target) ? target : (tooBigRefusal(output, environment) ?? place(output, target))
    if (placement.kind === 'refused') return { groups, waiting, refused: { output, reason: placement.reason } }
    if (numbers.has(output)) numbers.set(output, placement.number)
    opened.set(stream, placement.target)
    targets.set(stream, placement.target)
    if (placement.kind === 'there') continue
    let group = groups.at(-1)
    if (group?.stream !== stream || group.outputs.length >= pieceLength) groups.push((group = newGroup(output, target as Target)))
    group.outputs.push(output)
    group.data.push(dataOf(output))
  }
  return { groups, waiting, refused: undefined }
}

const isBlocked = (stream: OpenedStream): stream is Blocked => 'kind' in stream && stream.kind === 'blocked'
const isRefused = (stream: Target | RefusedOutput): stream is RefusedOutput => 'kind' in stream

/** Whether the output is a link to one that is not written. */
const waitsForTarget = ({ data }: Output, opened: ReadonlyMap<string, OpenedStream>): boolean =>
  typeof data !== 'string' && isBlocked(opened.get(data.linkTo.stream)!)

/** Refuses an event that no stream can hold. The server prints all of its data; their beginning identifies it as well. */
function tooBigRefusal({ stream, type, data }: Output, { uuid }: Pick<Environment, 'uuid'>): RefusedOutput | undefined {
  if (typeof data !== 'string' || !isTooBig(data)) return undefined
  const event = `Event Id: ${uuid()}, Event Type: ${type}, Data: ${data.slice(0, shownData)}…`
  return { kind: 'refused', reason: `Failed to write the event: ${event} to stream: ${stream} failed. Reason: ${tooBig}.` }
}

/** Characters of the data in the message. */
const shownData = 100

const newGroup = ({ stream, streamMetadata }: Output, { last, metadata }: Target): WriteGroup => ({
  stream,
  after: last,
  metadata: metadata && (streamMetadata ?? ((before) => emittedStreamMetadata(stream, before)))(metadata.truncateBefore),
  outputs: [],
  data: [],
})
