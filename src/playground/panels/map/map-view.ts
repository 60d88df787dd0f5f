// Decides how large nodes are, what screen readers hear of them, and where arrow keys lead.

import { visibleLine } from '../../kit/visible-text.ts'
import { map as texts } from '../../strings/english/map.ts'
import { printCount } from '../../strings/counts.ts'
import type { LayoutSizes, Placed } from './layered-layout.ts'
import type { MapEdge, MapNode, StoreMap } from './map-model.ts'

const widest = 190
const narrowest = 80

/** As wide as the room allows: on a phone three layers fit beside each other, on a desk nodes do not grow without end. */
export function sizesFor(room: number, layers: number): LayoutSizes {
  const across = room / layers < 170 ? 22 : 64
  const width = Math.min(widest, Math.max(narrowest, Math.floor((room - across * (layers - 1)) / layers)))
  return { width, height: 46, across, between: 12 }
}

/** A sentence for those who do not see the edges. */
export function describeNode({ id, kind, name, count, projection }: MapNode, { nodes, edges }: StoreMap): string {
  const named = new Map(nodes.map((node) => [node.id, nameOf(node)]))
  const namesOf = (ids: readonly string[]): string => ids.map((other) => named.get(other)).join(', ')
  const reads = namesOf(edges.flatMap(({ from, to, kind }) => (to === id && kind === 'reads' ? [from] : [])))
  const readers = namesOf(edges.flatMap(({ from, to, kind }) => (from === id && kind === 'reads' ? [to] : [])))
  const writes = namesOf(edges.flatMap(({ from, to, kind }) => (from === id && (kind === 'emits' || kind === 'links') ? [to] : [])))
  const writers = namesOf(edges.flatMap(({ from, to, kind }) => (to === id && (kind === 'emits' || kind === 'links') ? [from] : [])))
  if (projection)
    return sentence([
      texts.projection(visibleLine(name)),
      projection.fault ? texts.hasFailed(visibleLine(projection.fault.message)) : texts.handled(texts.events(count, printCount(count))),
      reads && texts.reads(reads),
      writes && texts.writes(writes),
    ])
  if (kind === 'more') return sentence([name && texts.category(visibleLine(name)), texts.moreStreams(printCount(count))])
  const what = kind === 'all' ? texts.all : kind === 'category' ? texts.category(visibleLine(name)) : texts.stream(visibleLine(name))
  return sentence([what, texts.events(count, printCount(count)), readers && texts.readBy(readers), writers && texts.writtenBy(writers)])
}

export function nameOf({ kind, name, count }: MapNode): string {
  if (kind === 'more') return `+${printCount(count)}`
  if (kind === 'all') return texts.all
  // The end tells streams of results apart, and the edge says whose they are.
  return kind === 'category' ? `${visibleLine(name)}-*` : visibleLine(name.replace(/^\$projections-/, '…'))
}

const sentence = (parts: readonly string[]): string => parts.filter(Boolean).join(', ')

/**
 * @param nodes in the order of the list.
 * @returns the node that an arrow key leads to: along an edge if there is one, otherwise to the next layer.
 */
export function neighbourFor(key: string, current: string, nodes: readonly Placed[], edges: readonly MapEdge[]): string | undefined {
  const here = nodes.findIndex(({ id }) => id === current)
  const place = nodes[here]
  if (!place) return undefined
  return {
    ArrowDown: nodes[here + 1]?.id,
    ArrowUp: nodes[here - 1]?.id,
    ArrowRight: edges.find(({ from }) => from === current)?.to ?? nodes.find(({ layer }) => layer === place.layer + 1)?.id,
    ArrowLeft: edges.find(({ to }) => to === current)?.from ?? nodes.findLast(({ layer }) => layer === place.layer - 1)?.id,
    Home: nodes[0]?.id,
    End: nodes.at(-1)?.id,
  }[key]
}
