// Lays out the drawer: an edge to drag, a bar with tabs, and one panel.

import { css } from 'lit'

export const drawerStyle = css`
  :host {
    display: contents;
    color-scheme: light dark;
  }
  .drawer {
    position: fixed;
    z-index: 2147483647;
    inset: auto 0 0;
    inline-size: 100%;
    max-inline-size: none;
    block-size: min(var(--_drawer-height), 100dvh);
    max-block-size: none;
    margin: 0;
    padding: 0;
    border: 0;
    border-block-start: 1px solid var(--_border);
    background: var(--_background);
    color: var(--_text);
    box-shadow: 0 -6px 24px rgb(0 0 0 / 0.25);
    overflow: visible;
  }
  .drawer:is(:popover-open, [open]) {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
  }
  .drawer::backdrop {
    background: none;
  }
  .edge {
    position: absolute;
    --_grip: 10px;
    inset: calc(var(--_grip) / -2) 0 auto;
    block-size: var(--_grip);
    cursor: ns-resize;
    touch-action: none;
  }
  .edge::after {
    content: '';
    position: absolute;
    inset: calc(var(--_grip) / 2 - 1px) 0 auto;
    block-size: 2px;
  }
  @media (pointer: coarse) {
    .edge {
      --_grip: 24px;
    }
  }
  .edge:is(:hover, :focus-visible)::after {
    background: var(--_accent);
  }
  .edge:focus-visible {
    outline: none;
  }
  header {
    display: flex;
    align-items: center;
    gap: 0.25rem 0.5rem;
    padding-inline: 0.75rem 0.4rem;
    border-block-end: 1px solid var(--_border);
    background: var(--_surface);
  }
  .mark {
    margin: 0;
    font-size: inherit;
    color: var(--_accent);
  }
  .chooser {
    min-inline-size: 0;
    max-inline-size: 14rem;
    text-overflow: ellipsis;
  }
  .end {
    display: flex;
    gap: 0.25rem;
    margin-inline-start: auto;
  }
  .corner {
    border-color: transparent;
    background: none;
  }
  .close {
    min-inline-size: 2rem;
    min-block-size: 2rem;
    padding: 0;
  }
  [role='tab'] {
    flex: none;
    padding: 0.6rem 0.7rem;
  }
  .count {
    margin-inline-start: 0.35rem;
    padding: 0 0.4em;
    border-radius: 1em;
    background: var(--_danger);
    color: var(--_background);
  }
  .panel {
    grid-area: 2 / 1;
  }
  .panel.projections {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.75rem 1.25rem;
  }
  .panel.projections[hidden] {
    display: none;
  }
  .empty {
    padding: 1rem 0.75rem;
  }
  .empty p {
    margin: 0 0 0.25rem;
  }
  @media (width < 60rem) {
    header {
      flex-wrap: wrap;
      padding-block-start: 0.25rem;
    }
    [role='tablist'] {
      order: 1;
      flex-basis: 100%;
      margin-inline: -0.5rem 0;
    }
    .panel.projections {
      grid-template-columns: minmax(0, 1fr);
    }
    .panel.projections > * {
      block-size: auto;
    }
    .panel.projections > rillbox-query-editor {
      block-size: 18rem;
    }
  }
  @media (width < 30rem) {
    [role='tab'] {
      padding-inline: 0.5rem;
    }
  }
  @media print {
    .drawer:is(:popover-open, [open]) {
      display: none;
    }
  }
`
