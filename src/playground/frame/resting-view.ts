// Renders the playground while its store is not open: the page's own content, a start button, progress or a failure.

import { html, nothing } from 'lit'
import type { Phase } from '../model/session.ts'
import type { Trouble } from '../model/trouble.ts'
import { frame as texts } from '../strings/english/frame.ts'

export interface Resting {
  readonly phase: Exclude<Phase, { kind: 'open' }>
  /** The query to come, as soon as it is known. */
  readonly query: string | undefined
  readonly waitsForClick: boolean
  /** Whether the page provides content to show. */
  readonly hasFallback: boolean
  /** Whether the scenario comes from the page's address. */
  readonly isLinkBroken: boolean
  /** Called when the reader is about to start the playground. */
  readonly prepare: () => void
  readonly start: () => void
  /** Starts the page's own playground instead of the link's. */
  readonly ignoreLink: () => void
}

/** A phase change moves nothing: the fallback keeps the place it had before the element was defined. */
export function restingView(resting: Resting) {
  const { phase, query, waitsForClick, hasFallback } = resting
  return html`
    <div class="frame resting ${hasFallback ? '' : 'bare'}" part="frame" title="">
      ${phase.kind === 'failed' ? troubleView(phase.trouble, resting) : nothing}
      ${hasFallback || phase.kind === 'failed' ? nothing : skeleton(query)}
      <div class="fallback" part="fallback" tabindex=${hasFallback ? 0 : nothing}><slot></slot></div>
      ${phase.kind === 'asleep' && waitsForClick ? startButton(resting) : nothing}
      ${phase.kind === 'opening' ? html`<div class="working" part="progress"></div>` : nothing}
    </div>
  `
}

const skeleton = (query: string | undefined) => html`
  <div class="skeleton" aria-hidden="true">
    <div class="head"></div>
    <div class="pane query">${query === undefined ? nothing : html`<pre>${query}</pre>`}</div>
    <div class="pane result"></div>
    <div class="bar"></div>
    <div class="pane data"></div>
    <div class="foot"></div>
  </div>
`

const startButton = ({ prepare, start }: Resting) => html`
  <div class="start">
    <button class="primary" part="start" @pointerenter=${prepare} @focus=${prepare} @click=${start}>${texts.start}</button>
  </div>
`

const troubleView = ({ what, details, hint }: Trouble, { isLinkBroken, start, ignoreLink }: Resting) => html`
  <div class="trouble" part="trouble" role="alert">
    <p><strong>${texts.failed}</strong></p>
    <p>${what}</p>
    ${
      details
        ? html`<ul>
            ${details.map((line) => html`<li class="code">${line}</li>`)}
          </ul>`
        : nothing
    }
    ${hint ? html`<p class="muted">${hint}</p>` : nothing}
    <button part="button" @click=${start}>${texts.tryAgain}</button>
    ${isLinkBroken ? html`<button part="button" @click=${ignoreLink}>${texts.openWithoutLink}</button>` : nothing}
  </div>
`
