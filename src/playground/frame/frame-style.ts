// Lays out the playground by the element's width: one column, two, or the query beside everything else.

import { css } from 'lit'

/** `--_wide` tells the element whether it has two columns, so that only this file knows the widths. */
export const playgroundStyle = css`
  :host {
    container-type: inline-size;
    block-size: var(--_height, var(--rillbox-height, 40rem));
    min-block-size: 16rem;
  }
  :host([theme='auto']) {
    color-scheme: light dark;
  }
  .frame {
    --_wide: 0;
    position: relative;
    display: grid;
    grid-template: 'header' auto 'tabs' auto 'data' minmax(0, 1fr) / minmax(0, 1fr);
    block-size: 100%;
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
  }
  .frame:focus {
    outline: none;
  }
  .frame.resting {
    grid-template: 'fallback' minmax(0, 1fr) 'trouble' auto / minmax(0, 1fr);
  }
  .frame.resting.bare {
    grid-template-rows: 0 minmax(0, 1fr);
  }

  .top {
    grid-area: header;
  }
  .warning {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 0.5rem;
    padding: 0.5rem 0.5rem 0.5rem 0.75rem;
    border-block-end: 1px solid var(--_border);
    border-inline-start: 3px solid var(--_danger);
    background: var(--_surface);
  }
  .warning p {
    margin: 0.25rem 0 0;
  }
  .header {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    min-block-size: 2.75rem;
    padding-inline: 0.75rem 0.5rem;
    border-block-end: 1px solid var(--_border);
    background: var(--_surface);
  }
  .title {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .badge {
    flex: none;
    margin-inline-end: 0.25rem;
    padding: 0.05rem 0.5rem;
    border: 1px solid var(--_border);
    border-radius: 1rem;
    color: var(--_muted);
    font-size: 0.75rem;
  }

  [role='tablist'] {
    grid-area: tabs;
    display: flex;
    overflow-x: auto;
    scrollbar-width: none;
    padding-inline: 0.25rem;
    border-block-end: 1px solid var(--_border);
    background: var(--_surface);
  }
  [role='tab'] {
    flex: 0 1 auto;
    padding: 0.5rem clamp(0.2rem, 1.6cqi, 0.65rem);
    border: 0;
    border-block-end: 2px solid transparent;
    border-radius: 0;
    background: none;
    color: var(--_muted);
  }
  [role='tab']:hover:not(:disabled) {
    background: none;
    color: var(--_text);
  }
  [role='tab'][aria-selected='true'] {
    border-color: var(--_accent);
    color: var(--_text);
    font-weight: 600;
  }
  /* Reserves the width of the selected state, so that tabs do not move. */
  [role='tab']::after {
    content: attr(data-label);
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
    font-weight: 600;
  }
  [role='tab']:focus-visible {
    outline-offset: -3px;
  }

  .panel {
    grid-area: data;
    min-inline-size: 0;
    padding: 0.75rem;
    overflow: auto;
  }
  .panel > * {
    block-size: 100%;
  }
  .panel[hidden] {
    display: none;
  }

  @container (inline-size < 30rem) {
    .badge {
      display: none;
    }
  }
  @container (inline-size < 22rem) {
    [role='tablist'] {
      justify-content: space-between;
    }
    [role='tab'] {
      padding-inline: 0.2rem;
      font-size: 0.78rem;
    }
  }
  @container (inline-size >= 44rem) {
    .frame {
      --_wide: 1;
    }
    .frame:not(.resting) {
      grid-template:
        'header header' auto
        'editor result' minmax(0, 55fr)
        'tabs tabs' auto
        'data data' minmax(0, 45fr) / minmax(0, 1fr) minmax(0, 1fr);
    }
    .panel.editor {
      grid-area: editor;
    }
    .panel.result {
      grid-area: result;
      border-inline-start: 1px solid var(--_border);
    }
    .only-editor .panel.editor,
    .only-result .panel.result {
      grid-column: 1 / -1;
      border-inline-start: 0;
    }
    .frame:not(.resting).no-tabs {
      grid-template: 'header header' auto 'editor result' minmax(0, 1fr) / minmax(0, 1fr) minmax(0, 1fr);
    }
    .frame:not(.resting).only-tabs {
      grid-template: 'header' auto 'tabs' auto 'data' minmax(0, 1fr) / minmax(0, 1fr);
    }
    .frame:not(.only-tabs) [role='tablist'] {
      border-block-start: 1px solid var(--_border);
    }
  }
  @container (inline-size >= 64rem) {
    .frame:not(.resting, .no-tabs, .only-tabs, .only-editor, .only-result) {
      grid-template:
        'header header' auto
        'editor result' minmax(0, 45fr)
        'editor tabs' auto
        'editor data' minmax(0, 55fr) / minmax(0, 11fr) minmax(0, 13fr);
    }
    .frame:not(.no-tabs, .only-tabs, .only-editor, .only-result) > :is([role='tablist'], .panel:not(.editor)) {
      border-inline-start: 1px solid var(--_border);
    }
  }
`

/** Styles of the playground before its store is open, and after a failure to open it. */
export const restingStyle = css`
  .fallback {
    grid-area: fallback;
    padding: 1rem;
    overflow: auto;
  }
  .bare .fallback {
    padding: 0;
  }
  .bare .trouble {
    align-self: center;
    border-block-start: 0;
    background: none;
  }
  .working {
    position: absolute;
    inset: 0 0 auto;
    block-size: 3px;
    overflow: hidden;
  }
  .working::after {
    content: '';
    display: block;
    inline-size: 30%;
    block-size: 100%;
    background: var(--_accent);
    animation: to-and-fro 1s ease-in-out infinite alternate;
  }
  @keyframes to-and-fro {
    from {
      translate: 0;
    }
    to {
      translate: calc(100% / 0.3 - 100%);
    }
  }
  .start {
    position: absolute;
    inset: auto 0 0;
    display: flex;
    justify-content: center;
    padding: 2.5rem 1rem 1rem;
    background: linear-gradient(transparent, var(--_background) 60%);
    pointer-events: none;
  }
  .start button {
    padding: 0.55rem 1.2rem;
    border-radius: 2rem;
    box-shadow: 0 2px 10px rgb(0 0 0 / 0.2);
    pointer-events: auto;
  }
  .trouble {
    grid-area: trouble;
    max-block-size: 100%;
    padding: 0.9rem 1rem 1rem;
    overflow: auto;
    border-block-start: 3px solid var(--_danger);
    background: var(--_surface);
  }
  .trouble p,
  .trouble ul {
    margin: 0 0 0.5rem;
    overflow-wrap: anywhere;
  }
  .trouble strong {
    color: var(--_danger);
  }
  .trouble ul {
    padding-inline-start: 1.2rem;
  }
`
