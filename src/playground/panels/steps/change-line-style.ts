// Styles of changes on one line.

import { css } from 'lit'

export const changeLineStyle = css`
  .change-line {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 0.75rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .change-line .removed,
  .change-line .added {
    padding: 0 0.25em;
    border-radius: 3px;
  }
`
