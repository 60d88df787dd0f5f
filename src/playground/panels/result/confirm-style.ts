// Styles of dialogs that confirm a command on a projection: what it would do, and the two buttons.

import { css } from 'lit'

export const confirmStyle = css`
  dialog {
    width: min(32rem, calc(100vw - 2rem));
  }
  p {
    margin: 0.5rem 0;
  }
  .dry-run {
    min-height: 6rem;
    padding: 0.5rem 0.75rem;
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
  }
  .buttons {
    margin-top: 1rem;
  }
  .buttons button {
    min-height: 2rem;
  }
`
