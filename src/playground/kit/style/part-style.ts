// Styles of parts that several panels have: a switch with its label, a field below its own, a button that looks like a link, and a note in place of content.

import { css } from 'lit'

export const partStyle = css`
  /* By its own width a panel is laid out, wherever it stands. */
  :host {
    container-type: inline-size;
  }
  .switch {
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
    min-height: 24px;
  }
  .field {
    display: grid;
    gap: 0.125rem;
    color: var(--_muted);
    font-size: 0.75rem;
  }
  .field > :is(input, select) {
    width: 100%;
    min-width: 0;
    min-height: 2rem;
    color: var(--_text);
    font-size: 0.875rem;
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
  .empty.bare {
    border: 0;
  }
`
