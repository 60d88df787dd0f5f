// <rillbox-step-list>: a virtual list of steps; only visible rows have elements.

import type { PropertyValues } from 'lit'
import { LitElement, html } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { RowWindow } from '../../kit/rows/row-window.ts'
import { theme } from '../../kit/style/theme.ts'
import { given, typed, withState } from '../../kit/with-state.ts'
import type { StepRow } from '../../model/trace/step-history.ts'
import { outcomeText } from '../../model/steps/step-texts.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import { listStyle } from './list-style.ts'

/** Height of a row in pixels. */
const rowHeight = 32

export class StepListElement extends withState(LitElement, {
  rows: typed<readonly StepRow[]>([]),
  /** Indexes of the listed rows. */
  listed: typed<readonly number[]>([]),
  /** Number of listed rows. */
  count: 0,
  /** Place of the selected row in the list. */
  place: 0,
  choose: given<(place: number) => void>(),
}) {
  static override styles = [theme, listStyle]

  readonly #window: RowWindow = new RowWindow(this, {
    rowHeight,
    count: () => this.count,
    onResize: () => this.#window.reveal(this.place),
  })

  protected override render() {
    const [from, to] = this.#window.range
    return html`
      <div
        class="list"
        role="listbox"
        tabindex="0"
        aria-label=${texts.list}
        aria-activedescendant=${this.count > 0 ? `step-${this.place}` : ''}
      >
        <div class="window" role="presentation">
          ${this.listed.slice(from, to).map((index, offset) => this.#row(this.rows[index]!, index, from + offset))}
        </div>
      </div>
    `
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.renderRoot.querySelector<HTMLElement>('.window')!.style.setProperty('--_digits', String(String(this.rows.length).length))
    if (changed.has('place') || changed.has('listed') || changed.has('count')) this.#window.reveal(this.place)
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
        @click=${() => this.choose(place)}
      >
        <span class="index muted">${index + 1}</span>
        <span class="type ${row.skipped ? 'muted' : ''}">${visibleLine(row.type)}</span>
        <span class="place muted tiny">${row.number}@<span>${visibleLine(row.stream)}</span></span>
        <span class="outcome muted tiny">${outcomeText(row)}</span>
      </div>
    `
  }
}
