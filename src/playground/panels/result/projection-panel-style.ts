// Layout and colours of the projection panel.

import { css } from 'lit'

export const projectionPanelStyle = css`
  .panel,
  .body,
  .values {
    display: grid;
    gap: 0.75rem;
  }
  h3 {
    margin: 0;
  }
  /* The header keeps its layout for every status: the choice keeps its width, and a long status is cut. */
  header select {
    flex: none;
    width: min(20rem, 40%);
    font: 500 0.8125rem/1.4 var(--_code-font);
    text-overflow: ellipsis;
  }
  .status {
    display: inline-flex;
    flex: 1 1 6rem;
    gap: 0.4rem;
    min-width: 0;
    max-width: max-content;
    align-items: center;
    min-height: 2rem;
    font-weight: 600;
  }
  /* The rest wraps into a line out of sight. */
  .words {
    direction: ltr;
    display: flex;
    flex-wrap: wrap;
    height: 1lh;
    overflow: hidden;
    white-space: pre;
  }
  .icon {
    flex: none;
    width: 0.875rem;
    height: 0.875rem;
    fill: currentcolor;
  }
  .icon .line {
    fill: none;
    stroke: currentcolor;
    stroke-width: 2.25;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .icon .cut {
    stroke: var(--_background);
    stroke-width: 1.75;
    stroke-linecap: round;
  }
  .running,
  .completed {
    color: var(--_accent);
  }
  .stopped,
  .busy {
    color: var(--_muted);
  }
  .faulted,
  .commands .dangerous:not(:disabled) {
    color: var(--_danger);
  }
  .menu {
    margin-inline-start: auto;
  }
  .step {
    min-height: 2rem;
    border-color: currentcolor;
    color: var(--_danger);
  }
  .commands {
    display: grid;
    gap: 0.125rem;
    min-width: 9rem;
  }
  .commands button {
    min-height: 2rem;
    text-align: start;
  }
  progress {
    width: 100%;
    height: 0.25rem;
    border: 0;
    border-radius: 0.125rem;
    overflow: hidden;
    appearance: none;
    background: var(--_raised);
  }
  progress::-webkit-progress-bar {
    background: var(--_raised);
  }
  progress::-webkit-progress-value {
    background: var(--_accent);
  }
  progress::-moz-progress-bar {
    background: var(--_accent);
  }
  /* Columns keep growing figures from moving their neighbours. */
  dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(9.6rem, 1fr));
    gap: 0.125rem 1rem;
  }
  dl > div {
    display: flex;
    gap: 0.4rem;
    align-items: baseline;
    min-width: 0;
  }
  dt {
    flex: none;
    color: var(--_muted);
  }
  .fault {
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--_danger);
    border-inline-start-width: 4px;
    border-radius: var(--_radius);
  }
  .fault details {
    margin-top: 0.25rem;
  }
  /* Takes room only while it says something. */
  rillbox-explanation {
    display: contents;
  }
  .values {
    min-width: 0;
    align-content: start;
  }
  .boxes {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr));
    gap: 0.75rem;
  }
  dd,
  .value {
    min-width: 0;
  }
  .value h3 {
    margin-bottom: 0.25rem;
    overflow-wrap: anywhere;
  }
  .value h3 code {
    color: var(--_text);
  }
  .box {
    min-height: 2.75rem;
    max-height: 24rem;
    padding: 0.5rem 0.75rem;
    overflow: auto;
  }
  /* Grey, but as readable as before. */
  .stale .box {
    border-style: dashed;
    filter: grayscale(1);
  }
  .why {
    padding: 0.25rem 0.625rem;
    border-inline-start: 3px solid var(--_warning);
    background: var(--_surface);
  }
  .changed {
    gap: 0 0.5rem;
    margin-block-start: 0.25rem;
  }
  .partitions {
    gap: 0.375rem 0.5rem;
    min-width: 0;
  }
  .partitions input {
    flex: 1 1 8rem;
    min-width: 0;
    min-height: 2rem;
  }
  .partitions .pager {
    flex: 1 0 100%;
  }
  .partitions ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem;
    max-height: 8rem;
    overflow: auto;
  }
  .partitions li {
    max-width: 100%;
  }
  .partitions li button {
    display: block;
    max-width: 100%;
    min-height: 1.75rem;
    padding: 0.125rem 0.5rem;
    font: 400 0.8125rem/1.4 var(--_code-font);
    text-align: start;
  }
  .partitions [aria-current] {
    border-color: var(--_accent);
    background: color-mix(in oklab, var(--_accent), var(--_background) 88%);
    font-weight: 600;
  }
  .pager {
    flex-wrap: nowrap;
  }
  .pager button {
    min-width: 2rem;
    min-height: 1.75rem;
    padding: 0;
  }
  .streams {
    gap: 0.25rem 0.75rem;
    margin: 0.25rem 0 0;
  }
  .streams button {
    color: var(--_accent);
    font: 400 0.8125rem/1.4 var(--_code-font);
    overflow-wrap: anywhere;
  }
  /* The position, the last one, is long: one that wraps would add a line. */
  @container (min-width: 21rem) {
    dl > :last-child {
      grid-column: span 2;
    }
  }
  @container (min-width: 34rem) {
    .body.partitioned {
      grid-template-columns: minmax(9rem, 14rem) minmax(0, 1fr);
    }
    .partitions {
      flex-direction: column;
      flex-wrap: nowrap;
      align-items: stretch;
    }
    .partitions input,
    .partitions .pager {
      flex: none;
    }
    .partitions ul {
      flex-direction: column;
      flex-wrap: nowrap;
      max-height: 20rem;
    }
    .partitions li button {
      width: 100%;
    }
  }
`
