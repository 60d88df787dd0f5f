// Renders a query before the editor is loaded: coloured text under a transparent text area, in the editor's measures.

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import type { DraftFault } from '../../model/draft/draft.ts'
import { editor as texts } from '../../strings/english/editor.ts'
import { rangeOf } from './fault-range.ts'
import { paint } from '../../language/paint.ts'
import { onText } from '../../kit/fields.ts'

export interface PlainView {
  readonly text: string
  readonly fault: DraftFault | undefined
  readonly readOnly: boolean
  readonly hint: string
  onInput(text: string): void
}

/** The text area has the size of the text; the box around it scrolls both. */
export const plainView = ({ text, fault, readOnly, hint, onInput }: PlainView) => html`
  <div
    class="plain"
    part="editor"
    tabindex=${readOnly ? 0 : nothing}
    role=${readOnly ? 'group' : nothing}
    aria-label=${readOnly ? texts.query : nothing}
  >
    <div class="numbers" aria-hidden="true">
      ${text.split('\n').map((_line, index) => html`<div class=${fault?.line === index + 1 ? 'wrong' : nothing}>${index + 1}</div>`)}
    </div>
    <div class="text">
      <pre aria-hidden=${readOnly ? nothing : 'true'}>${pieces(text, fault)}${'\n'}</pre>
      ${
        readOnly
          ? nothing
          : html`<textarea
              aria-label=${texts.query}
              aria-describedby="way-out"
              placeholder=${hint}
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
              wrap="off"
              rows="1"
              .value=${live(text)}
              @input=${onText(onInput)}
            ></textarea>`
      }
    </div>
  </div>
`

const pieces = (text: string, fault: DraftFault | undefined) =>
  paint(text, fault && rangeOf(text, fault)).map(({ text, colour, wrong }) =>
    colour || wrong ? html`<span class="${colour ?? ''} ${wrong ? 'wrong' : ''}">${text}</span>` : text,
  )
