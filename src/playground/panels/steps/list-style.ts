// Styles of the list of steps.

import { css } from 'lit'

export const listStyle = css`
  :host {
    position: relative;
    container-type: inline-size;
  }
  .list {
    position: absolute;
    inset: 0;
    overflow-y: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
  }
  .list:focus-visible {
    outline-offset: -2px;
  }
  .window {
    overflow: hidden;
  }
  .row {
    display: grid;
    grid-template-columns: max(2.75em, var(--_digits, 4) * 1ch + 0.25em) minmax(0, 1.1fr) minmax(0, 1fr) 5.5em;
    align-items: center;
    gap: 0.5rem;
    height: 32px;
    padding-inline: 0.375rem 0.625rem;
    border-inline-start: 3px solid transparent;
    font-size: 0.8125rem;
    cursor: pointer;
    white-space: nowrap;
  }
  .row span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .row:hover {
    background: var(--_surface);
  }
  .row[aria-selected='true'] {
    border-inline-start-color: var(--_accent);
    background: var(--_raised);
  }
  .index,
  .outcome {
    text-align: end;
  }
  .place {
    display: flex;
  }
  .handled .outcome {
    color: var(--_accent);
  }
  .handled .outcome,
  .handled .type {
    font-weight: 500;
  }
  .fault .outcome,
  .fault .type {
    font-weight: 600;
    color: var(--_danger);
  }
  @container (max-width: 19rem) {
    .row {
      grid-template-columns: max(2.75em, var(--_digits, 4) * 1ch + 0.25em) minmax(0, 1fr) 5.75em;
    }
    .place {
      display: none;
    }
  }
`
