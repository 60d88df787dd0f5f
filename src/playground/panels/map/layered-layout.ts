// Places the nodes of a graph in layers from its sources to its ends, with few crossings.

export interface LayoutEdge {
  readonly from: string
  readonly to: string
}

export interface LayoutSizes {
  readonly width: number
  readonly height: number
  /** Between two layers. */
  readonly across: number
  /** Between two nodes of a layer. */
  readonly between: number
}

export interface Placed {
  readonly id: string
  readonly layer: number
  readonly x: number
  readonly y: number
}

/** Sweeps over all layers; more hardly change anything. */
const sweeps = 4

export type Layout = Readonly<ReturnType<typeof layoutOf>>

/**
 * @param ids in the order that decides where nothing else does.
 * @param edges of which those that close a circle decide no layer.
 */
export function layoutOf(ids: readonly string[], edges: readonly LayoutEdge[], sizes: LayoutSizes) {
  const forward = withoutCircles(ids, edges)
  const layerOf = longestPaths(ids, forward)
  const layers = ordered(layersOf(ids, layerOf), edges)
  const tallest = Math.max(0, ...layers.map(({ length }) => length))
  const step = sizes.height + sizes.between
  const height = Math.max(0, tallest * step - sizes.between)
  /** From the first layer to the last, each from its top. */
  const nodes = layers.flatMap((layer, index): readonly Placed[] => {
    const top = (height - (layer.length * step - sizes.between)) / 2
    return layer.map((id, place) => ({ id, layer: index, x: index * (sizes.width + sizes.across), y: top + place * step }))
  })
  return { nodes, layers: layers.length, width: Math.max(0, layers.length * (sizes.width + sizes.across) - sizes.across), height }
}

/** Drops the edges that lead back to where a walk came from. */
function withoutCircles(ids: readonly string[], edges: readonly LayoutEdge[]): readonly LayoutEdge[] {
  const leaving = groupedBy(edges, 'from')
  const state = new Map<string, 'entered' | 'left'>()
  const kept: LayoutEdge[] = []
  const visit = (id: string): void => {
    state.set(id, 'entered')
    for (const edge of leaving.get(id) ?? []) {
      if (state.get(edge.to) === 'entered') continue
      kept.push(edge)
      if (!state.has(edge.to)) visit(edge.to)
    }
    state.set(id, 'left')
  }
  const entered = new Set(edges.map(({ to }) => to))
  // From the sources first, so that an edge back to one of them is the one that is dropped.
  for (const id of [...ids.filter((id) => !entered.has(id)), ...ids]) if (!state.has(id)) visit(id)
  return kept
}

function longestPaths(ids: readonly string[], edges: readonly LayoutEdge[]): ReadonlyMap<string, number> {
  const arriving = groupedBy(edges, 'to')
  const layers = new Map<string, number>()
  const layerOf = (id: string): number => {
    const known = layers.get(id)
    if (known !== undefined) return known
    const layer = Math.max(-1, ...(arriving.get(id) ?? []).map(({ from }) => layerOf(from))) + 1
    layers.set(id, layer)
    return layer
  }
  for (const id of ids) layerOf(id)
  return layers
}

function layersOf(ids: readonly string[], layerOf: ReadonlyMap<string, number>): string[][] {
  const layers: string[][] = []
  for (const id of ids) (layers[layerOf.get(id)!] ??= []).push(id)
  return layers
}

/** Sorts each layer by the mean place of its neighbours, forwards and backwards in turn. */
function ordered(layers: readonly string[][], edges: readonly LayoutEdge[]): readonly (readonly string[])[] {
  const result = layers.map((layer) => [...layer])
  const places = new Map<string, number>()
  const remember = (layer: readonly string[]): void => layer.forEach((id, place) => places.set(id, place - (layer.length - 1) / 2))
  for (const layer of result) remember(layer)
  const neighbours = { arriving: groupedBy(edges, 'to'), leaving: groupedBy(edges, 'from') }
  const meanOf = (id: string, side: 'arriving' | 'leaving'): number => {
    const found = (neighbours[side].get(id) ?? []).flatMap((edge) => places.get(side === 'arriving' ? edge.from : edge.to) ?? [])
    return found.length === 0 ? places.get(id)! : found.reduce((sum, place) => sum + place, 0) / found.length
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const side = sweep % 2 === 0 ? 'arriving' : 'leaving'
    for (const layer of sweep % 2 === 0 ? result : result.toReversed()) {
      const means = new Map(layer.map((id) => [id, meanOf(id, side)]))
      layer.sort((one, other) => means.get(one)! - means.get(other)!)
      remember(layer)
    }
  }
  return result
}

function groupedBy(edges: readonly LayoutEdge[], end: 'from' | 'to'): ReadonlyMap<string, readonly LayoutEdge[]> {
  return Map.groupBy(edges, (edge) => edge[end])
}

/** A curve from the right side of a node to the left side of another; back to an earlier layer it runs below both. */
export function curveBetween(from: Placed, to: Placed, { width, height }: LayoutSizes): string {
  const [startX, startY, endX, endY] = [from.x + width, from.y + height / 2, to.x, to.y + height / 2]
  if (to.layer > from.layer) {
    const bend = (endX - startX) / 2
    return `M${startX} ${startY}C${startX + bend} ${startY} ${endX - bend} ${endY} ${endX} ${endY}`
  }
  const below = Math.max(from.y, to.y) + height + 14
  return `M${startX} ${startY}C${startX + 28} ${startY} ${startX + 28} ${below} ${startX - 8} ${below}L${endX + 8} ${below}C${endX - 28} ${below} ${endX - 28} ${endY} ${endX} ${endY}`
}
