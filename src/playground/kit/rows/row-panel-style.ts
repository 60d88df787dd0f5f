// Styles of panels that list rows in a table: controls above a box that scrolls, a sticky head, a button that fills the first cell, open rows.

import { css } from 'lit'

export const rowPanelStyle = css`
  .bar {
    gap: 0.35rem 0.75rem;
    padding-block-end: 0.5rem;
  }
  .list {
    max-height: var(--_list-height, 26rem);
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  table {
    table-layout: fixed;
  }
  thead th {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--_surface);
    font-size: 0.75rem;
  }
  th,
  td,
  tbody th button {
    overflow: hidden;
    line-height: 20px;
    text-overflow: ellipsis;
    vertical-align: middle;
    white-space: nowrap;
  }
  tbody tr:last-child > * {
    border-bottom: 0;
  }
  tbody th {
    padding: 0;
    font-weight: 400;
  }
  tbody th button {
    display: block;
    width: 100%;
    min-height: 28px;
    padding: 0.25rem 0.5rem;
    border: 0;
    border-radius: 0;
    background: none;
    color: var(--_text);
    text-align: start;
  }
  tbody th button:focus-visible {
    outline-offset: -2px;
  }
  tr.open > * {
    background: var(--_surface);
    border-bottom-color: transparent;
  }
  tr.inside > td {
    padding: 0 0.75rem 0.75rem;
    background: var(--_surface);
    white-space: normal;
  }
`
