// Styles of the lesson: numbered steps, ticked once their promises are kept.

import { css } from 'lit'

export const lessonStyle = css`
  :host {
    overflow: auto;
  }
  ol {
    display: grid;
    gap: 1.1rem;
    padding: 0.75rem;
    counter-reset: step;
  }
  ol > li {
    position: relative;
    padding-inline-start: 2rem;
    counter-increment: step;
  }
  ol > li::before {
    content: counter(step);
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    display: grid;
    place-items: center;
    width: 1.4rem;
    height: 1.4rem;
    border: 1px solid var(--_border);
    border-radius: 50%;
    color: var(--_muted);
    font-size: 0.78rem;
    font-weight: 600;
  }
  ol > li.kept::before {
    content: '✓';
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .tick,
  .send,
  .label {
    margin-block-start: 0.5rem;
  }
  .send {
    width: 100%;
    border-color: var(--_accent);
    color: var(--_accent);
    font-weight: 600;
    text-align: start;
    overflow-wrap: anywhere;
  }
  details {
    margin-block-start: 0.35rem;
    color: var(--_muted);
    font-size: 0.8rem;
  }
  pre {
    margin: 0.35rem 0 0;
    padding: 0.5rem;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font: 0.78rem/1.45 var(--_code-font);
  }
  .answer:not(:empty) {
    margin-block-start: 0.35rem;
    font: 0.8rem var(--_code-font);
  }
  ul {
    margin: 0.35rem 0 0;
    color: var(--_muted);
    font-size: 0.8rem;
  }
  code {
    color: var(--_text);
  }
  /* Nothing that is there yet. */
  li:not(.kept) > ul {
    font-style: italic;
  }
  .instead {
    display: block;
    color: var(--_danger);
  }
  .next {
    margin: 0 0.75rem 0.75rem;
  }
  .empty,
  .muted {
    padding: 0.75rem;
  }
`
