// Writes outputs inside a transaction, as the only writer of the streams they go to (projection-language §11.3).

import { column } from '../../base/column.ts'
import { newEvents } from '../../base/event-table.ts'
import type { StreamHead } from '../../base/events.ts'
import type { Environment } from '../../base/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import type { Heads } from '../../streams/write/heads.ts'
import { headOf, loadHeads } from '../../streams/write/heads.ts'
import type { Streams, StreamWrite } from '../../streams/streams.ts'
import { expectedVersion } from '../../streams/streams.ts'
import { isTooBig, tooBig } from '../../streams/write/event-size.ts'
import { metadataType, metastreamOf } from '../../streams/system.ts'
import type { Tag } from '../model/checkpoint.ts'
import { compareTags } from '../model/checkpoint.ts'
import type { RefusedOutput, StreamEnd, Target, Writer } from './emitted-stream.ts'
import { openTarget, place, writtenSince } from './emitted-stream.ts'
import { emittedStreamMetadata } from '../model/metadata.ts'
import type { Output } from './outputs.ts'
import { placesRows } from '../model/tables.ts'

/** The streams that a run has written to; invalid after a failed transaction. */
export type Targets = Map<string, Target>

export interface Written {
  /** The first refused output; all earlier ones are written. */
  readonly refusal?: { readonly output: Output; readonly reason: string }
}

export interface StreamWriter {
  /**
   * @param outputs in order; outputs of one position to one stream are neighbours of their kind.
   * @param known the streams that the run has written to; updated. Streams with other writers since are read again.
   */
  writeIn(tx: WriteTransaction, outputs: readonly Output[], known: Targets, writer: Writer): Promise<Written>
}

export function createStreamWriter(streams: Streams, environment: Pick<Environment, 'uuid'>): StreamWriter {
  const append = async (tx: WriteTransaction, parts: readonly WriteGroup[], heads: Heads): Promise<void> => {
    if (parts.length === 0) return
    const metastreams = parts.flatMap(({ stream, metadata }) => (metadata === undefined ? [] : [metastreamOf(stream)]))
    await loadHeads(tx, heads, metastreams)
    // A query may itself write the metadata of a stream that gets its own here.
    const written = new Set(parts.map(({ stream }) => stream))
    const contested = new Set(metastreams.filter((metastream) => written.has(metastream)))
    const expected = (stream: string, last: number) => (contested.has(stream) ? expectedVersion.any : BigInt(last))
    const writes = parts.flatMap((part): StreamWrite[] => {
      const write = writeOf(part, expected(part.stream, part.after), environment)
      if (part.metadata === undefined) return [write]
      const metastream = metastreamOf(part.stream)
      const metadata = { id: environment.uuid(), type: metadataType, data: part.metadata, metadata: '', isJson: true }
      return [{ stream: metastream, events: newEvents([metadata]), expected: expected(metastream, headOf(heads, metastream).last) }, write]
    })
    for (const [index, piece] of pieces(writes).entries()) {
      if (index > 0) await letOthers(tx)
      const outcomes = await streams.appendAllIn(tx, piece, heads)
      const failed = outcomes.findIndex(({ kind }) => kind !== 'appended')
      if (failed >= 0) throw new Error(`Writing to "${piece[failed]!.stream}" ended as "${outcomes[failed]!.kind}".`)
    }
  }

  const openAll = async (tx: WriteTransaction, outputs: readonly Output[], known: Targets, writer: Writer, heads: Heads) => {
    const first = new Map<string, Output>()
    for (const output of outputs) if (!first.has(output.stream)) first.set(output.stream, output)
    await loadHeads(tx, heads, [...first.keys()])
    const opened = new Map<string, Target | RefusedOutput>()
    const toRead: Output[] = []
    for (const [stream, output] of first) {
      const head = headOf(heads, stream)
      const target = known.get(stream)
      if (target && !head.tombstone && target.last === head.last && head.last >= 0) opened.set(stream, target)
      else if (head.last < 0) opened.set(stream, openEmpty(head, writer))
      else toRead.push(output)
    }
    const read = await Promise.all(toRead.map((output) => open(tx, output, headOf(heads, output.stream), writer)))
    for (const [index, { stream }] of toRead.entries()) opened.set(stream, read[index]!)
    return opened
  }

  /** @param head of a stream that has events. */
  const open = async (tx: WriteTransaction, { stream, tag }: Output, head: StreamHead, writer: Writer): Promise<Target | RefusedOutput> => {
    const opened = openTarget(stream, await endOf(tx, head), writer)
    if (opened.kind === 'refused') return opened
    if (!opened.tag || compareTags(opened.tag, tag) < 0) return opened.target
    return { ...opened.target, written: await readWritten(tx, stream, opened.target.last, tag, writer) }
  }

  const endOf = async (tx: WriteTransaction, head: StreamHead): Promise<StreamEnd> => {
    const [event] = await streams.readIn(tx, head.stream, { from: head.last, direction: 'backward', limit: 1 })
    return { ...emptyEnd(head), event }
  }

  const readWritten = async (tx: WriteTransaction, stream: string, last: number, since: Tag, writer: Writer) => {
    const events = []
    for (let from = last; from >= 0; from = events.at(-1)!.number - 1) {
      const page = await streams.readIn(tx, stream, { from, direction: 'backward', limit: pageLength })
      events.push(...page)
      const found = writtenSince(page, since, writer)
      if (found.complete || page.length < pageLength) break
    }
    return writtenSince(events, since, writer).written
  }

  return {
    async writeIn(tx, outputs, known, writer) {
      const heads: Heads = new Map()
      const opened = await openAll(tx, outputs, known, writer, heads)
      const placed = placeAll(outputs, opened, known, environment)
      await append(tx, placed.parts, heads)
      return placed.refusal ? { refusal: placed.refusal } : {}
    },
  }
}

