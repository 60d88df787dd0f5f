// Writes outputs inside a transaction, as the only writer of the streams they go to (projection-language §11.3).

import type { NewEvent, StreamHead } from '../base/events.ts'
import type { Environment } from '../base/environment.ts'
import type { WriteTransaction } from '../storage/storage.ts'
import type { Streams, StreamWrite } from '../streams/streams.ts'
import { expectedVersion } from '../streams/streams.ts'
import { metadataType, metastreamOf } from '../streams/system.ts'
import type { Tag } from './checkpoint.ts'
import { compareTags } from './checkpoint.ts'
import type { Refused, StreamEnd, Target, Writer } from './emitted-stream.ts'
import { openTarget, place, writtenSince } from './emitted-stream.ts'
import { emittedStreamMetadata } from './metadata.ts'
import type { Output } from './outputs.ts'

/** What a run knows of the streams it has written to. */
export type Targets = ReadonlyMap<string, Target>

export interface Written {
  /** To be remembered once the transaction has succeeded. */
  readonly targets: Targets
  /** The first output that was refused; everything before it is written. */
  readonly refusal?: { readonly output: Output; readonly reason: string }
}

export interface StreamWriter {
  /**
   * @param outputs in order; outputs of one position to one stream are neighbours of their kind.
   * @param known what the run knows; streams that somebody else wrote to since are looked at again.
   */
  writeIn(tx: WriteTransaction, outputs: readonly Output[], known: Targets, writer: Writer): Promise<Written>
}

export function createStreamWriter(streams: Streams, environment: Pick<Environment, 'uuid'>): StreamWriter {
  const append = async (tx: WriteTransaction, parts: readonly Part[]): Promise<void> => {
    if (parts.length === 0) return
    const metastreams = parts.filter(({ metadata }) => metadata !== undefined).map(({ stream }) => metastreamOf(stream))
    // A query may write the metadata of a stream itself while the stream gets its own.
    const written = new Set(parts.map(({ stream }) => stream))
    const contested = new Set(metastreams.filter((metastream) => written.has(metastream)))
    const expected = (stream: string, last: number) => (contested.has(stream) ? expectedVersion.any : BigInt(last))
    const heads = new Map(
      (await Promise.all(metastreams.map((stream) => tx.head(stream)))).map((head, index) => [metastreams[index], head]),
    )
    const writes = parts.flatMap((part): StreamWrite[] => {
      const events = part.events.map(({ output, data }) => newEvent(output, data, environment.uuid()))
      const write = { stream: part.stream, events, expected: expected(part.stream, part.after) }
      if (part.metadata === undefined) return [write]
      const metastream = metastreamOf(part.stream)
      const metadata = { id: environment.uuid(), type: metadataType, data: part.metadata, metadata: '', isJson: true }
      return [{ stream: metastream, events: [metadata], expected: expected(metastream, heads.get(metastream)?.last ?? -1) }, write]
    })
    const outcomes = await streams.appendAllIn(tx, writes)
    const failed = outcomes.findIndex(({ kind }) => kind !== 'appended')
    if (failed >= 0) throw new Error(`Writing to "${writes[failed]!.stream}" ended as "${outcomes[failed]!.kind}".`)
  }

  const openAll = async (tx: WriteTransaction, outputs: readonly Output[], known: Targets, writer: Writer) => {
    const first = new Map<string, Output>()
    for (const output of outputs) if (!first.has(output.stream)) first.set(output.stream, output)
    const heads = await Promise.all([...first.keys()].map((stream) => tx.head(stream)))
    const opened = await Promise.all(
      [...first].map(async ([stream, output], index) => [stream, await open(tx, output, heads[index], known.get(stream), writer)] as const),
    )
    return new Map(opened)
  }

  const open = async (
    tx: WriteTransaction,
    { stream, tag }: Output,
    head: StreamHead | undefined,
    target: Target | undefined,
    writer: Writer,
  ): Promise<Target | Refused> => {
    if (target && head && !head.tombstone && target.last === head.last) return target
    const opened = openTarget(stream, await endOf(tx, stream, head), writer)
    if (opened.kind === 'refused') return opened
    if (!opened.tag || compareTags(opened.tag, tag) < 0) return opened.target
    return { ...opened.target, written: await readWritten(tx, stream, opened.target.last, tag, writer) }
  }

  const endOf = async (tx: WriteTransaction, stream: string, head: StreamHead | undefined): Promise<StreamEnd> => {
    const last = head?.last ?? -1
    const [event] = last < 0 ? [] : await streams.readIn(tx, stream, { from: last, direction: 'backward', limit: 1 })
    return { isDeleted: head?.tombstone ?? false, last, truncateBefore: head?.metadata.truncateBefore, event }
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
      const opened = await openAll(tx, outputs, known, writer)
      const targets = new Map(known)
      const placed = placeAll(outputs, opened, targets)
      await append(tx, placed.parts)
      return { targets, ...(placed.refusal && { refusal: placed.refusal }) }
    },
  }
}

/** How many events of a stream are read at once to find what an earlier run wrote. */
const pageLength = 100

const newEvent = ({ type, metadata, isJson }: Output, data: string, id: string): NewEvent => ({ id, type, data, metadata, isJson })

/** Outputs to one stream without any to another one between them. */
interface Part {
  readonly stream: string
  /** Number of the event that it is written behind. */
  readonly after: number
  readonly metadata: string | undefined
  readonly events: { readonly output: Output; readonly data: string }[]
}

interface Placed {
  readonly parts: readonly Part[]
  readonly refusal?: { readonly output: Output; readonly reason: string }
}

/** Numbers the outputs in their order, until one is refused. @param targets takes what is known afterwards. */
function placeAll(outputs: readonly Output[], opened: ReadonlyMap<string, Target | Refused>, targets: Map<string, Target>): Placed {
  const current = new Map(opened)
  const parts: Part[] = []
  const places = new Map<Output, string>()
  for (const output of outputs) {
    const target = current.get(output.stream)!
    const placement = isRefused(target) ? target : place(output, target)
    if (isRefused(placement)) return { parts, refusal: { output, reason: placement.reason } }
    places.set(output, `${placement.number}@${output.stream}`)
    if (placement.kind === 'write') {
      if (parts.at(-1)?.stream !== output.stream) parts.push(newPart(output, target as Target))
      parts.at(-1)!.events.push({ output, data: typeof output.data === 'string' ? output.data : places.get(output.data.linkTo)! })
    }
    current.set(output.stream, placement.target)
    targets.set(output.stream, placement.target)
  }
  return { parts }
}

const isRefused = (value: Target | Refused | { readonly kind: string }): value is Refused => 'kind' in value && value.kind === 'refused'

const newPart = ({ stream, streamMetadata }: Output, { last, metadata }: Target): Part => ({
  stream,
  after: last,
  metadata: metadata && (streamMetadata ?? ((before) => emittedStreamMetadata(stream, before)))(metadata.truncateBefore),
  events: [],
})
