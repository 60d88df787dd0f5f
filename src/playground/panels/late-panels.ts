// <rillbox-map>, <rillbox-compare> and <rillbox-past>: their views load when they are first shown, the last one's when its fold first opens.

import { css, html, nothing } from 'lit'
import { define } from '../kit/define.ts'
import { theme } from '../kit/style/theme.ts'
import { withState } from '../kit/with-state.ts'
import { ConnectedElement } from '../model/connected-element.ts'
import { draftsIn } from '../model/draft/projection-draft.ts'
import { LateView } from '../model/timing/late-view.ts'
import { frame } from '../strings/english/frame.ts'
import { map } from '../strings/english/map.ts'

export class MapElement extends ConnectedElement {
  static override styles = [
    theme,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 0.5rem;
      }
      rillbox-map-graph {
        flex: 1 1 0%;
        min-block-size: 12rem;
      }
    `,
  ]

  readonly #view = new LateView(this, async () => define('rillbox-map-graph', (await import('./map/map-graph.ts')).MapGraphElement))

  protected override render() {
    const { session } = this
    const graph = () =>
      session?.store &&
      html`<rillbox-map-graph .session=${session} exportparts="graph, node, legend"></rillbox-map-graph>
        <rillbox-past .session=${session}></rillbox-past>`
    return this.#view.shown(graph, html`<p class="muted">${map.waiting}</p>`)
  }
}

export class CompareElement extends ConnectedElement {
  static override styles = [theme]

  readonly #view = new LateView(this, async () =>
    define('rillbox-compare-view', (await import('./compare/compare-view.ts')).CompareViewElement),
  )

  protected override render() {
    const { session } = this
    const parts = 'controls, outcome, first, states, streams'
    const view = () => session?.store && html`<rillbox-compare-view .session=${session} exportparts=${parts}></rillbox-compare-view>`
    return this.#view.shown(view, html`<p class="muted">${frame.starting}</p>`)
  }
}

export class PastElement extends withState(ConnectedElement, { isOpen: false }) {
  static override styles = [
    theme,
    css`
      p {
        margin: 0.5rem 0 0;
      }
    `,
  ]

  readonly #view = new LateView(this, async () => define('rillbox-past-states', (await import('./past/past-view.ts')).PastStatesElement))

  protected override render() {
    const { session } = this
    if (!session?.picture || draftsIn(session.picture).length === 0) return nothing
    return html`<details .open=${this.isOpen} @toggle=${this.#toggle}>
      <summary>${map.past.title}</summary>
      ${this.isOpen ? this.#view.shown(() => html`<rillbox-past-states .session=${session}></rillbox-past-states>`) : nothing}
    </details>`
  }

  readonly #toggle = ({ target }: Event): void => {
    this.isOpen = (target as HTMLDetailsElement).open
    if (this.isOpen) void this.#view.load()
  }
}
