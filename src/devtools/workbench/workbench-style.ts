// Lays out the workbench: a bar with tabs, and one panel that fills the page.

import { css } from 'lit'

export const workbenchStyle = css`
  :host {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    block-size: 100dvh;
    background: var(--_background);
  }
  .end {
    align-items: center;
  }
  main {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  .panel {
    grid-area: 1 / 1;
  }
`
