// Styles of the list of streams.

import { css } from 'lit'

export const listStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 0.35rem;
    max-height: var(--rillbox-streams-height, 32rem);
  }
  input[type='search'] {
    min-width: 0;
    width: 100%;
  }
  .line {
    gap: 0 0.75rem;
  }
  .list {
    min-height: 0;
    overflow: auto;
  }
  ul {
    overflow: hidden;
  }
  li {
    height: max(28px, 2em);
  }
  li button {
    display: flex;
    gap: 0.5rem;
    align-items: baseline;
    justify-content: space-between;
    width: 100%;
    height: 100%;
    padding: 0.2rem 0.5rem;
    text-align: start;
  }
  li button[aria-current='true'] {
    background: var(--_raised);
    box-shadow: inset 3px 0 var(--_accent);
  }
  li button:focus-visible {
    outline-offset: -2px;
  }
  .deleted .name {
    color: var(--_muted);
    text-decoration: line-through;
  }
  .count,
  .badge {
    flex: none;
  }
  .badge {
    padding: 0 0.35rem;
    border: 1px solid var(--_border);
    border-radius: 99px;
  }
  .empty {
    padding: 0.5rem;
    text-align: start;
  }
`
