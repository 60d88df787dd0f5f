// <rillbox-compact-result>: one line with the state of the selected projection, for layouts that show one panel at a time.

import type { PropertyDeclarations, PropertyValues } from 'lit'
import { css, html, nothing } from 'lit'
import { PanelRequestEvent } from '../../frame/panel-request.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { SessionTopic } from '../../model/session.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { frame as texts } from '../../strings/english/frame.ts'
import { throttledRead } from '../../model/throttled-read.ts'
import { theme } from '../../kit/theme.ts'
import type { ProjectionsReading } from './read-projections.ts'
import { readProjections } from './read-projections.ts'
import { toneOf } from './status.ts'

/** Milliseconds between two readings. */
const readingPause = 150
/** Characters of a state that can be seen on a phone. */
const mostShown = 300

export class CompactResultElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    reading: { state: true },
  }
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
      .name {
        flex: none;
        max-inline-size: 40%;
        overflow: hidden;
        color: var(--_muted);
        font-size: 0.8rem;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      code {
        flex: 1;
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .failed {
        color: var(--_danger);
        font-weight: 600;
      }
    `,
  ]

  declare reading: ProjectionsReading | undefined

  readonly #read = throttledRead(readingPause, async () => {
    const { session } = this
    if (!session?.store) return
    const reading = await readProjections(session.store, session.selection)
    if (session === this.session && session.store) this.reading = reading
  })

  protected override onSession(): void {
    this.#read()
  }

  protected override onTopic(topic: SessionTopic): void {
    if (topic === 'content' || topic === 'selection' || topic === 'phase') this.#read()
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    const before = changed.get('reading')?.shown
    const { shown } = this.reading ?? {}
    const isSame = before?.statistics.name === shown?.statistics.name && before?.partition === shown?.partition
    if (before && isSame && before.state !== shown?.state) this.#flash()
  }

  protected override render() {
    const { shown } = this.reading ?? {}
    if (!shown) return nothing
    const { statistics, partition, state } = shown
    const isFaulted = toneOf(statistics.status) === 'faulted'
    return html`
      <button type="button" part="compact" @click=${() => this.dispatchEvent(new PanelRequestEvent('result'))}>
        <span class="name">${visibleLine(partition || statistics.name)}</span>
        ${isFaulted ? html`<span class="failed">${texts.faulted}</span>` : nothing}
        <code>${state ? oneLine(state) : texts.noState}</code>
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
