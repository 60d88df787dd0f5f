// Styles of dialogs that confirm a command on a projection: what it would do, and the two buttons.

import { css } from 'lit'

export const confirmStyle = css`
  dialog {
    width: min(32rem, calc(100vw - 2rem));
  }
  h2 {
    margin: 0 0 0.5rem;
    font-size: 1.0625rem;
    overflow-wrap: anywhere;
  }
  p {
    margin: 0.5rem 0;
  }
  .dry-run {
    min-height: 6rem;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .dry-run p {
    margin: 0;
  }
  ul {
    max-height: 12rem;
    overflow: auto;
  }
  li {
    padding-block: 0.125rem;
    overflow-wrap: anywhere;
  }
  .buttons {
    display: flex;
    justify-content: end;
    gap: 0.5rem;
    margin-top: 1rem;
  }
  .buttons button {
    min-height: 2rem;
  }
`
