// Converts the writes of a query to events for streams: emissions, results, links to results, the catalogue (projection-language §11, §12).

import type { QueryEvent, QueryWrite } from '../../query/query.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { Delivery } from '../source/batch.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { compareTags } from '../model/positions/checkpoint.ts'
import { printTag, stampedMembers } from '../model/positions/checkpoint-text.ts'
import { causedMetadata } from '../model/metadata.ts'
import { catalogueStream, eventTypes, partitionResultStream, resultStream } from '../model/names.ts'
import { linkType } from '../../streams/system.ts'
import type { RunContext } from '../model/run.ts'
import { textsOf } from '../model/run.ts'
import { isPartitioned } from '../model/source.ts'
import type { Run } from '../model/tables.ts'
import { readAllPartitions } from '../partitions/rows.ts'

/** An event to write to a stream, with the position that caused it. */
export interface Output {
  readonly stream: string
  readonly type: string
  /** A link to another output names the output: its number is known only when it is written. */
  readonly data: string | { readonly linkTo: Output }
  readonly isJson: boolean
  readonly metadata: string
  readonly tag: Tag
  /** Index of the delivery that caused it; -1 for none. */
  readonly event: number
  /** Whether the name of its stream is recorded (§11.5). Default: false. */
  readonly tracked?: boolean
  /** Metadata for the stream before its first event, unless they are the usual ones. */
  readonly streamMetadata?: (truncateBefore: bigint | undefined) => string
}

export type OutputContext = Pick<RunContext, 'name' | 'stamp'> & { readonly definition: Pick<RunContext['definition'], 'mode' | 'sources'> }

export interface Outputs {
  readonly outputs: readonly Output[]
  /** A write that is impossible ends the run at this delivery; earlier outputs are written. */
  readonly fault?: { readonly message: string; readonly event: number }
}

/** Whether results are written while events are handled (§12.2). */
const writesRunningResults = ({ mode, sources: { options } }: OutputContext['definition']): boolean =>
  mode === 'Continuous' ? options.producesResults : !options.definesFold

/** Writes to convert between two yields. */
const pieceLength = 500

/**
 * @param writes in the order of writing.
 * @param before position of the last event that was handled before the deliveries.
 * @param letOthers called now and then: many writes would block the page.
 */
export async function outputsOf(
  writes: readonly QueryWrite[],
  deliveries: readonly Delivery[],
  context: OutputContext,
  before: Tag,
  letOthers: () => Promise<void>,
): Promise<Outputs> {
  const outputs: Output[] = []
  let present: PresentEvent | undefined
  for (const [index, write] of writes.entries()) {
    const { event } = write
    const delivery = deliveries[event]!
    if (present?.event !== event) present = { event, members: stampedMembers(delivery.tag, context.stamp), first: outputs.length }
    else present.tags ??= new Map(outputs.slice(present.first).map(({ stream, tag }) => [stream, tag]))
    const late = write.kind === 'emit' && write.position !== undefined ? (deliveries[write.position]?.tag ?? before) : undefined
    const converted = convert(write, delivery, late, present, context)
    // All outputs of the event that ends the run are dropped.
    if (typeof converted === 'string')
      return { outputs: outputs.filter((output) => output.event < event), fault: { message: converted, event } }
    for (const output of converted) {
      outputs.push(output)
      present.tags?.set(output.stream, output.tag)
    }
    if (index % pieceLength === pieceLength - 1) await letOthers()
  }
  return { outputs }
}

/** The event whose writes are converted. */
interface PresentEvent {
  readonly event: number
  /** Members for its position; an event may have many writes. */
  readonly members: string
  /** Index of its first output. */
  readonly first: number
  /** The positions with which it has written to streams; undefined until its second write, which most events do not have. */
  tags?: Map<string, Tag>
}

/**
 * @param late position of an emission that was made during one event, but has the position of one before.
 * @returns a fault's message where the run ends here.
 */
