// <rillbox-number-charts>: a small chart for each number of a state that changed over the events, and a large one on demand.

import type { PropertyValues } from 'lit'
import { LitElement, html, nothing, svg } from 'lit'
import type { Store } from '../../../engine/store.ts'
import { unlessClosed } from '../../model/store/unlogged-read.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { stepper } from '../../strings/english/stepper.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { languageInUse } from '../../strings/texts.ts'
import { dialogStyle } from '../../kit/dialog-style.ts'
import { theme } from '../../kit/theme.ts'
import { chartsStyle } from './charts-style.ts'
import { linePath, yOf } from './line-shape.ts'
import type { NumberSeries } from './number-history.ts'
import { NumberHistory } from './number-history.ts'

/** What a trace needs to follow one state. */
export interface ChartedState {
  readonly store: Store
  readonly query: string
  /** The projection that the query is of. */
  readonly projection: string
  readonly emit: boolean
  readonly continuous: boolean
  readonly partition: string
  /** Changes with every event that the projection handles, and with the state. */
  readonly version: string
}

/** Milliseconds of rest before the query runs again, and in multiples of the last run's duration. */
const rest = 500
const share = 3
/** Charts to show, and rows of a table. */
const mostCharts = 12
const mostRows = 200

const small = { width: 120, height: 24 }
const large = { width: 600, height: 200 }

export class NumberChartsElement extends LitElement {
  static override properties = {
    charted: { attribute: false },
    series: { state: true },
    open: { state: true },
    chosen: { state: true },
  }
  static override styles = [theme, dialogStyle, chartsStyle]

  declare charted: ChartedState | undefined
  declare series: readonly NumberSeries[]
  /** Path of the large chart. */
  declare open: string | undefined
  /** Index of the point that the large chart tells about. */
  declare chosen: number

  #events = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #controller: AbortController | undefined
  #took = 0
  /** Nothing runs for charts out of sight: each run takes a Worker. */
  readonly #showing = new IntersectionObserver((entries) => {
    this.#isVisible = entries.at(-1)!.isIntersecting
    if (this.#isVisible && this.#isDue) this.#later()
  })
  #isVisible = false
  #isDue = false

  constructor() {
    super()
    this.series = []
    this.chosen = 0
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#showing.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#showing.disconnect()
    clearTimeout(this.#timer)
    this.#controller?.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('charted')) return
    const before: ChartedState | undefined = changed.get('charted')
    const { charted } = this
    if (before && charted && isSame(before, charted)) return
    const isOther = before?.store !== charted?.store || before?.query !== charted?.query || before?.partition !== charted?.partition
    if (isOther) this.series = []
    this.#controller?.abort()
    this.#isDue = charted !== undefined
    this.#later()
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#trace(), Math.max(rest, this.#took * share))
  }

  async #trace(): Promise<void> {
    const { charted } = this
    if (!charted || !this.#isVisible) return
    this.#isDue = false
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const begun = performance.now()
    const history = new NumberHistory(charted.partition)
    try {
      await unlessClosed(charted.store.settled())
      const { emit, continuous, projection } = charted
      for await (const part of charted.store.trace(charted.query, { emit, continuous, projection, signal }))
        if (part.kind === 'steps') history.add(part.steps)
    } catch {
      // Another run takes its place, or the store is closed: the charts so far stay.
      return
    }
    this.#took = performance.now() - begun
    this.#events = history.events
    this.series = history.series()
    this.requestUpdate()
  }

  // ---- rendering

  protected override render() {
    const { series } = this
    if (series.length === 0) return nothing
    return html`
      <div part="charts" role="group" aria-labelledby="heading">
        <h3 id="heading">${texts.charts.heading}</h3>
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
        class="chart"
        aria-haspopup="dialog"
        aria-label=${texts.charts.open(path, printed(series.points[0]!.value), printed(last))}
        @click=${() => void this.#show(series)}
      >
        <code>${path}</code>
        <svg viewBox="0 0 ${small.width} ${small.height}" preserveAspectRatio="none" aria-hidden="true">
          <path d=${linePath(series, this.#events, small)} />
        </svg>
        <span class="value">${printed(last)}</span>
      </button>
    `
  }

  async #show(series: NumberSeries): Promise<void> {
    this.open = series.path
    this.chosen = series.points.length - 1
    await this.updateComplete
    this.renderRoot.querySelector('dialog')?.showModal()
    this.renderRoot.querySelector<HTMLElement>('input')?.focus()
  }

  #large() {
    const series = this.series.find(({ path }) => path === this.open)
    if (!series) return nothing
    const { points, least, most } = series
    const chosen = Math.min(this.chosen, points.length - 1)
    const point = points[chosen]!
    const text = texts.charts.at(printed(point.value), visibleLine(point.type), point.place, point.event + 1, this.#events)
    const x = (point.event / Math.max(1, this.#events - 1)) * large.width
    return html`
      <h3 id="title">${texts.charts.title(html`<code>${nameOf(series)}</code>`)}</h3>
      <div class="large">
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
        @input=${(event: Event) => (this.chosen = (event.target as HTMLInputElement).valueAsNumber)}
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
    this.chosen = after < 0 ? (series?.points.length ?? 1) - 1 : Math.max(0, after - 1)
  }
}

const isSame = (one: ChartedState, other: ChartedState): boolean =>
  Object.keys(one).every((name) => one[name as keyof ChartedState] === other[name as keyof ChartedState])

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
        <thead>
          <tr>
            <th scope="col">${texts.charts.event}</th>
            <th scope="col">${texts.charts.place}</th>
            <th scope="col">${texts.charts.value}</th>
          </tr>
        </thead>
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