const emptyEnd = ({ tombstone, last, metadata: { truncateBefore } }: StreamHead): StreamEnd => ({
  isDeleted: tombstone,
  last,
  truncateBefore,
  event: undefined,
})

/** For streams without events, as most new ones are: nothing has to be read. */
function openEmpty(head: StreamHead, writer: Writer): Target | RefusedOutput {
  const opened = openTarget(head.stream, emptyEnd(head), writer)
  return opened.kind === 'refused' ? opened : opened.target
}

/** Events in one read for those that an earlier run wrote. */
const pageLength = 100

/** From so many events on, one random id for all costs less memory than one for each. */
const manyEvents = 8

function writeOf({ stream, outputs, data }: WriteGroup, expected: bigint, { uuid }: Pick<Environment, 'uuid'>): StreamWrite {
  const events = {
    count: outputs.length,
    id: outputs.length < manyEvents ? outputs.map(() => uuid()) : { from: uuid() },
    type: column(outputs.map(({ type }) => type)),
    data,
    metadata: outputs.map(({ metadata }) => metadata),
    isJson: column(outputs.map(({ isJson }) => isJson)),
  }
  return { stream, expected, events }
}

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

interface Placed {
  readonly parts: readonly WriteGroup[]
  readonly refusal?: { readonly output: Output; readonly reason: string }
}

/** Numbers the outputs in their order, until one is refused. @param targets updated. */
function placeAll(
  outputs: readonly Output[],
  opened: ReadonlyMap<string, Target | RefusedOutput>,
  targets: Targets,
  environment: Pick<Environment, 'uuid'>,
): Placed {
  const current = new Map(opened)
  const parts: WriteGroup[] = []
  // Links to other outputs need their numbers.
  const numbers = outputs.some(({ data }) => typeof data !== 'string') ? new Map<Output, number>() : undefined
  const dataOf = ({ data }: Output): string => (typeof data === 'string' ? data : `${numbers?.get(data.linkTo)}@${data.linkTo.stream}`)
  let stream: string | undefined
  let part: WriteGroup | undefined
  /** The stream after the outputs placed last. */
  let behind: Target | undefined
  const keep = () => {
    if (stream === undefined || behind === undefined) return
    current.set(stream, behind)
    targets.set(stream, behind)
  }
  for (const output of outputs) {
    if (output.stream !== stream) {
      keep()
      stream = output.stream
      part = undefined
      behind = undefined
    }
    const target = behind ?? current.get(stream)!
    const placement = isRefused(target) ? target : (tooBigRefusal(output, environment) ?? place(output, target))
    if (isRefused(placement)) {
      keep()
      return { parts, refusal: { output, reason: placement.reason } }
    }
    numbers?.set(output, placement.number)
    if (placement.kind === 'write') {
      if (part === undefined || part.outputs.length >= pieceLength) parts.push((part = newPart(output, target as Target)))
      part.outputs.push(output)
      part.data.push(dataOf(output))
    }
    behind = placement.target
  }
  keep()
  return { parts }
}

/** Refuses an event that no stream can hold. The reference prints all of its data; their beginning identifies it as well. */
function tooBigRefusal({ stream, type, data }: Output, { uuid }: Pick<Environment, 'uuid'>): RefusedOutput | undefined {
  if (typeof data !== 'string' || !isTooBig(data)) return undefined
  const event = `Event Id: ${uuid()}, Event Type: ${type}, Data: ${data.slice(0, shownData)}…`
  return { kind: 'refused', reason: `Failed to write the event: ${event} to stream: ${stream} failed. Reason: ${tooBig}.` }
}

/** Characters of the data in the message. */
const shownData = 100

const isRefused = (value: Target | RefusedOutput | { readonly kind: string }): value is RefusedOutput =>
  'kind' in value && value.kind === 'refused'

const newPart = ({ stream, streamMetadata }: Output, { last, metadata }: Target): WriteGroup => ({
  stream,
  after: last,
  metadata: metadata && (streamMetadata ?? ((before) => emittedStreamMetadata(stream, before)))(metadata.truncateBefore),
  outputs: [],
  data: [],
})
