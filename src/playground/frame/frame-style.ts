// Styles of the playground before its panels have loaded: its box, its fallback, and its skeleton.

import { css } from 'lit'

/** `--_wide` tells the element whether it has two columns, before it opens too: nothing moves then. */
export const playgroundStyle = css`
  :host {
    container-type: inline-size;
    block-size: var(--_height, var(--rillbox-height, 40rem));
    min-block-size: 16rem;
  }
  :host([theme='auto']) {
    color-scheme: light dark;
  }
  .frame {
    --_wide: 0;
    position: relative;
    display: grid;
    grid-template: 'header' auto 'tabs' auto 'data' minmax(0, 1fr) 'compact' auto / minmax(0, 1fr);
    block-size: 100%;
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
  }
  .frame:focus {
    outline: none;
  }
  @container (inline-size >= 44rem) {
    .frame {
      --_wide: 1;
    }
  }
  .frame.resting {
    grid-template: 'trouble' auto 'fallback' minmax(0, 1fr) / minmax(0, 1fr);
    overflow: clip;
  }
`

/** Styles of the playground before its store is open, and after a failure to open it. */
export const restingStyle = css`
  .fallback {
    grid-area: fallback;
    padding: 1rem;
    overflow: auto;
  }
  .bare .fallback {
    padding: 0;
  }
  /* The shape of the playground that is about to open: nothing jumps when it does. */
  .skeleton {
    position: absolute;
    inset: 0;
    display: grid;
    grid-template: 2.75rem 2.35rem minmax(0, 1fr) 2.5rem / minmax(0, 1fr);
  }
  .skeleton > * {
    border-block-end: 1px solid var(--_border);
  }
  .skeleton > :is(.head, .bar) {
    background: var(--_surface);
  }
  .skeleton > .pane {
    padding: 1rem;
    background: repeating-linear-gradient(var(--_raised) 0 0.6rem, transparent 0.6rem 1.4rem) no-repeat content-box 0 0 / 60% 4.8rem;
  }
  .skeleton > .pane:has(pre) {
    overflow: hidden;
    background: none;
  }
  .skeleton pre {
    margin: 0;
    color: var(--_muted);
    font: 0.8125rem/1.5 var(--_code-font);
  }
  .skeleton > :is(.query, .result) {
    display: none;
  }
  @container (inline-size >= 44rem) {
    .skeleton {
      grid-template: 2.75rem minmax(0, var(--_rows-first, 55fr)) 2.35rem minmax(0, var(--_rows-second, 45fr)) / 1fr 1fr;
    }
    .skeleton > .foot {
      display: none;
    }
    .skeleton > :is(.query, .result) {
      display: block;
      min-inline-size: 0;
    }
    .skeleton > .query {
      border-inline-end: 1px solid var(--_border);
    }
    .skeleton > :is(.head, .bar, .data) {
      grid-column: 1 / -1;
    }
  }
  @container (inline-size >= 64rem) {
    .skeleton {
      grid-template: 2.75rem minmax(0, 45fr) 2.35rem minmax(0, 55fr) / minmax(0, 46fr) minmax(0, 54fr);
    }
    .skeleton > .query {
      grid-row: span 3;
    }
    .skeleton > :is(.bar, .data) {
      grid-column: 2;
    }
  }
  .working {
    position: absolute;
    inset: 0 0 auto;
    block-size: 3px;
    overflow: hidden;
  }
  .working::after {
    content: '';
    display: block;
    inline-size: 30%;
    block-size: 100%;
    background: var(--_accent);
    animation: to-and-fro 1s ease-in-out infinite alternate;
  }
  @keyframes to-and-fro {
    from {
      translate: 0;
    }
    to {
      translate: calc(100% / 0.3 - 100%);
    }
  }
  /* At the bottom of the frame, or of the window where that ends above it. */
  .start {
    position: sticky;
    inset-block-end: 0;
    grid-area: fallback;
    align-self: end;
    display: flex;
    justify-content: center;
    padding: 2.5rem 1rem 1rem;
    background: linear-gradient(transparent, var(--_background) 60%);
    pointer-events: none;
  }
  .start button {
    padding: 0.55rem 1.2rem;
    border-radius: 2rem;
    box-shadow: 0 2px 10px rgb(0 0 0 / 0.2);
    pointer-events: auto;
  }
  .trouble {
    grid-area: trouble;
    max-block-size: 100%;
    padding: 0.9rem 1rem 1rem;
    overflow: auto;
    border-block-start: 3px solid var(--_danger);
    border-block-end: 1px solid var(--_border);
    background: var(--_surface);
  }
  .trouble p,
  .trouble ul {
    margin: 0 0 0.5rem;
  }
  .trouble strong {
    color: var(--_danger);
  }
  .trouble ul {
    padding-inline-start: 1.2rem;
    list-style: disc;
  }
  /* In full: a text of fixed height would cover what the page prints below it. */
  @media print {
    :host {
      container-type: normal;
      block-size: auto;
      min-block-size: 0;
    }
    .frame.resting {
      display: block;
      block-size: auto;
      overflow: visible;
    }
    .fallback {
      overflow: visible;
    }
    .start,
    .skeleton,
    .working {
      display: none;
    }
  }
`
