// <rillbox-snippets>: copies a request as a command or as code, and shows it.

import { LitElement, css, html, nothing } from 'lit'
import { requests as texts } from '../../strings/english/requests.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import { renderings } from '../../../renderings/renderings.ts'
import type { Rendering } from '../../../renderings/renderings.ts'
import type { SentRequest } from '../../../renderings/request.ts'

export class SnippetsElement extends withState(LitElement, {
  /** The request, sent or about to be sent. */
  request: later<SentRequest>(),
  /** The rendering whose code is shown: the last one copied. */
  shown: later<Rendering>(),
}) {
  static override styles = [
    theme,
    css`
      pre {
        max-height: 14rem;
        margin-block-start: 0.5rem;
        padding: 0.5rem 0.75rem;
        background: var(--_background);
        font-size: 0.75rem;
        line-height: 1.5;
      }
      p {
        margin: 0.25rem 0 0;
      }
    `,
  ]

  protected override render() {
    const { request, shown } = this
    if (!request) return nothing
    const code = shown?.code(request)
    return html`
      <div class="flow">
        ${renderings.map((rendering) =>
          rendering.code(request) === undefined
            ? nothing
            : html`<rillbox-copy
                .label=${texts.copyAs(rendering.label)}
                .text=${() => rendering.code(request)!}
                @click=${() => (this.shown = rendering)}
              ></rillbox-copy>`,
        )}
      </div>
      ${code === undefined ? nothing : html`<pre class="box" role="group" tabindex="0" aria-label=${shown!.label}>${code}</pre>`}
      ${code === undefined || shown?.library === undefined ? nothing : html`<p class="muted tiny">${texts.needsLibrary(shown.library)}</p>`}
    `
  }
}
