// <rillbox-compact-result>: one line with the state of the selected projection, for layouts that show one panel at a time.

import type { PropertyValues } from 'lit'
import { css, html, nothing } from 'lit'
import type { ShownProjection } from '../../../engine/inspect/inspection.ts'
import { askForPanel } from '../../frame/panel-request.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { frame as texts } from '../../strings/english/frame.ts'
import { theme } from '../../kit/style/theme.ts'

/** Characters of a state that can be seen on a phone. */
const mostShown = 300

export class CompactResultElement extends ConnectedElement {
  static override styles = [
    theme,
    css`
      button {
        display: flex;
        gap: 0.5rem;
        align-items: center;
        inline-size: 100%;
        min-block-size: 2.5rem;
        padding: 0.4rem 0.75rem;
        border: 0;
        border-radius: 0;
        background: var(--_surface);
        text-align: start;
      }
      button:focus-visible {
        outline-offset: -2px;
      }
      p {
        padding: 0.6rem 0.75rem;
        color: var(--_muted);
        font-size: 0.8rem;
      }
      .name {
        flex: none;
        max-inline-size: 40%;
        color: var(--_muted);
        font-size: 0.8rem;
      }
      code {
        flex: 1;
        min-inline-size: 0;
      }
    `,
  ]

  /** What was shown before, to see a change. */
  #before: ShownProjection | undefined

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    const before = this.#before
    const shown = this.session?.picture?.shown
    this.#before = shown
    const isSame = before?.name === shown?.name && before?.partition === shown?.partition
    if (before && isSame && before.state !== shown?.state) this.#flash()
  }

  protected override render() {
    const shown = this.session?.picture?.shown
    if (!shown) return this.session?.picture ? html`<p>${texts.noProjection}</p>` : nothing
    const { name, activity, partition, state } = shown
    return html`
      <button type="button" part="compact" @click=${() => askForPanel(this, 'result')}>
        <span class="name cut">${visibleLine(partition || name)}</span>
        ${activity === 'faulted' ? html`<span class="danger strong">${texts.faulted}</span>` : nothing}
        <code class="cut">${state ? oneLine(state) : texts.noState}</code>
      </button>
    `
  }

  /** The change is seen although its panel is not. */
  #flash(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const colour = getComputedStyle(this).getPropertyValue('--_added')
    this.renderRoot.querySelector('button')?.animate([{ background: colour }, { background: colour, offset: 0.4 }, {}], { duration: 1400 })
  }
}

const oneLine = (state: string): string => visibleLine(state.slice(0, mostShown).replaceAll(/\s+/g, ' '))
