// Layout of the stepper, from 300 pixels to a wide screen.

import { css } from 'lit'

export const stepperStyle = css`
  :host {
    background: var(--_background);
  }
  .stepper {
    display: grid;
    grid-template: 'bar' auto 'detail' auto 'list' auto / minmax(0, 1fr);
    gap: 0.5rem;
  }
  rillbox-step-bar {
    grid-area: bar;
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    padding-block: calc(0.25rem + var(--_bar-room, 0px)) 0.25rem;
    border-block-end: 1px solid var(--_border);
    background: var(--_background);
  }
  .detail {
    grid-area: detail;
    min-width: 0;
    min-height: 8rem;
  }
  rillbox-step-list {
    grid-area: list;
    height: 16rem;
  }
  .code {
    margin-block-start: 1rem;
  }
  @container (min-width: 44rem) {
    .stepper {
      grid-template: 'bar bar' auto 'list detail' minmax(20rem, 1fr) / minmax(17rem, 22rem) minmax(0, 1fr);
      column-gap: 1rem;
    }
    rillbox-step-list {
      height: auto;
      min-height: 20rem;
    }
    .whole {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
`
