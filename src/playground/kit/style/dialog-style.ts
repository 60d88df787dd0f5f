// Styles of dialogs; each has a width of its own.

import { css } from 'lit'

export const dialogStyle = css`
  dialog {
    max-height: calc(100dvh - 2rem);
    padding: 1rem 1.25rem;
    border: 1px solid var(--_border);
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_background);
    color: var(--_text);
    box-shadow: 0 16px 48px rgb(0 0 0 / 30%);
  }
  dialog h2 {
    margin: 0 0 0.5rem;
    font-size: 1.0625rem;
    overflow-wrap: anywhere;
  }
  dialog .buttons {
    display: flex;
    justify-content: end;
    gap: 0.5rem;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
`
