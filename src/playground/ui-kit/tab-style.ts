// Styles of tabs; each bar of them has a layout of its own.

import { css } from 'lit'

export const tabStyle = css`
  [role='tab'] {
    border: 0;
    border-block-end: 2px solid transparent;
    border-radius: 0;
    background: none;
    color: var(--_muted);
  }
  [role='tab']:hover:not(:disabled) {
    background: none;
    color: var(--_text);
  }
  [role='tab'][aria-selected='true'] {
    border-color: var(--_accent);
    color: var(--_text);
    font-weight: 600;
  }
  [role='tab']:focus-visible {
    outline-offset: -3px;
  }
  /* Reserves the width of the selected state, so that tabs do not move. */
  [data-label]::after {
    content: attr(data-label);
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
    font-weight: 600;
  }
`
