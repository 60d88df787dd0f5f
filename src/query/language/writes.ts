// Collects the writes of events in a form that is cheap for engine and host: numbers, names and texts.

import type { Slot } from './partitions.ts'
import { dictionary, list } from './primordials.ts'

/** The writes of one event, or of a run's finished events. */
export interface WriteSink {
  /**
   * A sequence of: 0, event, site, length of the data; 3 and the same, then the number of names, and the event whose position it bears
   * or -1; 1, event, length of the result or -1; 2, event. Events are counted over the whole run.
   */
  readonly numbers: number[]
  /** Names and JSON of metadata members, and partitions of results and catalogue entries, in the order of `numbers`. */
  readonly names: string[]
  /** Data of emissions, and results. */
  readonly texts: string[]
  /** The event that wrote last, and the start of its writes. */
  event: number
  firstNumber: number
  firstName: number
  firstText: number
}

const openSink = (): WriteSink => ({
  numbers: list(),
  names: list(),
  texts: list(),
  event: -1,
  firstNumber: 0,
  firstName: 0,
  firstText: 0,
})
const total = openSink()

type Sites = Record<string, number | undefined>
/** A flat list of stream, type and whether JSON: most queries emit to few places, which a report names once. */
let sites = list<string | boolean>()
let siteCount = 0
let emitSites = dictionary<Sites>()
let linkSites = dictionary<Sites>()

function begin(sink: WriteSink, event: number): void {
  if (sink.event === event) return
  sink.event = event
  sink.firstNumber = sink.numbers.length
  sink.firstName = sink.names.length
  sink.firstText = sink.texts.length
}

export const writes = {
  /** The sink for the current event's writes. */
  sink: total,
  /** The writes of finished events, in the order of the source. */
  total,
  openSink,

  /** @param position the event whose position it bears, where that is an earlier one; otherwise -1. */
  emission(event: number, site: number, data: string, metadata: readonly string[], position: number): void {
    const { sink } = writes
    begin(sink, event)
    const { numbers, names, texts } = sink
    const end = numbers.length
    const isBare = metadata.length === 0 && position < 0
    numbers[end] = isBare ? 0 : 3
    numbers[end + 1] = event
    numbers[end + 2] = site
    numbers[end + 3] = data.length
    texts[texts.length] = data
    if (isBare) return
    numbers[end + 4] = metadata.length
    numbers[end + 5] = position
    for (let i = 0; i < metadata.length; i += 1) names[names.length] = metadata[i]!
  },

  result(event: number, { name }: Slot, result: string | undefined): void {
    const { sink } = writes
    begin(sink, event)
    const { numbers, names, texts } = sink
    const end = numbers.length
    numbers[end] = 1
    numbers[end + 1] = event
    numbers[end + 2] = result === undefined ? -1 : result.length
    names[names.length] = name
    if (result !== undefined) texts[texts.length] = result
  },

  /** The catalogue entry of a partition. */
  entry(event: number, { name }: Slot): void {
    const { sink } = writes
    begin(sink, event)
    const { numbers, names } = sink
    const end = numbers.length
    numbers[end] = 2
    numbers[end + 1] = event
    names[names.length] = name
  },

  /** Takes back the last entry. */
  dropEntry(): void {
    writes.sink.numbers.length -= 2
    writes.sink.names.length -= 1
  },

  /** Takes back the writes of a failed event. */
  drop(event: number): void {
    const { sink } = writes
    if (sink.event !== event) return
    sink.numbers.length = sink.firstNumber
    sink.names.length = sink.firstName
    sink.texts.length = sink.firstText
  },

  /** Adds the writes of a finished event from a sink of its own. */
  release(sink: WriteSink): void {
    append(total.numbers, sink.numbers)
    append(total.names, sink.names)
    append(total.texts, sink.texts)
  },

  sites: () => sites,
  siteOf,

  /** Clears the reported writes; no open sink refers to their sites any more. */
  reset(): void {
    total.numbers.length = 0
    total.names.length = 0
    total.texts.length = 0
    total.event = -1
    sites = list()
    siteCount = 0
    emitSites = dictionary()
    linkSites = dictionary()
  },
}

function siteOf(stream: string, type: string, isJson: boolean): number {
  const all = isJson ? emitSites : linkSites
  const types = (all[stream] ??= dictionary())
  const known = types[type]
  if (known !== undefined) return known
  const site = siteCount
  types[type] = site
  siteCount += 1
  const end = site * 3
  sites[end] = stream
  sites[end + 1] = type
  sites[end + 2] = isJson
  return site
}

function append<Item>(items: Item[], more: readonly Item[]): void {
  for (let i = 0; i < more.length; i += 1) items[items.length] = more[i]!
}
