// Lays out the open playground by the element's width: one column, two, or the query beside everything else; and its printed form.

import { css } from 'lit'

/** Loads with the panels; the width of two columns is that of frame-style.ts. */
export const openStyle = css`
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
    min-inline-size: 0;
    margin: 0.25rem 0 0;
  }
  .header {
    gap: 0.25rem;
    min-block-size: 2.75rem;
    padding-inline: 0.75rem 0.5rem;
    border-block-end: 1px solid var(--_border);
    background: var(--_surface);
  }
  .title {
    flex: 1 1 5rem;
    min-inline-size: 0;
    margin: 0;
    font-size: inherit;
    font-weight: 600;
  }
  .badge {
    flex: none;
    margin-inline-end: 0.25rem;
    padding: 0.05rem 0.5rem;
    border: 1px solid var(--_border);
    border-radius: 1rem;
  }

  [role='tablist'] {
    grid-area: tabs;
    padding-inline: 0.25rem;
    border-block-end: 1px solid var(--_border);
    background: var(--_surface);
  }
  [role='tab'] {
    padding: 0.5rem clamp(0.2rem, 1.6cqi, 0.65rem);
  }

  .panel {
    grid-area: data;
  }
  /* Its bar sticks to the top, and brings the room above it. */
  .panel.steps {
    --_bar-room: 0.75rem;
  }

  /* As high as it will be, so that nothing moves when the result arrives. */
  .compact {
    grid-area: compact;
    min-block-size: calc(2.5rem + 1px);
    background: var(--_surface);
    border-block-start: 1px solid var(--_border);
  }

  /* Wider than the line that they stand on, to be caught; fingers need more than a pointer. */
  .split {
    --_grip: 11px;
    display: none;
    position: relative;
    z-index: 2;
    touch-action: none;
  }
  .split::after {
    content: '';
    position: absolute;
    inset: calc(var(--_grip) / 2 - 1.5px);
    border-radius: 2px;
  }
  .split:hover::after,
  .split:active::after {
    background: var(--_accent);
  }
  .split.columns {
    grid-area: editor;
    justify-self: end;
    inline-size: var(--_grip);
    margin-inline-end: calc(var(--_grip) / -2 - 0.5px);
    cursor: col-resize;
  }
  .split.rows {
    align-self: end;
    block-size: var(--_grip);
    margin-block-end: calc(var(--_grip) / -2 - 0.5px);
    cursor: row-resize;
  }
  .split:focus-visible {
    outline-offset: -3px;
  }
  @media (pointer: coarse) {
    .split {
      --_grip: 24px;
    }
  }

  @container (inline-size < 30rem) {
    .badge {
      display: none;
    }
  }
  @container (inline-size >= 44rem) {
    .frame:not(.resting) {
      grid-template:
        'header header' auto
        'editor result' minmax(0, var(--_rows-first, 55fr))
        'tabs tabs' auto
        'data data' minmax(0, var(--_rows-second, 45fr)) / minmax(0, var(--_columns-first, 50fr)) minmax(0, var(--_columns-second, 50fr));
    }
    .split {
      display: block;
    }
    .split.rows {
      grid-area: editor / editor / result / result;
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
      grid-template:
        'header header' auto
        'editor result' minmax(0, 1fr) / minmax(0, var(--_columns-first, 50fr)) minmax(0, var(--_columns-second, 50fr));
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
        'editor result' minmax(0, var(--_rows-first, 45fr))
        'editor tabs' auto
        'editor data' minmax(0, var(--_rows-second, 55fr)) / minmax(0, var(--_columns-first, 46fr)) minmax(0, var(--_columns-second, 54fr));
    }
    .frame:not(.no-tabs, .only-tabs, .only-editor, .only-result) .split.rows {
      grid-area: result;
    }
    .frame:not(.no-tabs, .only-tabs, .only-editor, .only-result) > :is([role='tablist'], .panel:not(.editor)) {
      border-inline-start: 1px solid var(--_border);
    }
  }
`

/** A printed playground shows its content in full, in the place of its panes. */
export const printStyle = css`
  @media print {
    .frame:not(.resting) {
      display: block;
      block-size: auto;
      overflow: visible;
      border: 0;
    }
    .frame:not(.resting) > :not(rillbox-print) {
      display: none;
    }
  }
`
