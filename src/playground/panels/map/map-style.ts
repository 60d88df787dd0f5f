// Styles of the map.

import { css } from 'lit'

export const mapStyle = css`
  :host {
    display: flex;
    flex-direction: column;
  }
  .legend {
    font-size: 0.8rem;
  }
  /* The graph runs from left to right on every page: its curves are drawn that way. */
  .scroll {
    display: grid;
    flex: 1;
    min-block-size: 0;
    overflow: auto;
    direction: ltr;
  }
  .graph {
    position: relative;
    margin: auto;
  }
  svg {
    position: absolute;
    inset: 0;
    overflow: visible;
  }
  path {
    fill: none;
    color: color-mix(in oklab, var(--_border), var(--_text) 30%);
    /* Chromium fails to animate a stroke between kinds of colours. */
    stroke: currentColor;
    stroke-width: 1.5;
  }
  marker path {
    fill: currentColor;
    stroke: none;
  }
  path.links {
    stroke-dasharray: 5 4;
  }
  path.contains {
    stroke-dasharray: 1 4;
    stroke-linecap: round;
  }
  path.faulted {
    color: var(--_danger);
  }
  li {
    position: absolute;
  }
  li button {
    display: grid;
    align-content: center;
    gap: 0.1rem;
    inline-size: 100%;
    block-size: 100%;
    padding: 0.15rem 0.6rem;
    line-height: 1.25;
    text-align: start;
  }
  .name {
    font-family: var(--_code-font);
    font-size: 0.78rem;
  }
  .all .name {
    font-family: var(--_font);
  }
  button.stream,
  button.category,
  button.more,
  button.all {
    border-radius: 1.4rem;
    padding-inline: 0.9rem;
    background: var(--_surface);
  }
  /* Several sheets behind the first: it stands for several streams. */
  button.category {
    box-shadow:
      3px 3px 0 -1px var(--_surface),
      3px 3px 0 0 var(--_border);
  }
  button.more {
    border-style: dashed;
  }
  button.projection {
    border-inline-start: 4px solid var(--_accent);
  }
  button.stopped,
  button.completed,
  button.busy {
    border-inline-start-color: var(--_muted);
  }
  button.faulted {
    border-color: var(--_danger);
  }
  button.faulted .count {
    color: var(--_danger);
    font-weight: 600;
  }
  button[aria-current='true'] {
    border-color: var(--_accent);
    background: var(--_raised);
  }
`
