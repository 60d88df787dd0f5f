// <rillbox-map-graph>: draws streams, projections and what they write as a graph whose nodes are also a list of buttons.

import type { PropertyValues } from 'lit'
import { html, nothing, svg } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { singleFlight } from '../../model/timing/single-flight.ts'
import { askForPanel } from '../../frame/panel-request.ts'
import { map as texts } from '../../strings/english/map.ts'
import { printCount } from '../../strings/counts.ts'
import { hasModifier } from '../../kit/modifiers.ts'
import { observeWidth } from '../../kit/observed.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, typed, withState } from '../../kit/with-state.ts'
import type { Layout, LayoutSizes, Placed } from './layered-layout.ts'
import { curveBetween, layoutOf } from './layered-layout.ts'
import type { MapEdge, MapFacts, MapNode, StoreMap } from './map-model.ts'
import { mapOf } from './map-model.ts'
import { mapStyle } from './map-style.ts'
import { describeNode, nameOf, neighbourFor, sizesFor } from './map-view.ts'
import { FactsReader } from './read-facts.ts'

/** Room around the graph, for outlines and for edges that lead back. */
const margin = 20

/** Room for the bar that a high graph scrolls with. */
const scrollbar = 16

/** The map of a moment, as it is drawn. */
interface Drawing {
  readonly map: StoreMap
  readonly layout: Layout
  readonly sizes: LayoutSizes
  readonly placed: ReadonlyMap<string, Placed>
}

