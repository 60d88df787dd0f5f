// Styles of parts that several panels have: a switch with its label, and a note in place of content.

import { css } from 'lit'

export const partStyle = css`
  .switch {
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
    min-height: 24px;
  }
  .empty {
    margin: 0;
    padding: 1.5rem 1rem;
    border: 1px dashed var(--_border);
    border-radius: var(--_radius);
    color: var(--_muted);
    text-align: center;
  }
`
