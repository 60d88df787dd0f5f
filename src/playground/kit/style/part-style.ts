// Styles of parts that several panels have: a switch with its label, a button that looks like a link, and a note in place of content.

import { css } from 'lit'

export const partStyle = css`
  .switch {
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
    min-height: 24px;
  }
  .link {
    min-height: 1.5rem;
    padding: 0;
    border: 0;
    background: none;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .link:hover:not(:disabled) {
    background: none;
    text-decoration-thickness: 2px;
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
