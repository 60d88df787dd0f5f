// <rillbox-map>: loads the graph of the store when it is first shown.

import { css, html } from 'lit'
import { ConnectedElement } from '../../model/connected-element.ts'
import { LateView } from '../../model/timing/late-view.ts'
import { map as texts } from '../../strings/english/map.ts'
import { define } from '../../kit/define.ts'
import { theme } from '../../kit/style/theme.ts'

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

  readonly #view = new LateView(this, async () => define('rillbox-map-graph', (await import('./map-graph.ts')).MapGraphElement))

  protected override render() {
    return this.#view.shown(
      () =>
        this.session?.store &&
        html`<rillbox-map-graph .session=${this.session} exportparts="graph, node, legend"></rillbox-map-graph>
          <rillbox-past .session=${this.session}></rillbox-past>`,
      html`<p class="muted">${texts.waiting}</p>`,
    )
  }
}
