// <rillbox-step-list>: a virtual list of steps; only visible rows have elements.

import type { PropertyValues } from 'lit'
import { LitElement, html } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { seenPart } from '../../kit/seen-part.ts'
import { theme } from '../../kit/theme.ts'
import type { StepRow } from '../../model/trace/step-history.ts'
import { outcomeText } from '../../model/steps/step-texts.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import { listStyle } from './list-style.ts'

/** Height of a row in pixels. */
const rowHeight = 32
/** Extra rows above and below the visible ones. */
const margin = 8

export class StepListElement extends LitElement {
  static override properties = {
    rows: { attribute: false },
    listed: { attribute: false },
    count: { attribute: false },
    place: { attribute: false },
    scrolled: { state: true },
    height: { state: true },
  }
  static override styles = [theme, listStyle]

  declare rows: readonly StepRow[]
  /** Indexes of the listed rows. */
  declare listed: readonly number[]
  /** Number of listed rows. */
  declare count: number
  /** Place of the selected row in the list. */
  declare place: number
  declare scrolled: number
  declare height: number

  readonly #resizing = new ResizeObserver(([entry]) => {
    this.height = entry!.contentRect.height
    this.#reveal()
  })

  constructor() {
    super()
    this.rows = []
    this.listed = []
    this.count = 0
    this.place = 0
    this.scrolled = 0
    this.height = 0
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#resizing.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#resizing.disconnect()
  }

  protected override render() {
    const [from, to] = this.#window()
    return html`
      <div
        class="list"
        role="listbox"
        tabindex="0"
        aria-label=${texts.list}
        aria-activedescendant=${this.count > 0 ? `step-${this.place}` : ''}
        @scroll=${this.#onScroll}
      >
        <div class="window" role="presentation">
          ${this.listed.slice(from, to).map((index, offset) => this.#row(this.rows[index]!, index, from + offset))}
        </div>
      </div>
    `
  }

  protected override updated(changed: PropertyValues<this>): void {
    const [from] = this.#window()
    const { style } = this.renderRoot.querySelector<HTMLElement>('.window')!
    // Not in the markup, where a strict content security policy allows no style.
    style.setProperty('padding-block-start', `${from * rowHeight}px`)
    style.setProperty('--_digits', String(String(this.rows.length).length))
    if (changed.has('place') || changed.has('listed') || changed.has('count')) this.#reveal()
  }

  #row(row: StepRow, index: number, place: number) {
    const kind = row.isFault ? 'fault' : row.skipped ? 'skipped' : 'handled'
    return html`
      <div
        class="row ${kind}"
        role="option"
        id="step-${place}"
        aria-selected=${place === this.place}
        aria-setsize=${this.count}
        aria-posinset=${place + 1}
        @click=${() => this.dispatchEvent(new CustomEvent('rillbox-step', { detail: place }))}
      >
        <span class="index">${index + 1}</span>
        <span class="type">${visibleLine(row.type)}</span>
        <span class="place"><span>${visibleLine(row.stream)}</span>@${row.number}</span>
        <span class="outcome">${outcomeText(row)}</span>
      </div>
    `
  }

  /** Range of the rows that have elements. */
  #window(): readonly [from: number, to: number] {
    const from = Math.max(0, Math.floor(this.scrolled / rowHeight) - margin)
    return [from, Math.min(this.count, Math.ceil((this.scrolled + this.height) / rowHeight) + margin)]
  }

  #onScroll(event: Event): void {
    this.scrolled = (event.target as HTMLElement).scrollTop
  }

  /** Scrolls just far enough to show the selected row. */
  #reveal(): void {
    const list = this.renderRoot.querySelector<HTMLElement>('.list')
    if (!list || this.height === 0) return
    // In a low frame the end of the list is cut off.
    const { above, below } = seenPart(list)
    this.renderRoot.querySelector<HTMLElement>('.window')!.style.setProperty('height', `${this.count * rowHeight + below}px`)
    const top = this.place * rowHeight
    if (top < list.scrollTop + above) list.scrollTop = top - above
    else if (top + rowHeight > list.scrollTop + this.height - below) list.scrollTop = top + rowHeight + below - this.height
    this.scrolled = list.scrollTop
  }
}

declare global {
  interface HTMLElementEventMap {
    /** The reader picked a step; the detail is its place in the list. */
    'rillbox-step': CustomEvent<number>
  }
}
