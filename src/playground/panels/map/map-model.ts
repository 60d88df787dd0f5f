// Builds the graph of a store from the facts about its streams and projections.

import type { ListedStream } from '../../../engine/observe/listed-streams.ts'
import { categoryOf } from '../../../engine/queries/event-names.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { StreamWriter } from '../../../engine/inspect/inspection.ts'

type Sources = NonNullable<InspectedProjection['sources']>

export interface MapProjection extends Pick<InspectedProjection, 'name' | 'activity' | 'fault' | 'handled' | 'resultStream'> {
  /** Undefined if the query cannot be prepared. */
  readonly sources: Partial<Pick<Sources, 'allStreams' | 'categories' | 'streams'>> | undefined
}

export interface MapFacts {
  readonly streams: readonly ListedStream[]
  readonly projections: readonly MapProjection[]
  readonly emissions: readonly StreamWriter[]
}

export interface MapNode {
  readonly id: string
  /** `more`: streams that are not drawn, of an unfolded category or besides all others. */
  readonly kind: 'all' | 'category' | 'stream' | 'more' | 'projection'
  /** Name of the stream or projection; of a category without its dash; of other streams empty. */
  readonly name: string
  /** Events of a stream, a category or all streams; of a projection the events it has handled; of more streams their number. */
  readonly count: number
  readonly projection?: MapProjection
}

export type EdgeKind = 'reads' | 'emits' | 'links' | 'contains'

export interface MapEdge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
}

export interface StoreMap {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
}

/** Streams of an unfolded category that become nodes. */
const mostUnfolded = 12
/** Streams and categories that become nodes though no projection reads or writes them: more could neither be drawn nor looked through. */
const mostAlone = 100

/**
 * Streams of a category are one node where they are several, or where a projection reads the category; streams that a projection names
 * keep a node of their own.
 *
 * @param unfolded names of the categories whose streams are shown too.
 */
export function mapOf({ streams, projections, emissions }: MapFacts, unfolded: ReadonlySet<string>): StoreMap {
  const named = new Set(projections.flatMap(({ sources }) => sources?.streams ?? []))
  const read = new Set(projections.flatMap(({ sources }) => sources?.categories ?? []))
  const listed = new Map(streams.map((stream) => [stream.name, stream]))
  const shown = streams.filter(({ name, deleted }) => !name.startsWith('$') && deleted === 'no')
  const categories = foldedCategories(shown, read)
  const folded = (stream: string): string | undefined => {
    const category = categoryOf(stream)
    return category !== undefined && categories.has(category) && !named.has(stream) ? category : undefined
  }

  const nodes = new Map<string, MapNode>()
  const edges = new Map<string, MapEdge>()
  const add = (node: MapNode): string => {
    if (!nodes.has(node.id)) nodes.set(node.id, node)
    return node.id
  }
  const link = (from: string, to: string, kind: EdgeKind): void => void edges.set(`${from} ${to}`, { from, to, kind })
  const ofStream = (name: string): string => add({ id: `stream ${name}`, kind: 'stream', name, count: listed.get(name)?.events ?? 0 })
  const ofCategory = (name: string): string => {
    const id = `category ${name}`
    if (nodes.has(id)) return id
    const members = categories.get(name) ?? []
    const count = members.reduce((sum, { events }) => sum + events, 0)
    return add({ id, kind: 'category', name, count })
  }
  const ofAll = (): string => add({ id: 'all', kind: 'all', name: '', count: shown.reduce((sum, { events }) => sum + events, 0) })
  const placeOf = (stream: string): string => {
    const category = folded(stream)
    return category === undefined ? ofStream(stream) : ofCategory(category)
  }

  for (const { name } of shown) if (nodes.size < mostAlone) placeOf(name)
  for (const name of unfolded) {
    if (!categories.has(name)) continue
    const members = [...categories.get(name)!].sort((one, other) => natural.compare(one.name, other.name))
    for (const member of members.slice(0, mostUnfolded)) link(ofStream(member.name), ofCategory(name), 'contains')
  }
  for (const projection of projections) {
    const id = add({
      id: `projection ${projection.name}`,
      kind: 'projection',
      name: projection.name,
      count: projection.handled ?? 0,
      projection,
    })
    const { allStreams, categories: readCategories = [], streams: readStreams = [] } = projection.sources ?? {}
    if (allStreams) link(ofAll(), id, 'reads')
    for (const category of readCategories) link(ofCategory(category), id, 'reads')
    for (const stream of readStreams) link(ofStream(stream), id, 'reads')
    if (listed.get(projection.resultStream)?.events) link(id, placeOf(projection.resultStream), 'emits')
  }
  for (const { projection, stream, isLink } of emissions)
    if (nodes.has(`projection ${projection}`)) link(`projection ${projection}`, placeOf(stream), isLink ? 'links' : 'emits')
  const addMore = (category: string, streams: readonly ListedStream[]): void => {
    const count = streams.filter(({ name }) => !nodes.has(`stream ${name}`)).length
    if (count === 0) return
    const more = add({ id: `more ${category}`, kind: 'more', name: category, count })
    if (category !== '') link(more, ofCategory(category), 'contains')
  }
  for (const name of unfolded) addMore(name, categories.get(name) ?? [])
  addMore(
    '',
    shown.filter(({ name }) => !nodes.has(`category ${folded(name)}`)),
  )
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

/** @returns the streams of each category that is one node. */
function foldedCategories(shown: readonly ListedStream[], read: ReadonlySet<string>): ReadonlyMap<string, readonly ListedStream[]> {
  const categories = new Map<string, readonly ListedStream[]>([...read].map((name) => [name, []]))
  for (const [name, members] of Map.groupBy(shown, (stream) => categoryOf(stream.name)))
    if (name !== undefined && (members.length > 1 || read.has(name))) categories.set(name, members)
  return categories
}

const natural = new Intl.Collator('en', { numeric: true })
