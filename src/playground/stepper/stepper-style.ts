// Layout of the stepper, from 300 pixels to a wide screen.

import { css } from 'lit'

export const stepperStyle = css`
  :host {
    container-type: inline-size;
    min-width: 0;
    background: var(--_background);
  }
  .stepper {
    display: grid;
    grid-template: 'bar' auto 'filters' auto 'detail' auto 'list' auto 'query' auto 'keys' auto / minmax(0, 1fr);
    gap: 0.75rem;
  }
  .bar {
    grid-area: bar;
    display: grid;
    gap: 0.5rem;
    min-width: 0;
    padding-block-end: 0.5rem;
    border-block-end: 1px solid var(--_border);
  }
  .run,
  .transport,
  .jumps,
  .filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.375rem 0.5rem;
  }
  .run {
    min-height: 2rem;
  }
  .summary {
    flex: 1 1 12rem;
    min-width: 0;
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  .transport button {
    flex: none;
    display: grid;
    place-items: center;
    width: 2rem;
    height: 2rem;
    padding: 0;
  }
  .transport svg {
    width: 1rem;
    height: 1rem;
    fill: currentcolor;
  }
  .slider {
    position: relative;
    order: -1;
    flex: 1 0 100%;
    min-width: 0;
    height: 2rem;
  }
  .slider input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    accent-color: var(--_accent);
  }
  .tick {
    position: absolute;
    inset-block-start: 2px;
    width: 2px;
    height: 8px;
    margin-inline-start: -1px;
    background: var(--_danger);
    pointer-events: none;
  }
  .position {
    flex: none;
    margin-inline-start: auto;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .jumps button {
    min-height: 1.75rem;
    padding-block: 0.1rem;
    font-size: 0.8125rem;
  }
  .jumps .fault:not(:disabled) {
    border-color: currentcolor;
    color: var(--_danger);
  }
  .filters {
    grid-area: filters;
  }
  .filters label {
    flex: 1 1 6.5rem;
    display: grid;
    gap: 0.125rem;
    min-width: 0;
    color: var(--_muted);
    font-size: 0.75rem;
  }
  .filters select {
    width: 100%;
    min-width: 0;
    min-height: 2rem;
    color: var(--_text);
    font-size: 0.875rem;
  }
  .detail {
    grid-area: detail;
    min-width: 0;
    min-height: 12rem;
  }
  rillbox-step-list {
    grid-area: list;
    height: 16rem;
  }
  .code {
    grid-area: query;
    min-width: 0;
  }
  .notice {
    margin: 0;
    padding: 0.375rem 0.625rem;
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .notice.danger {
    background: var(--_removed);
    color: var(--_text);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .empty {
    padding: 1.5rem 1rem;
    text-align: center;
    color: var(--_muted);
  }
  .keys {
    grid-area: keys;
    margin: 0;
    font-size: 0.75rem;
    color: var(--_muted);
  }
  kbd {
    padding: 0 0.3em;
    border: 1px solid var(--_border);
    border-radius: 3px;
    background: var(--_surface);
    font: 0.6875rem var(--_font);
    white-space: nowrap;
  }
  @media (hover: none) {
    .keys {
      display: none;
    }
  }
  @container (min-width: 30rem) {
    .transport {
      flex-wrap: nowrap;
    }
    .slider {
      order: 0;
      flex-basis: auto;
    }
    .position {
      min-width: 5em;
    }
  }
  @container (min-width: 44rem) {
    .bar {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .notice,
    .transport {
      grid-column: 1 / -1;
    }
    .jumps {
      grid-area: 1 / 2;
    }
    .stepper {
      grid-template:
        'bar bar' auto
        'filters filters' auto
        'list detail' minmax(20rem, 1fr)
        'list query' auto
        'keys keys' auto / minmax(17rem, 22rem) minmax(0, 1fr);
      column-gap: 1rem;
    }
    .filters label {
      flex: 1 1 0;
      max-width: 20rem;
      grid-template-columns: auto minmax(0, 1fr);
      align-items: center;
      gap: 0.375rem;
    }
    rillbox-step-list {
      height: auto;
      min-height: 20rem;
    }
    .whole {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  @container (min-width: 72rem) {
    .stepper {
      grid-template:
        'bar bar bar' auto
        'filters filters filters' auto
        'list detail query' minmax(20rem, 1fr)
        'keys keys keys' auto / minmax(17rem, 22rem) minmax(0, 1.2fr) minmax(0, 1fr);
    }
  }
`
