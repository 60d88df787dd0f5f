// <rillbox-map>: loads the graph of the store when it is first shown.

import type { PropertyDeclarations } from 'lit'
import { css, html } from 'lit'
import { ConnectedElement } from '../../model/connected-element.ts'
import { troubleOf } from '../../model/trouble.ts'
import { map as texts } from '../../strings/english/map.ts'
import { define } from '../../kit/define.ts'
import { theme } from '../../kit/theme.ts'

export class MapElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    isLoaded: { state: true },
    trouble: { state: true },
  }
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

  /** An element without its class would keep the session to itself. */
  declare protected isLoaded: boolean
  declare protected trouble: string

  constructor() {
    super()
    this.isLoaded = false
    this.trouble = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    import('./map-graph.ts').then(
      ({ MapGraphElement }) => {
        define('rillbox-map-graph', MapGraphElement)
        this.isLoaded = true
      },
      (error: unknown) => (this.trouble = troubleOf(error).what),
    )
  }

  protected override render() {
    if (this.trouble) return html`<p class="danger" role="alert">${this.trouble}</p>`
    if (!this.session?.store || !this.isLoaded) return html`<p class="muted">${texts.waiting}</p>`
    return html`<rillbox-map-graph .session=${this.session} exportparts="graph, node, legend"></rillbox-map-graph>
      <rillbox-past .session=${this.session}></rillbox-past>`
  }
}
