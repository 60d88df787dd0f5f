// Styles of the dialog that shares a playground.

import { css } from 'lit'

export const shareStyle = css`
  :host {
    display: contents;
  }
  dialog {
    inline-size: min(40rem, calc(100vw - 2rem));
  }
  p {
    margin: 0 0 0.75rem;
  }
  h3 {
    margin: 0.75rem 0 0.25rem;
    font-size: 0.9rem;
  }
  [role='tablist'] {
    gap: 0.25rem;
    margin-block-end: 0.75rem;
    border-block-end: 1px solid var(--_border);
  }
  pre {
    max-block-size: 11rem;
    padding: 0.6rem;
    font-size: 0.75rem;
  }
  .beside {
    margin-block-start: 0.4rem;
  }
  .link {
    display: flex;
    gap: 0.5rem;
  }
  input {
    flex: 1;
    min-inline-size: 0;
    font-family: var(--_code-font);
    font-size: 0.8125rem;
  }
  .actions {
    display: flex;
    align-items: end;
    justify-content: space-between;
    gap: 0.5rem;
    margin-block-start: 1rem;
  }
  .files-hint {
    margin-block-start: 1rem;
  }
  .state {
    min-block-size: 1.45em;
    margin: 0.4rem 0 0;
  }
`
