// Converts the writes of a query to events for streams: emissions, results, links to results, the catalogue (projection-language §11, §12).

import type { QueryWrite, Sources } from '../../query/query.ts'
import type { Delivery } from '../source/batch.ts'
import type { Tag } from '../model/checkpoint.ts'
import { printTag, stampedMembers } from '../model/checkpoint-text.ts'
import type { Mode } from '../model/definition.ts'
import { causedMetadata } from '../model/metadata.ts'
import { catalogueStream, eventTypes, partitionResultStream, resultStream } from '../model/names.ts'
import { linkType } from '../../streams/system.ts'
import type { Stamp } from '../model/provenance.ts'

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
  /** Whether the name of its stream is recorded (§11.5). */
  readonly tracked: boolean
  /** Metadata for the stream before its first event, unless they are the usual ones. */
  readonly streamMetadata?: (truncateBefore: bigint | undefined) => string
}

export interface OutputContext {
  readonly name: string
  readonly mode: Mode
  readonly stamp: Stamp
  readonly sources: Sources
  /** Position of the last event that was handled before the deliveries. */
  readonly before: Tag
}

export interface Outputs {
  readonly outputs: readonly Output[]
  /** A write that is impossible ends the run at this delivery; earlier outputs are written. */
  readonly fault?: { readonly message: string; readonly event: number }
}

/** Whether results are written while events are handled (§12.2). */
export const writesRunningResults = (mode: Mode, { options }: Sources): boolean =>
  mode === 'Continuous' ? options.producesResults : !options.definesFold

/** @param writes in the order of writing. */
export function outputsOf(writes: readonly QueryWrite[], deliveries: readonly Delivery[], context: OutputContext): Outputs {
  const collector = new OutputCollector(deliveries, context)
  for (const write of writes) if (!collector.add(write)) break
  return collector
}

/** Writes to convert between two yields. */
const pieceLength = 500

/**
 * Like `outputsOf`, for so many writes that they would block the page.
 *
 * @param letOthers called between pieces.
 */
export async function outputsInPieces(
  writes: readonly QueryWrite[],
  deliveries: readonly Delivery[],
  context: OutputContext,
  letOthers: () => Promise<void>,
): Promise<Outputs> {
  const collector = new OutputCollector(deliveries, context)
  for (const [index, write] of writes.entries()) {
    if (!collector.add(write)) break
    if (index % pieceLength === pieceLength - 1) await letOthers()
  }
  return collector
}

class OutputCollector implements Outputs {
  readonly deliveries: readonly Delivery[]
  readonly context: OutputContext
  private readonly results: boolean
  outputs: Output[] = []
  fault?: { readonly message: string; readonly event: number }
  /** The event with late emissions, and its position in each stream that it writes to. */
  private lateIn = -1
  private latePositions = new Map<string, string>()
  private position = { event: -1, members: '' }

  constructor(deliveries: readonly Delivery[], context: OutputContext) {
    this.deliveries = deliveries
    this.context = context
    this.results = writesRunningResults(context.mode, context.sources)
  }

  /** @returns false where the run ends here. */
  add(write: QueryWrite): boolean {
    const { context, deliveries } = this
    const delivery = deliveries[write.event]!
    const position = this.positionOf(write.event)
    if (write.kind === 'emit') {
      const output = write.position === undefined ? emission(write, delivery, position) : lateEmission(write, deliveries, context)
      if (this.isTornApart(output, write.position !== undefined)) return this.end(tornApart, write.event)
      this.push(output)
    } else if (this.results && write.kind === 'partition') this.push(catalogueEntry(write, delivery, position, context))
    else if (this.results && write.kind === 'result') {
      const written = resultOutputs(write, delivery, position, context)
      if (typeof written === 'string') return this.end(written, write.event)
      const fault = outOfOrder(this.outputs, written, write.event)
      if (fault !== undefined) return this.end(fault, write.event)
      for (const output of written) this.push(output)
    }
    return true
  }

  /** Members for the position of an event; remembered, because an event may have many writes. */
  private positionOf(event: number): string {
    if (this.position.event !== event) {
      const { tag } = this.deliveries[event]!
      this.position = { event, members: stampedMembers(tag, this.context.stamp) }
    }
    return this.position.members
  }

  private push(output: Output): void {
    this.outputs.push(output)
    if (this.lateIn === output.event) this.latePositions.set(output.stream, printTag(output.tag))
  }

  /** Drops all outputs of the event that ends the run. */
  private end(message: string, event: number): false {
    this.outputs = this.outputs.filter((output) => output.event < event)
    this.fault = { message, event }
    return false
  }

  /** Whether one event writes to one stream with two positions, which only late emissions can cause. */
  private isTornApart(output: Output, isLate: boolean): boolean {
    const { event } = output
    if (isLate && this.lateIn !== event) {
      this.lateIn = event
      this.latePositions = this.positionsIn(event)
    }
    if (this.lateIn !== event) return false
    const other = this.latePositions.get(output.stream)
    return other !== undefined && other !== printTag(output.tag)
  }

