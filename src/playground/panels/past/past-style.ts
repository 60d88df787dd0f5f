// Styles of the states of all projections over time.

import { css } from 'lit'

export const pastStyle = css`
  :host {
    padding-block-start: 0.5rem;
  }
  .place {
    gap: 0.25rem 0.75rem;
  }
  input {
    flex: 1 1 12rem;
    min-inline-size: 0;
    min-block-size: 24px;
    margin: 0;
  }
  .place p {
    flex: 1 1 14rem;
  }
  .states {
    max-block-size: var(--rillbox-past-height, 18rem);
    margin-block-start: 0.5rem;
    overflow: auto;
  }
  table {
    table-layout: fixed;
  }
  th,
  td {
    overflow-wrap: anywhere;
  }
  thead th {
    font-size: 0.75rem;
  }
  .state {
    inline-size: 65%;
  }
  tr.now th[scope='row'] {
    box-shadow: inset 3px 0 0 var(--_accent);
  }
  td code {
    white-space: pre-wrap;
  }
  .changed {
    display: block;
    font-size: 0.8125rem;
  }
`