export class MapGraphElement extends withState(ConnectedElement, {
  /** Undefined until read. */
  facts: later<MapFacts>(),
  unfolded: typed<ReadonlySet<string>>(new Set()),
  /** Width of the element in CSS pixels. */
  room: 0,
}) {
  static override styles = [theme, mapStyle]

  #reader: FactsReader | undefined
  /** The filling of the store that the reader knows. */
  #filling = -1
  #drawing: Drawing | undefined
  #isInView = false
  /** The node that Tab reaches. */
  #current: string | undefined

  readonly #read = singleFlight(async () => {
    const { session } = this
    const { store, picture } = session ?? {}
    if (!session || !store || !picture) return
    if (!this.#reader || this.#filling !== session.fillings || this.#reader.store !== store) this.#reader = new FactsReader(store)
    this.#filling = session.fillings
    const facts = await this.#reader.read(picture)
    if (facts && this.session?.store === store) this.facts = facts
  })

  protected override onSession(session: PlaygroundSession): void {
    this.atEnd(observeWidth(this, (width) => (this.room = Math.round(width))))
    this.whenever(() => {
      if (session.picture) void this.#read()
    })
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    if (this.facts && this.room > 0) this.#drawing = draw(mapOf(this.facts, this.unfolded), this.room)
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    const before = changed.get('facts')
    if (before && this.facts) this.#showMoves(mapOf(before, this.unfolded), this.facts)
    const scroll = this.renderRoot.querySelector('.scroll')
    if (!scroll || this.#isInView) return
    // Of a high graph the middle, where the projections are.
    this.#isInView = true
    scroll.scrollTop = (scroll.scrollHeight - scroll.clientHeight) / 2
  }

  protected override render() {
    const drawing = this.#drawing
    if (!this.facts || !drawing) return nothing
    const { map, layout, sizes, placed } = drawing
    if (map.nodes.length === 0) return html`<p class="muted">${texts.empty}</p>`
    const nodes = new Map(map.nodes.map((node) => [node.id, node]))
    this.#current = this.#current && nodes.has(this.#current) ? this.#current : layout.nodes[0]!.id
    const height = layout.height + 2 * margin
    return html`
      <p class="legend muted" part="legend">${texts.legend}</p>
      <div class="scroll">
        <div class="graph" part="graph" .style=${`inline-size: ${layout.width + 2 * margin}px; block-size: ${height}px`}>
          <svg aria-hidden="true" width=${layout.width + 2 * margin} height=${height}>
            <defs>
              <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                <path d="M0 0.5L7.5 4L0 7.5z" />
              </marker>
            </defs>
            <g transform="translate(${margin} ${margin})">
              ${repeat(
                map.edges,
                (edge) => `${edge.from} ${edge.to}`,
                (edge) => edgeView(edge, placed, sizes, nodes),
              )}
            </g>
          </svg>
          <ul aria-label=${texts.list} @keydown=${this.#onKey}>
            ${repeat(
              layout.nodes,
              ({ id }) => id,
              (place) => this.#node(nodes.get(place.id)!, place, drawing),
            )}
          </ul>
        </div>
      </div>
    `
  }

  #node(node: MapNode, { x, y }: Placed, { map, sizes }: Drawing) {
    const { id, kind, name, count, projection } = node
    const { selection } = this.session ?? {}
    const isChosen = (kind === 'projection' && selection?.projection === name) || (kind === 'stream' && selection?.stream === name)
    const described = describeNode(node, map)
    return html`
      <li .style=${`left: ${x + margin}px; top: ${y + margin}px; inline-size: ${sizes.width}px; block-size: ${sizes.height}px`}>
        <button
          type="button"
          part="node"
          class="${kind} ${projection?.activity ?? ''}"
          data-id=${id}
          tabindex=${id === this.#current ? 0 : -1}
          title=${described}
          aria-label=${described}
          aria-current=${isChosen ? 'true' : nothing}
          aria-expanded=${kind === 'category' ? this.unfolded.has(name) : nothing}
          @focus=${() => this.#focus(id)}
          @click=${(event: Event) => this.#choose(node, event.currentTarget as HTMLElement)}
        >
          <span class="name cut">${nameOf(node)}</span>
          <span class="count muted tiny"
            >${projection?.activity === 'faulted' ? texts.faulted : kind === 'more' ? texts.more : printCount(count)}</span
          >
        </button>
      </li>
    `
  }

  #focus(id: string): void {
    if (this.#current === id) return
    this.#current = id
    this.requestUpdate()
  }

  #onKey(event: KeyboardEvent): void {
    if (hasModifier(event)) return
    const drawing = this.#drawing
    const next = drawing && this.#current && neighbourFor(event.key, this.#current, drawing.layout.nodes, drawing.map.edges)
    if (!next) return
    event.preventDefault()
    this.renderRoot.querySelector<HTMLElement>(`[data-id="${CSS.escape(next)}"]`)?.focus()
  }

  /** Opens a stream, a projection or the list of further streams in its panel; unfolds a category. */
  #choose({ kind, name }: MapNode, button: HTMLElement): void {
    const { session } = this
    if (!session) return
    if (kind === 'category') {
      const unfolded = new Set(this.unfolded)
      if (!unfolded.delete(name)) unfolded.add(name)
      this.unfolded = unfolded
      const { left, top } = button.getBoundingClientRect()
      // What the reader has clicked stays where it is.
      void this.updateComplete.then(() => {
        const moved = button.getBoundingClientRect()
        this.renderRoot.querySelector('.scroll')!.scrollBy(moved.left - left, moved.top - top)
      })
      return
    }
    if (kind === 'projection') session.select({ ...session.selection, projection: name, partition: undefined })
    if (kind === 'stream') session.select({ ...session.selection, stream: name, event: undefined })
    // A chosen stream would stand in place of the list where there is no room for both.
    if (kind === 'more')
      session.select({ ...session.selection, stream: undefined, event: undefined, streamFilter: name === '' ? '' : `${name}-` })
    askForPanel(this, kind === 'projection' ? 'result' : 'streams')
  }

  /** Lets the nodes whose counts have changed, and the edges that lead to them, light up for a moment. */
  #showMoves(before: StoreMap, facts: MapFacts): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const counts = new Map(before.nodes.map(({ id, count }) => [id, count]))
    for (const { id, count } of mapOf(facts, this.unfolded).nodes) {
      if (counts.get(id) === count) continue
      const colour = getComputedStyle(this).getPropertyValue('--_accent')
      this.renderRoot
        .querySelector(`[data-id="${CSS.escape(id)}"]`)
        ?.animate([{ boxShadow: `0 0 0 4px ${colour}` }, { boxShadow: '0 0 0 0 transparent' }], { duration: 900, easing: 'ease-out' })
      for (const edge of this.renderRoot.querySelectorAll(`path[data-to="${CSS.escape(id)}"]`))
        edge.animate([{ color: colour, strokeWidth: '3' }, {}], { duration: 900, easing: 'ease-out' })
    }
  }
}

function draw(map: StoreMap, room: number): Drawing {
  const ids = map.nodes.map(({ id }) => id)
  const { layers } = layoutOf(ids, map.edges, sizesFor(room, 1))
  const sizes = sizesFor(room - 2 * margin - scrollbar, layers)
  const layout = layoutOf(ids, map.edges, sizes)
  return { map, layout, sizes, placed: new Map(layout.nodes.map((node) => [node.id, node])) }
}

function edgeView(
  { from, to, kind }: MapEdge,
  placed: ReadonlyMap<string, Placed>,
  sizes: LayoutSizes,
  nodes: ReadonlyMap<string, MapNode>,
) {
  const isFaulted = [from, to].some((id) => nodes.get(id)?.projection?.activity === 'faulted')
  return svg`<path
    class="${kind} ${isFaulted ? 'faulted' : ''}"
    data-to=${to}
    d=${curveBetween(placed.get(from)!, placed.get(to)!, sizes)}
    marker-end=${kind === 'contains' ? nothing : 'url(#tip)'}
  ></path>`
}
