// Styles that the panels of the developer tools share: a column of parts, rows of controls, fields below their labels, columns of numbers.

import { css } from 'lit'

export const panelStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
  }
  form {
    align-items: end;
  }
  label:not(.flow) {
    display: grid;
    gap: 0.15rem;
  }
  /* Of one height: their labels stand in one line. */
  label > :is(input:not([type='checkbox']), select) {
    min-block-size: 2rem;
  }
  label > span {
    color: var(--_muted);
    font-size: 0.8125rem;
  }
  /* In line with the buttons of a row. */
  tbody :is(th, td) {
    vertical-align: middle;
  }
  th[scope='row'] {
    color: var(--_text);
  }
  .number {
    text-align: end;
    white-space: nowrap;
  }
`