  /** The position of the event in each stream that it has written to so far. */
  private positionsIn(event: number): Map<string, string> {
    const positions = new Map<string, string>()
    for (let index = this.outputs.length - 1; index >= 0 && this.outputs[index]!.event === event; index--) {
      const { stream, tag } = this.outputs[index]!
      positions.set(stream, printTag(tag))
    }
    return positions
  }
}

/** A result cannot follow an emission of the same event to the same stream: to the reference that is a step back. */
function outOfOrder(outputs: readonly Output[], results: readonly Output[], event: number): string | undefined {
  for (let index = outputs.length - 1; index >= 0 && outputs[index]!.event === event; index--) {
    const { stream, tag } = outputs[index]!
    if (results.some((result) => result.stream === stream)) return `Invalid event order.  '${printTag(tag)}' goes after '${printTag(tag)}'`
  }
  return undefined
}

const tornApart = 'events must share the same CausedByTag'

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

/** Emitted during one event, but with the position of the event before. */
function lateEmission(write: Write<'emit'>, deliveries: readonly Delivery[], { before: earlier, stamp }: OutputContext): Output {
  const { event } = deliveries[write.event]!
  const tag = deliveries[write.position ?? -1]?.tag ?? earlier
  return emission(write, { event, tag }, stampedMembers(tag, stamp))
}

const catalogueEntry = (write: Write<'partition'>, { tag }: Delivery, position: string, { name }: OutputContext): Output => ({
  stream: catalogueStream(name),
  type: eventTypes.partition,
  data: write.partition,
  isJson: false,
  metadata: `{${position}}`,
  tag,
  event: write.event,
  tracked: false,
})

/** @returns a fault's message where the pattern of partition results is malformed. */
function resultOutputs(write: Write<'result'>, { event, tag }: Delivery, position: string, context: OutputContext): Output[] | string {
  const { name, sources } = context
  const stream = resultStream(name, sources.options.resultStreamName)
  const common = { metadata: causedMetadata(position, event, []), tag, event: write.event, tracked: false }
  const type = write.result === undefined ? eventTypes.resultRemoved : eventTypes.result
  const result = { ...common, type, data: write.result ?? '', isJson: true }
  if (write.partition === '') return [{ ...result, stream }]
  const own = partitionResultStream(name, sources.options.partitionResultStreamNamePattern, write.partition)
  if (own.kind === 'malformed') return own.message
  const partitionResult = { ...result, stream: own.name }
  return [partitionResult, { ...common, stream, type: linkType, data: { linkTo: partitionResult }, isJson: false }]
}

/**
 * Puts outputs into the order of writing. The outputs of one read of the source are written stream by stream, and links to other
 * outputs come last, because readers resolve them as of the time of the link.
 */
export function inWritingOrder(outputs: readonly Output[], deliveries: readonly Delivery[]): Output[] {
  const groups = new Map<string, Output[]>()
  let last: Output | undefined
  let lastGroup: Output[] = []
  for (const output of outputs) {
    const isLink = typeof output.data !== 'string'
    const read = deliveries[output.event]?.read
    // Most outputs join the group of the one before, and a key costs as much as all the rest.
    const isAlike = last?.stream === output.stream && (typeof last.data !== 'string') === isLink && deliveries[last.event]?.read === read
    last = output
    if (isAlike) {
      lastGroup.push(output)
      continue
    }
    const key = `${read} ${isLink ? 1 : 0} ${output.stream}`
    lastGroup = groups.get(key) ?? []
    if (lastGroup.length === 0) groups.set(key, lastGroup)
    lastGroup.push(output)
  }
  const order = (group: readonly Output[]) => (deliveries[group[0]!.event]?.read ?? 0) * 2 + (typeof group[0]!.data === 'string' ? 0 : 1)
  return [...groups.values()].sort((a, b) => order(a) - order(b)).flat()
}

/**
 * The outputs at the end of a query's source: a result for each partition in order of appearance, and an end mark (§12.4).
 *
 * @param results as texts, in that order; undefined where a partition has none.
 */
export function finalOutputs(results: readonly (string | undefined)[], { name, sources, stamp }: Omit<OutputContext, 'before'>): Output[] {
  const tag: Tag = { kind: 'phase', completed: true }
  const common = {
    stream: resultStream(name, sources.options.resultStreamName),
    isJson: true,
    metadata: `{${stampedMembers(tag, stamp)}}`,
    tag,
    event: -1,
    tracked: false,
  }
  const events = sources.options.definesFold ? results.map((result) => ({ ...common, type: eventTypes.result, data: result ?? '' })) : []
  return [...events, { ...common, type: eventTypes.endOfResults, data: '' }]
}
