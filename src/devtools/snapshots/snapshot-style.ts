// Lays out the panel of snapshots.

import { css } from 'lit'

export const snapshotStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
  }
  form {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.5rem;
  }
  label {
    display: grid;
    flex: 0 1 18rem;
    gap: 0.15rem;
  }
  label > span {
    color: var(--_muted);
    font-size: 0.8125rem;
  }
  .news {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    min-block-size: 1.45em;
  }
  table {
    max-inline-size: 64rem;
  }
  th[scope='row'] {
    color: var(--_text);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  time {
    white-space: nowrap;
  }
  .here {
    white-space: nowrap;
  }
  .number {
    text-align: end;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  [role='group'] {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    gap: 0.35rem;
  }
  @media (width < 48rem) {
    thead {
      display: none;
    }
    tr {
      display: grid;
      grid-template-columns: auto auto 1fr;
      padding-block: 0.5rem;
      border-block-end: 1px solid var(--_border);
    }
    :is(th, td) {
      padding: 0.1rem 0.75rem 0.1rem 0;
      border: 0;
    }
    th[scope='row'],
    .actions {
      grid-column: 1 / -1;
    }
    [role='group'] {
      justify-content: start;
    }
  }
`
