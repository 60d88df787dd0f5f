// Styles of the charts of numbers, small and large.

import { css } from 'lit'

export const chartsStyle = css`
  h3 {
    margin: 0 0 0.25rem;
  }
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
    gap: 0.125rem 1rem;
  }
  .chart {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(3rem, 7.5rem) minmax(3rem, auto);
    gap: 0.5rem;
    align-items: center;
    width: 100%;
    min-height: 2rem;
    padding: 0.125rem 0.5rem;
    text-align: start;
  }
  .value {
    text-align: end;
  }
  svg {
    display: block;
    width: 100%;
    height: 1.5rem;
    overflow: visible;
  }
  path,
  line {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 1.5px;
    vector-effect: non-scaling-stroke;
  }
  line {
    stroke: var(--_muted);
    stroke-dasharray: 3 3;
  }
  /* Round, however the chart is stretched. */
  .dot {
    stroke-width: 9px;
    stroke-linecap: round;
  }
  dialog {
    width: min(44rem, calc(100vw - 2rem));
  }
  dialog h3 {
    font-size: 1rem;
    overflow-wrap: anywhere;
  }
  .large {
    display: grid;
    grid-template: 'most chart' auto 'least chart' auto / max-content minmax(0, 1fr);
    gap: 0 0.5rem;
    margin-block: 0.75rem 0.25rem;
  }
  .most {
    grid-area: most;
    text-align: end;
  }
  .least {
    grid-area: least;
    align-self: end;
    text-align: end;
  }
  .large svg {
    grid-area: chart;
    height: min(12.5rem, 40dvh);
    border-inline-start: 1px solid var(--_border);
    border-block-end: 1px solid var(--_border);
    touch-action: none;
  }
  input {
    width: 100%;
    margin: 0;
    padding: 0;
    border: 0;
  }
  p {
    margin: 0.25rem 0;
    font-size: 0.8125rem;
  }
  .point {
    min-height: 2.5em;
    font-size: 0.875rem;
    font-weight: 600;
  }
  .rows {
    max-height: 14rem;
    overflow: auto;
  }
  td {
    overflow-wrap: anywhere;
    font-size: 0.8125rem;
  }
`
