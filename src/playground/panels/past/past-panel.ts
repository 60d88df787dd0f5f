// <rillbox-past>: the fold with the states of all projections over time; what is inside loads when it first opens.

import { css, html, nothing } from 'lit'
import { define } from '../../kit/define.ts'
import { theme } from '../../kit/style/theme.ts'
import { withState } from '../../kit/with-state.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { LateView } from '../../model/timing/late-view.ts'
import { draftsIn } from '../../model/draft/projection-draft.ts'
import { map as texts } from '../../strings/english/map.ts'

export class PastElement extends withState(ConnectedElement, { isOpen: false }) {
  static override styles = [
    theme,
    css`
      p {
        margin: 0.5rem 0 0;
      }
    `,
  ]

  readonly #view = new LateView(this, async () => define('rillbox-past-states', (await import('./past-view.ts')).PastStatesElement))

  protected override render() {
    const { session } = this
    if (!session?.picture || draftsIn(session.picture).length === 0) return nothing
    return html`<details .open=${this.isOpen} @toggle=${this.#toggle}>
      <summary>${texts.past.title}</summary>
      ${this.isOpen ? this.#view.shown(() => html`<rillbox-past-states .session=${session}></rillbox-past-states>`) : nothing}
    </details>`
  }

  readonly #toggle = ({ target }: Event): void => {
    this.isOpen = (target as HTMLDetailsElement).open
    if (this.isOpen) void this.#view.load()
  }
}
