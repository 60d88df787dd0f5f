// Lays out the panel of snapshots.

import { css } from 'lit'

export const snapshotStyle = css`
  label {
    flex: 0 1 18rem;
  }
  .news {
    min-block-size: 1.45em;
  }
  table {
    max-inline-size: 64rem;
  }
  th[scope='row'] {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  time,
  .here {
    white-space: nowrap;
  }
  [role='group'] {
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
