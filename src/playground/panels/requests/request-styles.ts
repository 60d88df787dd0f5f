// Styles of the request list, down to 300 pixels of width.

import { css } from 'lit'

export const requestStyles = css`
  :host {
    --_list-height: var(--rillbox-requests-height, 26rem);
  }
  .bar input {
    flex: 1 1 10rem;
    min-width: 0;
  }
  .waiting {
    margin: 0 0 0.5rem;
  }
  .waiting li {
    gap: 0.25rem 0.5rem;
    color: var(--_warning);
  }
  .method {
    width: 4.75rem;
  }
  .status {
    width: 11rem;
  }
  .when {
    width: 7rem;
  }
  .took {
    width: 5rem;
    text-align: end;
  }
  tbody th button {
    font: 0.8125rem/20px var(--_code-font);
  }
  tr.open th button {
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .status.bad {
    color: var(--_danger);
  }
  .status.moved {
    color: var(--_warning);
  }
  .status.quiet {
    color: var(--_muted);
  }
  .actions {
    gap: 0.25rem 0.5rem;
    align-items: start;
    padding-block: 0.25rem;
  }
  .actions rillbox-snippets {
    flex: 0 1 auto;
    max-width: 100%;
  }
  .sides {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
    gap: 0.75rem;
  }
  .sides section {
    min-width: 0;
    padding: 0.5rem 0.75rem 0.75rem;
    background: var(--_background);
  }
  .heading {
    margin: 0 0 0.25rem;
    font-size: 0.8125rem;
  }
  dl {
    margin: 0 0 0.5rem;
    padding-block-end: 0.5rem;
    border-bottom: 1px solid var(--_border);
    font: 0.75rem/1.5 var(--_code-font);
  }
  dt,
  dd {
    display: inline;
  }
  .warning {
    margin: 0 0 0.5rem;
    color: var(--_warning);
  }
  p.note {
    margin-block-end: 0.5rem;
  }
  details {
    margin: 0 0 0.5rem;
    font-size: 0.75rem;
  }
  details dl {
    border: 0;
    padding: 0;
  }
  .brief {
    display: none;
  }
  /* Columns without room keep their cells, so that screen readers get whole rows. */
  @container (max-width: 640px) {
    .when {
      width: 0;
      padding-inline: 0;
      text-overflow: clip;
    }
    .status {
      width: 5.25rem;
    }
    .reason {
      display: none;
    }
    .brief {
      display: inline;
    }
  }
  @container (max-width: 420px) {
    .took {
      width: 0;
      padding-inline: 0;
      text-overflow: clip;
    }
    .method {
      width: 4.25rem;
    }
    .status {
      width: 5rem;
    }
  }
`
