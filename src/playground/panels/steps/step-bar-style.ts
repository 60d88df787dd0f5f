// Styles of the controls of stepping, from 300 pixels on.

import { css } from 'lit'

export const stepBarStyle = css`
  .bar {
    display: grid;
    gap: 0.375rem;
  }
  .transport,
  .buttons,
  .about {
    gap: 0.25rem 0.375rem;
    min-width: 0;
  }
  /* Time runs to the right on every page, as in any player; arrow keys do, too. */
  .transport {
    direction: ltr;
  }
  .buttons button {
    min-height: 2rem;
    white-space: nowrap;
  }
  .icon {
    flex: none;
    display: grid;
    place-items: center;
    width: 2rem;
    height: 2rem;
    padding: 0;
  }
  .icon svg,
  .fault svg {
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
  }
  .tick {
    position: absolute;
    inset-block-start: 2px;
    width: 2px;
    height: 8px;
    margin-inline-start: -1px;
    background: var(--_danger);
    pointer-events: none;
    forced-color-adjust: none;
  }
  .fault {
    display: inline-flex;
    gap: 0.375rem;
    align-items: center;
    border-color: currentcolor;
    color: var(--_danger);
  }
  .about {
    column-gap: 0.75rem;
    min-height: 2rem;
  }
  .about p,
  .stops .text {
    min-width: 0;
  }
  .stop {
    padding: 0.1rem 0.4rem;
    border-radius: var(--_radius);
    background: var(--_danger);
    color: var(--_background);
    font-size: 0.75rem;
  }
  .summary:empty {
    display: none;
  }
  .notice {
    padding: 0.375rem 0.625rem;
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .notice.danger {
    background: var(--_removed);
    color: var(--_text);
    white-space: pre-wrap;
  }
  .filters,
  .stops,
  .stops form {
    display: grid;
    gap: 0.5rem;
  }
  .stops {
    width: 20rem;
    max-width: 100%;
  }
  .stops li {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    justify-content: space-between;
  }
  .stops .danger {
    display: block;
  }
  .stops li button {
    flex: none;
    min-width: 2rem;
    min-height: 2rem;
    padding: 0;
  }
  .keys dl {
    margin: 0.25rem 0 0;
  }
  .keys dl > div {
    display: grid;
    grid-template-columns: 9rem minmax(0, 1fr);
    gap: 0.5rem;
    padding-block: 0.125rem;
  }
  kbd {
    padding: 0 0.3em;
    border: 1px solid var(--_border);
    border-radius: 3px;
    background: var(--_surface);
    font: 0.6875rem var(--_font);
    white-space: nowrap;
  }
  /* One row on a phone: the ends of the slider are the first and the last step. */
  @container (max-width: 28rem) {
    .first,
    .last,
    .fault span {
      display: none;
    }
    .fault {
      padding-inline: 0.5rem;
    }
  }
  @container (min-width: 40rem) {
    .transport,
    .buttons {
      flex-wrap: nowrap;
    }
    .slider {
      order: 0;
      flex: 1 1 6rem;
    }
  }
`
