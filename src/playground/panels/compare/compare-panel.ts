// <rillbox-compare>: loads the comparison when it is first shown.

import { html } from 'lit'
import { define } from '../../kit/define.ts'
import { theme } from '../../kit/style/theme.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { LateView } from '../../model/timing/late-view.ts'
import { frame as texts } from '../../strings/english/frame.ts'

export class CompareElement extends ConnectedElement {
  static override styles = [theme]

  readonly #view = new LateView(this, async () => define('rillbox-compare-view', (await import('./compare-view.ts')).CompareViewElement))

  protected override render() {
    return this.#view.shown(
      () =>
        this.session?.store &&
        html`<rillbox-compare-view
          .session=${this.session}
          exportparts="controls, outcome, first, states, streams"
        ></rillbox-compare-view>`,
      html`<p class="muted">${texts.starting}</p>`,
    )
  }
}
