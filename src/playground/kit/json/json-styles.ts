// Styles of <rillbox-json>: the colours and lines of a JSON value.

import { css } from 'lit'

export const jsonStyles = css`
  :host {
    --_json-name: var(--rillbox-json-name, light-dark(#1f3fa8, #9db8ff));
    --_json-string: var(--rillbox-json-string, light-dark(#0b6b3a, #7ddba3));
    --_json-number: var(--rillbox-json-number, light-dark(#9a3a0a, #ffb27d));
    --_json-word: var(--rillbox-json-word, light-dark(#8430a8, #dca5f5));
    position: relative;
  }
  .content {
    font: 0.8125rem/1.5 var(--_code-font);
    overflow-wrap: anywhere;
    tab-size: 2;
    direction: ltr;
    unicode-bidi: isolate;
    text-align: left;
  }
  rillbox-copy {
    /* At the end of JSON's lines, on pages from right to left too. */
    float: right;
    margin-left: 0.5rem;
  }
  .line {
    padding-inline-start: 1.25rem;
    text-indent: -1.25rem;
  }
  .folds {
    position: relative;
    min-height: 24px;
  }
  .members {
    padding-inline-start: 1.5rem;
  }
  .plain,
  .name,
  .string {
    unicode-bidi: isolate;
    white-space: pre-wrap;
  }
  .name {
    color: var(--_json-name);
  }
  .string {
    color: var(--_json-string);
  }
  .number {
    color: var(--_json-number);
  }
  .word {
    color: var(--_json-word);
  }
  .note {
    margin: 0 0 0.25rem;
  }
  .more {
    font: 0.75rem/1.5 var(--_font);
    text-indent: 0;
  }
  .toggle {
    position: absolute;
    inset-block-start: -2px;
    inset-inline-start: -24px;
    width: 24px;
    height: 24px;
    padding: 0;
    border: 0;
    background: none;
  }
  .toggle::before {
    content: '';
    display: inline-block;
    border: 4px solid transparent;
    border-inline-start: 6px solid var(--_muted);
    border-inline-end: 0;
    forced-color-adjust: none;
  }
  .toggle[aria-expanded='true']::before {
    transform: rotate(90deg);
  }
`
