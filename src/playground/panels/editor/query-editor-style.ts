// Measures and colours of the query editor, shared by the plain view and the loaded editor, so that nothing moves.

import { css } from 'lit'

export const queryEditorStyle = css`
  :host {
    --_code-size: 0.8125rem;
    --_code-line: 1.25rem;
    --_code-padding: 0.5rem;
    --_code-gutter: 3rem;
  }
  /* Touch devices zoom in on smaller text when it gets the focus. */
  @media (pointer: coarse) {
    :host {
      --_code-size: 1rem;
      --_code-line: 1.5rem;
    }
  }
  .frame {
    display: flex;
    flex-direction: column;
    gap: 0.375rem;
    height: 100%;
    position: relative;
  }
  form {
    gap: 0.5rem 0.75rem;
    align-items: end;
  }
  .name {
    flex: 1 1 8rem;
    min-width: 0;
  }
  .name input {
    font-family: var(--_code-font);
  }
  .emit {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 2rem;
    cursor: pointer;
  }
  .emit input {
    inline-size: 1rem;
    block-size: 1rem;
    margin: 0.25rem;
  }
  .emit.off {
    cursor: default;
  }
  .run {
    display: inline-flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 2rem;
  }
  .step {
    min-height: 2rem;
  }
  .step[aria-pressed='true'] {
    border-color: var(--_accent);
    background: color-mix(in oklab, var(--_accent), var(--_background) 86%);
    font-weight: 600;
  }
  .actions {
    flex: 1 1 auto;
    gap: 0.375rem 0.5rem;
    justify-content: end;
  }
  .run-state {
    display: inline-flex;
    gap: 0.375rem;
    align-items: center;
    justify-content: end;
    /* Kept free: nothing moves below a reader who begins to type. */
    min-width: 7.5rem;
    min-height: 2rem;
    color: var(--_warning);
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .dot {
    flex: none;
    width: 0.5rem;
    height: 0.5rem;
    border-radius: 50%;
    background: currentcolor;
    forced-color-adjust: none;
  }
  .stepping {
    display: grid;
    gap: 0.25rem;
  }
  .run kbd {
    font: 500 0.75rem/1 var(--_font);
  }
  .code {
    position: relative;
    flex: 1 1 auto;
    height: var(--rillbox-editor-height, 18rem);
    min-height: 8rem;
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
  }
  .code:focus-within {
    outline: 2px solid var(--_accent);
    outline-offset: 1px;
  }
  .mount {
    position: absolute;
    inset: 0;
  }
  .mount:empty {
    display: none;
  }
  .plain {
    display: grid;
    direction: ltr;
    grid-template-columns: var(--_code-gutter) minmax(max-content, 1fr);
    height: 100%;
    overflow: auto;
    font: 400 var(--_code-size) / var(--_code-line) var(--_code-font);
    tab-size: 2;
  }
  .plain:focus-visible {
    outline: none;
  }
  .numbers {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    min-height: 100%;
    height: max-content;
    padding: var(--_code-padding) 0.4rem;
    border-inline-end: 1px solid var(--_border);
    background: var(--_surface);
    color: var(--_muted);
    text-align: end;
    user-select: none;
  }
  .numbers .wrong::before {
    content: '';
    position: absolute;
    inset-inline-start: 0.2rem;
    width: 0.7rem;
    height: 0.7rem;
    margin-block-start: calc((var(--_code-line) - 0.7rem) / 2);
    border-radius: 50%;
    background: var(--_danger);
    forced-color-adjust: none;
  }
  .text {
    display: grid;
    min-height: 100%;
    height: max-content;
  }
  .text > * {
    grid-area: 1 / 1;
    min-height: 100%;
    margin: 0;
    padding: var(--_code-padding);
    border: 0;
    font: inherit;
    letter-spacing: inherit;
    white-space: pre;
    overflow: hidden;
    overflow-wrap: normal;
    tab-size: 2;
  }
  textarea {
    display: block;
    width: 100%;
    resize: none;
    outline: none;
    background: none;
    caret-color: var(--_accent);
    -webkit-text-fill-color: transparent;
  }
  textarea::placeholder {
    -webkit-text-fill-color: var(--_muted);
  }
  span.wrong {
    text-decoration: underline;
    text-decoration-style: wavy;
    text-decoration-color: var(--_danger);
    text-decoration-thickness: 1.5px;
    text-underline-offset: 0.2em;
    text-decoration-skip-ink: none;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    justify-content: space-between;
    align-items: start;
    min-height: 1.5rem;
    line-height: 1.5rem;
  }
  .message {
    flex: 1 1 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .message button {
    font-weight: 600;
  }
  .hint {
    color: var(--_warning);
  }
  .message a {
    color: inherit;
  }
  .format {
    min-height: 1.5rem;
    padding: 0 0.5rem;
  }
  .way-out {
    visibility: hidden;
  }
  .code:focus-within ~ .foot .way-out {
    visibility: visible;
  }
  .overlays {
    position: absolute;
    inset: 0 auto auto 0;
  }
  @media (hover: none) {
    .run kbd {
      display: none;
    }
  }
  /* There is room for one line: a message replaces the way out, which assistive technology still reads. */
  @container (max-width: 52rem) {
    .message.told ~ .way-out {
      display: none;
    }
  }
  /* Stays at the end, whatever stands before it. */
  @container (min-width: 32rem) {
    .format {
      order: 1;
    }
  }
  @container (max-width: 30rem) {
    .name {
      flex-basis: 6rem;
    }
    /* The query and the controls need the room; the form comes back when stepping ends. */
    .frame.steps :is(form > label, .foot) {
      display: none;
    }
  }
  @container (max-width: 25rem) {
    .run-state {
      min-width: 0;
    }
  }
  @container (max-width: 20rem) {
    .name {
      flex-basis: 100%;
    }
  }
`
