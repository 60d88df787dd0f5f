// Styles of the comparison.

import { css } from 'lit'

export const compareStyle = css`
  .bar {
    padding-block-end: 0.5rem;
  }
  label {
    gap: 0.25rem 0.5rem;
  }
  p,
  dl,
  ul {
    margin: 0 0 0.5rem;
  }
  h3,
  h4 {
    margin: 0.75rem 0 0.25rem;
    font-size: 0.875rem;
  }
  h4 {
    margin-block-start: 0.5rem;
    font-weight: 500;
  }
  ul {
    padding-inline-start: 1.1rem;
    list-style: disc;
  }
  dd {
    margin: 0 0 0.35rem;
    padding: 0.125rem 0.35rem;
    border-radius: 3px;
  }
  code {
    font: 0.8125rem/1.5 var(--_code-font);
  }
`
