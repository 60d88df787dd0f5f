// Styles of a step, and of the query beside it.

import { css } from 'lit'

export const detailStyle = css`
  .detail > .copy,
  .emitted li + li {
    margin-block-start: 0.5rem;
  }
  .heading {
    margin: 0.625rem 0 0.125rem;
  }
  .whole .heading {
    margin-block: 0.25rem;
  }
  .count {
    font-weight: 400;
  }
  p {
    margin: 0.25rem 0;
  }
  .became {
    margin: 0;
    padding: 0.375rem 0.625rem;
    border-inline-start: 3px solid var(--_border);
    border-radius: 0 var(--_radius) var(--_radius) 0;
    background: var(--_surface);
  }
  .became.handled {
    border-inline-start-color: var(--_accent);
  }
  .became.fault {
    border-inline-start-color: var(--_danger);
    background: var(--_removed);
  }
  .message {
    display: block;
    white-space: pre-wrap;
  }
  .partition,
  .about {
    align-items: baseline;
    gap: 0 0.625rem;
  }
  .changes {
    table-layout: fixed;
  }
  .changes th,
  .changes td {
    overflow-wrap: anywhere;
  }
  .changes tbody th code {
    word-break: break-all;
  }
  .changes thead th:first-child {
    width: 40%;
  }
  .changes tbody th {
    color: var(--_text);
    font-weight: 400;
  }
  .mark {
    display: inline-block;
    width: 1em;
    font-family: var(--_code-font);
  }
  .changed .before {
    background: var(--_removed);
  }
  .changed .after {
    background: var(--_added);
  }
  details {
    margin-block-start: 0.25rem;
  }
  .lines li {
    gap: 0 0.75rem;
    padding-block: 0.125rem;
  }
  .whole {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
  }
`

export const queryStyle = css`
  .query {
    padding: 0.375rem 0;
    overflow-x: auto;
  }
  .query li {
    width: max-content;
    min-width: 100%;
    padding-inline-end: 0.75rem;
    border-inline-start: 3px solid transparent;
    white-space: pre;
    line-height: 1.55;
  }
  .query .line-number {
    display: inline-block;
    width: 2.5em;
    padding-inline-end: 0.75em;
    text-align: end;
    font: 0.75rem var(--_code-font);
  }
  .query .handler {
    border-inline-start-color: color-mix(in oklab, var(--_accent), transparent 55%);
    background: color-mix(in oklab, var(--_accent), transparent 92%);
  }
  .query .first {
    border-inline-start-color: var(--_accent);
    background: color-mix(in oklab, var(--_accent), transparent 82%);
  }
  .query .wrong {
    border-inline-start-color: var(--_danger);
    background: var(--_removed);
  }
  .query .never .line-number {
    color: var(--_danger);
  }
  .query .cost {
    margin-inline-start: 1.5em;
    font: 0.75rem var(--_code-font);
  }
  @media (forced-colors: active) {
    .query li:not(.handler, .wrong) {
      border-color: Canvas;
    }
  }
  .query .note {
    margin-inline-start: 1.5em;
    padding-inline: 0.4em;
    border-radius: 3px;
    background: color-mix(in oklab, var(--_accent), transparent 88%);
    font: 0.75rem var(--_code-font);
  }
`
