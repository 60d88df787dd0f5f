// Writes outputs inside a transaction, as the only writer of the streams they go to (projection-language §11.3).

import type { NewEvent, StreamHead } from '../base/events.ts'
import type { Environment } from '../base/environment.ts'
import type { WriteTransaction } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'
import { linkType, metadataType, metastreamOf } from '../streams/system.ts'
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
  const appendTo = async (tx: WriteTransaction, stream: string, last: number, events: readonly NewEvent[]): Promise<void> => {
    const outcome = await streams.appendIn(tx, { stream, events, expected: BigInt(last) })
    if (outcome.kind !== 'appended') throw new Error(`Writing to "${stream}" behind event ${last} ended as "${outcome.kind}".`)
  }

  const writeMetadata = async (tx: WriteTransaction, stream: string, data: string): Promise<void> => {
    const head = await tx.head(metastreamOf(stream))
    await appendTo(tx, metastreamOf(stream), head?.last ?? -1, [
      { id: environment.uuid(), type: metadataType, data, metadata: '', isJson: true },
    ])
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
      for (const [stream, part] of inOrder(placed.parts)) {
        if (part.metadata !== undefined) await writeMetadata(tx, stream, part.metadata)
        const events = part.events.map(({ output, data }) => newEvent(output, data, environment.uuid()))
        await appendTo(tx, stream, part.after, events)
      }
      return { targets, ...(placed.refusal && { refusal: placed.refusal }) }
    },
  }
}

/** How many events of a stream are read at once to find what an earlier run wrote. */
const pageLength = 100

const newEvent = ({ type, metadata, isJson }: Output, data: string, id: string): NewEvent => ({ id, type, data, metadata, isJson })

/** What one stream gets. */
interface Part {
  /** Number of the event that it is written behind. */
  readonly after: number
  readonly metadata: string | undefined
  readonly events: { readonly output: Output; readonly data: string }[]
}

interface Placed {
  readonly parts: ReadonlyMap<string, Part>
  readonly refusal?: { readonly output: Output; readonly reason: string }
}

/** Numbers the outputs in their order, until one is refused. @param targets takes what is known afterwards. */
function placeAll(outputs: readonly Output[], opened: ReadonlyMap<string, Target | Refused>, targets: Map<string, Target>): Placed {
  const current = new Map(opened)
  const parts = new Map<string, Part>()
  const places = new Map<Output, string>()
  for (const output of outputs) {
    const target = current.get(output.stream)!
    const placement = isRefused(target) ? target : place(output, target)
    if (isRefused(placement)) return { parts, refusal: { output, reason: placement.reason } }
    places.set(output, `${placement.number}@${output.stream}`)
    if (placement.kind === 'write') {
      const part = parts.get(output.stream) ?? newPart(output, target as Target)
      part.events.push({ output, data: typeof output.data === 'string' ? output.data : places.get(output.data.linkTo)! })
      parts.set(output.stream, part)
    }
    current.set(output.stream, placement.target)
    targets.set(output.stream, placement.target)
  }
  return { parts }
}

const isRefused = (value: Target | Refused | { readonly kind: string }): value is Refused => 'kind' in value && value.kind === 'refused'

const newPart = ({ stream, streamMetadata }: Output, { last, metadata }: Target): Part => ({
  after: last,
  metadata: metadata && (streamMetadata ?? ((before) => emittedStreamMetadata(stream, before)))(metadata.truncateBefore),
  events: [],
})

/** Links come behind what they lead to: a reader looks their targets up as of the time they were written. */
const inOrder = (parts: ReadonlyMap<string, Part>): (readonly [string, Part])[] => {
  const all = [...parts]
  const hasLinks = ([, { events }]: readonly [string, Part]) => events.some(({ output }) => output.type === linkType)
  return [...all.filter((part) => !hasLinks(part)), ...all.filter(hasLinks)]
}
