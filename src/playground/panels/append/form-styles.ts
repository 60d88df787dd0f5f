// Styles of the stream forms.

import { css } from 'lit'

export const formStyles = css`
  :host {
    container-type: inline-size;
  }
  form {
    display: grid;
    gap: 0.6rem;
  }
  .row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
    gap: 0.6rem;
  }
  label,
  legend {
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .field {
    display: grid;
    gap: 0.2rem;
    min-width: 0;
  }
  input:not([type='radio']),
  select,
  textarea {
    width: 100%;
    min-width: 0;
  }
  textarea {
    font-family: var(--_code-font);
    font-size: 0.8125rem;
    line-height: 1.5;
    resize: vertical;
    tab-size: 2;
    field-sizing: content;
    max-height: 24rem;
  }
  .event {
    padding: 0.6rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    min-width: 0;
  }
  .event legend {
    padding: 0 0.35rem;
  }
  .remove {
    justify-self: start;
  }
  .types {
    gap: 0.35rem;
    margin-block-start: -0.25rem;
  }
  .type {
    max-width: 100%;
    border-radius: 99px;
    font-family: var(--_code-font);
  }
  .type[aria-pressed='true'] {
    border-color: var(--_accent);
    background: var(--_raised);
    font-weight: 600;
  }
  .foot {
    margin: 0 -0.75rem -0.75rem;
    padding: 0.5rem 0.75rem 0.75rem;
    border-block-start: 1px solid var(--_border);
    border-radius: 0 0 var(--_radius) var(--_radius);
    background: var(--_surface);
  }
  /* On phones the button, and what came of it, are always in sight; in the low panes of a wide screen they would cover the fields. */
  @media (max-width: 48rem) {
    .foot {
      position: sticky;
      z-index: 1;
      inset-block-end: 0;
    }
  }
  .foot .summary:not(:empty) {
    margin-block-end: 0.35rem;
  }
  .foot .answers {
    margin: 0;
  }
  .foot .answer {
    margin: 0 0 0.5rem;
  }
  .answer.refused,
  [aria-invalid='true'] {
    border-color: var(--_danger);
  }
  .fault button {
    color: var(--_text);
  }
  select {
    max-width: 16rem;
  }
  legend {
    padding: 0 0 0.35rem;
  }
  fieldset {
    display: grid;
    gap: 0.5rem;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .choice {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0 0.5rem;
    align-items: start;
    font-weight: 400;
  }
  .choice input {
    width: 1rem;
    height: 1rem;
    margin: 0.15rem 0 0;
  }
  button.destructive {
    border-color: var(--_danger);
    color: var(--_danger);
    font-weight: 600;
  }
  .answers {
    margin-block-start: -0.6rem;
  }
  .answer {
    display: grid;
    margin-block-start: 0.6rem;
    gap: 0.15rem;
    padding: 0.5rem 0.75rem;
    border-inline-start: 3px solid var(--_accent);
    background: var(--_background);
    overflow-wrap: anywhere;
  }
  summary,
  details dl {
    font-size: 0.8125rem;
  }
  details dd {
    margin: 0 0 0.25rem 1rem;
    color: var(--_muted);
  }
`
