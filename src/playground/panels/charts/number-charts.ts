// <rillbox-number-charts>: a small chart for each number of a state that changed over the events, and a large one on demand.

import { untracked } from '@preact/signals-core'
import { html, nothing, svg } from 'lit'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import type { TracedQuery } from '../../model/trace/trace-run.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { stepper } from '../../strings/english/stepper.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { languageInUse } from '../../strings/texts.ts'
import { dialogStyle } from '../../kit/style/dialog-style.ts'
import { observeSight } from '../../kit/observed.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, typed, withState } from '../../kit/with-state.ts'
import { tableHead } from '../../kit/table-head.ts'
import { chartsStyle } from './charts-style.ts'
import { linePath, yOf } from './line-shape.ts'
import type { NumberSeries } from './number-history.ts'
import { followNumbers } from './number-history.ts'
import { onNumber } from '../../kit/fields.ts'
import { isSameDraft } from '../../model/draft/draft.ts'

/** Charts to show, and rows of a table. */
const mostCharts = 12
const mostRows = 200

const small = { width: 120, height: 24 }
const large = { width: 600, height: 200 }

export class NumberChartsElement extends withState(ConnectedElement, {
  series: typed<readonly NumberSeries[]>([]),
  /** Path of the large chart. */
  open: later<string>(),
  /** Index of the point that the large chart tells about; undefined for the newest, also when more come. */
  chosen: later<number>(),
}) {
  static override styles = [theme, dialogStyle, chartsStyle]

  #events = 0
  /** What the series were read from. */
  #read: { readonly traced: TracedQuery; readonly partition: string } | undefined

  protected override onSession(session: PlaygroundSession): void {
    const { shown } = steppingOf(session)
    // Nothing runs for charts out of sight: each run takes a Worker.
    this.attendTo(shown, observeSight)
    this.whenever(() => {
      const { current } = shown
      const { name, partition } = session.picture?.shown ?? {}
      if (current && name === current.draft.name && partition !== undefined) untracked(() => void this.#follow(current.traced, partition))
      else this.#clear()
    })
  }

  #clear(): void {
    this.#read = undefined
    this.series = []
  }

  async #follow(traced: TracedQuery | undefined, partition: string): Promise<void> {
    if (this.#read?.traced === traced && this.#read?.partition === partition) return
    if (!traced || this.#read?.partition !== partition || !isSameDraft(this.#read.traced.draft, traced.draft)) this.#clear()
    if (!traced) return
    const read = { traced, partition }
    this.#read = read
    const numbers = await followNumbers(traced.history, partition)
    if (read !== this.#read) return
    this.#events = numbers.events
    this.series = numbers.series()
    this.requestUpdate()
  }

  // ---- rendering

  protected override render() {
    const { series } = this
    if (series.length === 0) return nothing
    return html`
      <div part="charts" role="group" aria-labelledby="heading">
        <h3 class="heading" id="heading">${texts.charts.heading}</h3>
        <ul>
          ${series.slice(0, mostCharts).map((each) => html`<li>${this.#small(each)}</li>`)}
        </ul>
        ${series.length > mostCharts ? html`<p class="muted">${texts.charts.more(series.length - mostCharts)}</p>` : nothing}
      </div>
      <dialog aria-labelledby="title" @close=${() => (this.open = undefined)}>${this.#large()}</dialog>
    `
  }

  #small(series: NumberSeries) {
    const path = nameOf(series)
    const last = series.points.at(-1)!.value
    return html`
      <button
        type="button"
        class="chart quiet"
        aria-haspopup="dialog"
        aria-label=${texts.charts.open(path, printed(series.points[0]!.value), printed(last))}
        @click=${() => void this.#show(series)}
      >
        <code class="cut">${path}</code>
        <svg viewBox="0 0 ${small.width} ${small.height}" preserveAspectRatio="none" aria-hidden="true">
          <path d=${linePath(series, this.#events, small)} />
        </svg>
        <span class="value">${printed(last)}</span>
      </button>
    `
  }

  async #show(series: NumberSeries): Promise<void> {
    this.open = series.path
    this.chosen = undefined
    await this.updateComplete
    this.renderRoot.querySelector('dialog')?.showModal()
    this.renderRoot.querySelector<HTMLElement>('input')?.focus()
  }

  #large() {
    const series = this.series.find(({ path }) => path === this.open)
    if (!series) return nothing
    const { points, least, most } = series
    const chosen = Math.min(this.chosen ?? Infinity, points.length - 1)
    const point = points[chosen]!
    const text = texts.charts.at(printed(point.value), visibleLine(point.type), point.place, point.event + 1, this.#events)
    const x = (point.event / Math.max(1, this.#events - 1)) * large.width
    return html`
      <h3 id="title">${texts.charts.title(html`<code>${nameOf(series)}</code>`)}</h3>
      <div class="large muted tiny">
        <span class="most">${printed(most)}</span>
        <span class="least">${printed(least)}</span>
        <svg
          viewBox="0 0 ${large.width} ${large.height}"
          preserveAspectRatio="none"
          aria-hidden="true"
          @pointermove=${this.#onPointer}
          @pointerdown=${this.#onPointer}
        >
          <path d=${linePath(series, this.#events, large)} />
          ${svg`<line x1=${x} x2=${x} y1="0" y2=${large.height} /><path class="dot" d="M${x} ${yOf(point.value, series, large)}h0" />`}
        </svg>
      </div>
      <input
        type="range"
        min="0"
        max=${points.length - 1}
        aria-label=${texts.charts.points}
        aria-valuetext=${text}
        .value=${String(chosen)}
        @input=${onNumber((number) => (this.chosen = number))}
      />
      <p class="point">${text}</p>
      <p class="muted">${texts.charts.keys}</p>
      ${tableOf(series)}
      <p class="buttons">
        <button type="button" @click=${() => this.renderRoot.querySelector('dialog')?.close()}>${texts.charts.close}</button>
      </p>
    `
  }

  /** Chooses the point that was the number's value there. */
  readonly #onPointer = ({ currentTarget, clientX }: PointerEvent): void => {
    const series = this.series.find(({ path }) => path === this.open)
    const { left, width } = (currentTarget as Element).getBoundingClientRect()
    const event = ((clientX - left) / width) * Math.max(1, this.#events - 1)
    const after = series?.points.findIndex((point) => point.event > event) ?? -1
    this.chosen = after < 0 ? undefined : Math.max(0, after - 1)
  }
}

/** A state that is a number has no path. */
const nameOf = ({ path }: NumberSeries): string => (path === '' ? stepper.whole : visibleLine(path))

const printed = (value: number, maximumFractionDigits = 4): string => value.toLocaleString(languageInUse(), { maximumFractionDigits })

/** For screen readers, and for exact values. */
const tableOf = ({ points }: NumberSeries) => html`
  <details>
    <summary>${texts.charts.table}</summary>
    ${points.length > mostRows ? html`<p class="muted">${texts.charts.rest(mostRows)}</p>` : nothing}
    <div class="rows" tabindex="0" role="group" aria-label=${texts.charts.table}>
      <table>
        ${tableHead(undefined, [texts.charts.event, texts.charts.place, texts.charts.value])}
        <tbody>
          ${points.slice(-mostRows).map(
            ({ event, type, place, value }) =>
              html`<tr>
                <td>${event + 1} ${visibleLine(type)}</td>
                <td><code>${place}</code></td>
                <td>${printed(value, 20)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>
`
