// Styles of a stream's events, down to 300 pixels of width.

import { css } from 'lit'

export const eventStyles = css`
  :host {
    --_list-height: var(--rillbox-events-height, 26rem);
  }
  .bar {
    min-height: 34px;
  }
  .title {
    flex: 1 1 8rem;
    font-size: 0.875rem;
  }
  .buttons {
    gap: 0.35rem;
  }
  button[aria-expanded='true'] {
    background: var(--_raised);
  }
  .form {
    margin-block-end: 0.75rem;
    padding: 0.75rem;
  }
  .holder {
    position: relative;
  }
  .newer {
    position: absolute;
    z-index: 2;
    inset-block-start: 2.1rem;
    inset-inline-start: 50%;
    border-radius: 99px;
    transform: translateX(-50%);
  }
  .list {
    overflow-anchor: none;
  }
  .number {
    width: 4.75rem;
    text-align: end;
  }
  .type {
    width: 28%;
  }
  .created {
    width: 10.5rem;
  }
  td.data {
    font-family: var(--_code-font);
  }
  tr[part='row'] {
    cursor: pointer;
  }
  tr[part='row']:hover > * {
    background: var(--_surface);
  }
  tbody th button[aria-expanded] {
    background: none;
  }
  tr.open > * {
    font-weight: 600;
  }
  tr.open > td.data {
    color: transparent;
  }
  tr.open > td.data * {
    color: inherit;
  }
  .detail {
    position: relative;
    min-height: 8rem;
  }
  .steps {
    gap: 0.35rem;
    padding-block: 0.25rem 0.5rem;
  }
  .pages {
    gap: 0.35rem;
    padding-block-start: 0.5rem;
  }
  .range {
    flex: 1 1 auto;
    text-align: center;
  }
  /* Columns without room keep their cells, so that screen readers get whole rows. */
  @container (max-width: 620px) {
    .created {
      width: 0;
      padding-inline: 0;
      text-overflow: clip;
    }
    .type {
      width: 40%;
    }
  }
`
