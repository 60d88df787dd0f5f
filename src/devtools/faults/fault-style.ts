// Lays out the panel of faults.

import { css } from 'lit'

export const faultStyle = css`
  .presets {
    gap: 0.5rem 1.5rem;
  }
  [aria-pressed='true'] {
    border-color: var(--_danger);
    color: var(--_danger);
    font-weight: 600;
  }
  [aria-pressed='true']::before {
    content: '● ' / '';
  }
  table {
    max-inline-size: 56rem;
  }
  th[scope='row'] {
    font-weight: 400;
  }
  td:last-child {
    text-align: end;
  }
  form {
    flex-direction: column;
    align-items: stretch;
    max-inline-size: 56rem;
    padding-block-start: 0.75rem;
    border-block-start: 1px solid var(--_border);
  }
  .fields {
    align-items: end;
    gap: 0.5rem 0.75rem;
  }
  .check {
    gap: 0.35rem;
    min-block-size: 2rem;
  }
  .narrow input {
    inline-size: 6rem;
  }
  .wide {
    flex: 1 1 12rem;
    max-inline-size: 22rem;
  }
  .wide input {
    inline-size: 100%;
  }
`
