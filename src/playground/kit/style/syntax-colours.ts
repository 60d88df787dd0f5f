// Syntax colours in both schemes, for the plain view, the loaded editor and the steps.

import { css } from 'lit'

export const syntaxColours = css`
  :host {
    --_syntax-comment: var(--rillbox-syntax-comment, var(--_muted));
    --_syntax-string: var(--rillbox-syntax-string, light-dark(#0b6b3a, #8fd9a8));
    --_syntax-keyword: var(--rillbox-syntax-keyword, light-dark(#7b2fa0, #d9adf5));
    --_syntax-number: var(--rillbox-syntax-number, light-dark(#9a4600, #f2b680));
    --_syntax-function: var(--rillbox-syntax-function, light-dark(#0a5aa8, #8cc2fa));
    --_syntax-property: var(--rillbox-syntax-property, light-dark(#0f605a, #7fd8cf));
  }
  .comment {
    color: var(--_syntax-comment);
    font-style: italic;
  }
  .string {
    color: var(--_syntax-string);
  }
  .keyword {
    color: var(--_syntax-keyword);
  }
  .number {
    color: var(--_syntax-number);
  }
  .function {
    color: var(--_syntax-function);
  }
  .property {
    color: var(--_syntax-property);
  }
`
