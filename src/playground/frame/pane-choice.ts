// The buttons that give one pane the whole playground, or the playground the whole screen, and their styles.

import { css, html, nothing } from 'lit'
import { frame as texts } from '../strings/english/frame.ts'

/** The query, its result, or the tabs with the open one. */
export const panes = ['editor', 'result', 'tabs'] as const
export type Pane = (typeof panes)[number]

/** @param there panes that stand side by side. @param only the only one shown; undefined for all. */
export function paneChoice(there: readonly Pane[], only: Pane | undefined, choose: (pane: Pane | undefined) => void) {
  if (there.length < 2) return nothing
  const button = (pane: Pane | undefined, label: string) =>
    html`<button type="button" class="quiet" part="button" aria-pressed=${pane === only} @click=${() => choose(pane)}>${label}</button>`
  return html`<div class="panes" role="group" aria-label=${texts.panes.label}>
    ${button(undefined, texts.panes.all)} ${there.map((pane) => button(pane, texts.panes[pane]))}
  </div>`
}

/** @param element the playground. */
export function screenButton(element: HTMLElement) {
  if (!document.fullscreenEnabled) return nothing
  const isFull = element.matches(':fullscreen')
  const label = isFull ? texts.leaveScreen : texts.wholeScreen
  // A refusal of the browser leaves everything as it is.
  const toggle = (): void => void (isFull ? document.exitFullscreen() : element.requestFullscreen()).catch(() => undefined)
  return html`<button type="button" class="quiet screen" part="button" aria-label=${label} title=${label} @click=${toggle}>
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" /></svg>
  </button>`
}

export const paneChoiceStyle = css`
  .panes {
    display: flex;
    margin-inline-end: 0.25rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .panes button {
    min-block-size: 24px;
    padding: 0 0.5rem;
    font-size: 0.75rem;
  }
  .panes [aria-pressed='true'] {
    background: var(--_raised);
    font-weight: 600;
  }
  .screen svg {
    inline-size: 1rem;
    block-size: 1rem;
    vertical-align: -0.15em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
  }
  :host(:fullscreen) {
    block-size: 100%;
    background: var(--_background);
  }
  :host(:fullscreen) .frame {
    border: 0;
    border-radius: 0;
  }
  @container (inline-size >= 44rem) {
    .frame:is(.all-editor, .all-result):not(.resting) {
      grid-template: 'header' auto 'pane' minmax(0, 1fr) / minmax(0, 1fr);
    }
    .frame.all-tabs:not(.resting) {
      grid-template: 'header' auto 'tabs' auto 'data' minmax(0, 1fr) / minmax(0, 1fr);
    }
    .frame.all-editor > .panel.editor,
    .frame.all-result > .panel.result {
      grid-area: pane;
      border-inline-start: 0;
    }
    .frame.all-editor > :is(.panel:not(.editor), [role='tablist'], .split),
    .frame.all-result > :is(.panel:not(.result), [role='tablist'], .split),
    .frame.all-tabs > :is(.panel.editor, .panel.result, .split) {
      display: none;
    }
    .frame.all-tabs > :is(.panel, [role='tablist']) {
      border-inline-start: 0;
    }
  }
`
