// <rillbox-snippets>: copies a request as a curl command, a call of fetch or a module for Node, and shows the code.

import { LitElement, css, html, nothing } from 'lit'
import { requests as texts } from '../../strings/english/requests.ts'
import { theme } from '../../kit/theme.ts'
import { clientCall } from './client-call.ts'
import { curlCommand } from './curl.ts'
import { fetchCall } from './fetch-call.ts'
import type { SentRequest } from './sent-request.ts'

const languages = ['curl', 'fetch', 'client'] as const
type SnippetLanguage = (typeof languages)[number]

/** Name of the client library in the registry. */
const library = 'geteventstore-promise'

export class SnippetsElement extends LitElement {
  static override properties = {
    request: { attribute: false },
    shown: { state: true },
  }
  static override styles = [
    theme,
    css`
      :host {
        min-width: 0;
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      pre {
        max-height: 14rem;
        margin-block-start: 0.5rem;
        padding: 0.5rem 0.75rem;
        border: 1px solid var(--_border);
        border-radius: var(--_radius);
        background: var(--_background);
        font-size: 0.75rem;
        line-height: 1.5;
      }
      p {
        margin: 0.25rem 0 0;
        font-size: 0.75rem;
      }
    `,
  ]

  /** The request, sent or about to be sent. */
  declare request: SentRequest | undefined
  /** The language whose code is shown: the last one copied. */
  declare protected shown: SnippetLanguage | undefined

  protected override render() {
    const { request, shown } = this
    if (!request) return nothing
    const code = shown && codeIn(shown, request)
    return html`
      <div class="buttons">
        ${languages.map((language) =>
          codeIn(language, request) === undefined
            ? nothing
            : html`<rillbox-copy
                label=${texts.copyAs[language]}
                .text=${() => codeIn(language, request)!}
                @click=${() => (this.shown = language)}
              ></rillbox-copy>`,
        )}
      </div>
      ${code === undefined ? nothing : html`<pre role="group" tabindex="0" aria-label=${texts.codeAs[shown!]}>${code}</pre>`}
      ${code !== undefined && shown === 'client' ? html`<p class="muted">${texts.clientNote(library)}</p>` : nothing}
    `
  }
}

/** @returns undefined if the language has no words for the request. */
function codeIn(language: SnippetLanguage, request: SentRequest): string | undefined {
  switch (language) {
    case 'curl':
      return curlCommand(request)
    case 'fetch':
      return fetchCall(request)
    case 'client':
      return clientCall(request)
  }
}
