// Styles of the question what would have come out.

import { css } from 'lit'

export const whatIfStyle = css`
  form,
  label {
    display: grid;
    gap: 0.25rem;
  }
  form {
    gap: 0.5rem;
  }
  #problem:empty {
    display: none;
  }
  textarea {
    inline-size: 100%;
    resize: vertical;
  }
  .edits {
    margin: 0.75rem 0 0;
  }
  .edits li {
    gap: 0.25rem;
  }
  .edits button {
    min-inline-size: 28px;
    padding-inline: 0.35rem;
  }
  [role='status'] {
    margin-block: 0.5rem;
  }
  table {
    margin-block-end: 0.75rem;
  }
  caption {
    text-align: start;
  }
  th {
    inline-size: 40%;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
`
