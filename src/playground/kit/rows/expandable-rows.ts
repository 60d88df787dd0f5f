// Styles of tables with expandable rows: a sticky head, and a button that fills the first cell.

import { css } from 'lit'

export const expandableRows = css`
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
  td {
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
    overflow: hidden;
    color: var(--_text);
    line-height: 20px;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  tbody th button:focus-visible {
    outline-offset: -2px;
  }
`
