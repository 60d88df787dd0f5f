// Converts the writes of a query to events for streams: emissions, results, links to results, the catalogue (projection-language §11, §12).

import type { QueryWrite } from '../../query/query.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { Delivery } from '../source/batch.ts'
import type { Tag } from '../model/checkpoint.ts'
import { compareTags } from '../model/checkpoint.ts'
import { printTag, stampedMembers } from '../model/checkpoint-text.ts'
import { causedMetadata } from '../model/metadata.ts'
import { catalogueStream, eventTypes, partitionResultStream, resultStream } from '../model/names.ts'
import { linkType } from '../../streams/system.ts'
import type { RunContext } from '../model/run.ts'
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
  const collector = new OutputCollector(deliveries, context, before)
  for (const [index, write] of writes.entries()) {
    if (!collector.add(write)) break
    if (index % pieceLength === pieceLength - 1) await letOthers()
  }
  return collector
}

class OutputCollector implements Outputs {
  private readonly deliveries: readonly Delivery[]
  private readonly context: OutputContext
  private readonly before: Tag
  private readonly results: boolean
  outputs: Output[] = []
  fault?: { readonly message: string; readonly event: number }
  /** The event that is written, the members for its position, and the positions with which it has written to streams. */
  private present = { event: -1, members: '', tags: new Map<string, Tag>() }

  constructor(deliveries: readonly Delivery[], context: OutputContext, before: Tag) {
    this.deliveries = deliveries
    this.context = context
    this.before = before
    this.results = writesRunningResults(context.definition)
  }

  /** @returns false where the run ends here. */
  add(write: QueryWrite): boolean {
    const { context } = this
    const delivery = this.deliveries[write.event]!
    if (this.present.event !== write.event) {
      this.present = { event: write.event, members: stampedMembers(delivery.tag, context.stamp), tags: new Map() }
    }
    const { members, tags } = this.present
    if (write.kind === 'emit') {
      const output = write.position === undefined ? emission(write, delivery, members) : this.lateEmission(write, write.position)
      // Only late emissions can bring a second position.
      const other = tags.get(output.stream) ?? output.tag
      if (other !== output.tag && compareTags(other, output.tag) !== 0)
        return this.end('events must share the same CausedByTag', write.event)
      this.push(output)
    } else if (this.results && write.kind === 'partition') this.push(catalogueEntry(write, delivery, members, context))
    else if (this.results && write.kind === 'result') {
      const written = resultOutputs(write, delivery, members, context)
      if (typeof written === 'string') return this.end(written, write.event)
      // A result cannot follow an emission of the same event to the same stream: to the reference that is a step back.
      const tag = written.map(({ stream }) => tags.get(stream)).find((found) => found !== undefined)
      if (tag) return this.end(`Invalid event order.  '${printTag(tag)}' goes after '${printTag(tag)}'`, write.event)
      for (const output of written) this.push(output)
    }
    return true
  }

  /** Emitted during one event, but with the position of one before. */
  private lateEmission(write: Write<'emit'>, position: number): Output {
    const tag = this.deliveries[position]?.tag ?? this.before
    return emission(write, { event: this.deliveries[write.event]!.event, tag }, stampedMembers(tag, this.context.stamp))
  }

  private push(output: Output): void {
    this.outputs.push(output)
    this.present.tags.set(output.stream, output.tag)
  }

  /** Drops all outputs of the event that ends the run. */
  private end(message: string, event: number): false {
    this.outputs = this.outputs.filter((output) => output.event < event)
    this.fault = { message, event }
    return false
  }
}

type Write<Kind extends QueryWrite['kind']> = Extract<QueryWrite, { kind: Kind }>

const emission = (write: Write<'emit'>, { event, tag }: Pick<Delivery, 'event' | 'tag'>, position: string): Output => ({
  stream: write.stream,
  type: write.type,
  data: write.data,
  isJson: write.isJson,
  metadata: causedMetadata(position, event, write.metadata),
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
  const groups = Map.groupBy(outputs, (output) => `${orderOf(output)} ${output.stream}`)
  return [...groups.values()].sort(([a], [b]) => orderOf(a!) - orderOf(b!)).flat()
}

/** @param last the run at the end of its source, whose partitions are in their rows by now. */
export async function finalResultsIn(tx: ReadTransaction, last: Run, context: OutputContext): Promise<Output[]> {
  const { sources } = context.definition
  if (!isPartitioned(sources)) return finalOutputs([last.result], context)
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