function convert(
  write: QueryWrite,
  delivery: Delivery,
  late: Tag | undefined,
  { members, tags }: PresentEvent,
  context: OutputContext,
): readonly Output[] | string {
  if (write.kind === 'emit') {
    const tag = late ?? delivery.tag
    const other = tags?.get(write.stream) ?? tag
    // Only late emissions can bring a second position.
    if (other !== tag && compareTags(other, tag) !== 0) return 'events must share the same CausedByTag'
    return [emission(write, delivery.event, tag, late ? stampedMembers(late, context.stamp) : members)]
  }
  if (!writesRunningResults(context.definition)) return []
  if (write.kind === 'partition') return [catalogueEntry(write, delivery, members, context)]
  const written = resultOutputs(write, delivery, members, context)
  if (typeof written === 'string') return written
  // A result cannot follow an emission of the same event to the same stream: to the server that is a step back.
  const tag = written.map(({ stream }) => tags?.get(stream)).find((found) => found !== undefined)
  return tag ? `Invalid event order.  '${printTag(tag)}' goes after '${printTag(tag)}'` : written
}

type Write<Kind extends QueryWrite['kind']> = Extract<QueryWrite, { kind: Kind }>

const emission = (write: Write<'emit'>, cause: QueryEvent, tag: Tag, position: string): Output => ({
  stream: write.stream,
  type: write.type,
  data: write.data,
  isJson: write.isJson,
  metadata: causedMetadata(position, cause, write.metadata),
  tag,
  event: write.event,
  tracked: true,
})

const catalogueEntry = (write: Write<'partition'>, { tag }: Delivery, position: string, { name }: OutputContext): Output => ({
  stream: catalogueStream(name),
  type: eventTypes.partition,
  data: write.partition,
  isJson: false,
  metadata: `{${position}}`,
  tag,
  event: write.event,
})

/** @returns a fault's message where the pattern of partition results is malformed. */
function resultOutputs(write: Write<'result'>, { event, tag }: Delivery, position: string, context: OutputContext): Output[] | string {
  const { name, definition } = context
  const { resultStreamName, partitionResultStreamNamePattern } = definition.sources.options
  const stream = resultStream(name, resultStreamName)
  const common = { metadata: causedMetadata(position, event, []), tag, event: write.event }
  const type = write.result === undefined ? eventTypes.resultRemoved : eventTypes.result
  const result = { ...common, type, data: write.result ?? '', isJson: true }
  if (write.partition === '') return [{ ...result, stream }]
  const own = partitionResultStream(name, partitionResultStreamNamePattern, write.partition)
  if (own.kind === 'malformed') return own.message
  const partitionResult = { ...result, stream: own.name }
  return [partitionResult, { ...common, stream, type: linkType, data: { linkTo: partitionResult }, isJson: false }]
}

/**
 * Puts outputs into the order of writing. The outputs of one read of the source are written stream by stream, and links to other
 * outputs come last, because readers resolve them as of the time of the link.
 */
export function inWritingOrder(outputs: readonly Output[], deliveries: readonly Delivery[]): Output[] {
  const orderOf = ({ event, data }: Output): number => (deliveries[event]?.read ?? 0) * 2 + (typeof data === 'string' ? 0 : 1)
  const groups = [...Map.groupBy(outputs, orderOf)].sort(([one], [other]) => one - other)
  return groups.flatMap(([, group]) => [...Map.groupBy(group, ({ stream }) => stream).values()].flat())
}

/** @param last the run at the end of its source, whose partitions are in their rows by now. */
export async function finalResultsIn(tx: ReadTransaction, last: Run, context: OutputContext): Promise<Output[]> {
  const { sources } = context.definition
  if (!isPartitioned(sources)) return finalOutputs([textsOf(last).result], context)
  const rows = [...(await readAllPartitions(tx, last)).values()]
  const results = rows.sort((a, b) => a.rank - b.rank).map(({ result }) => result)
  return finalOutputs(sources.options.biState ? [undefined, ...results] : results, context)
}

/** The outputs at the end of a query's source: a result, if any, for each partition in order of appearance, and an end mark (§12.4). */
export function finalOutputs(results: readonly (string | undefined)[], { name, definition, stamp }: OutputContext): Output[] {
  const { resultStreamName, definesFold } = definition.sources.options
  const tag: Tag = { kind: 'phase', completed: true }
  const stream = resultStream(name, resultStreamName)
  const common = { stream, isJson: true, metadata: `{${stampedMembers(tag, stamp)}}`, tag, event: -1 }
  const events = definesFold ? results.map((result) => ({ ...common, type: eventTypes.result, data: result ?? '' })) : []
  return [...events, { ...common, type: eventTypes.endOfResults, data: '' }]
}
