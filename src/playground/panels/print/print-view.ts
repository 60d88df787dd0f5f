// <rillbox-print>: everything that a printed page needs of a playground, in full: queries, states and events. Hidden on screens.

import { css, html, nothing } from 'lit'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { Pause } from '../../kit/pause.ts'
import { singleFlight } from '../../model/timing/single-flight.ts'
import { visibleLine, withoutBidiControls } from '../../kit/visible-text.ts'
import { print as texts } from '../../strings/english/print.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import { tableHead } from '../../kit/table-head.ts'
import type { Printed, PrintedProjection, PrintedStream } from '../../model/streams/read-printed.ts'
import { readPrinted } from '../../model/streams/read-printed.ts'

/** Milliseconds without a change before a reading: browsers do not wait for one once they print, so it is done in advance. */
const quiet = 1_000

export class PrintElement extends withState(ConnectedElement, {
  /** Undefined until read. */
  printed: later<Printed>(),
}) {
  static override styles = [
    theme,
    css`
      :host {
        display: none;
        color-scheme: light;
        color: #000;
        background: #fff;
      }
      @media print {
        :host {
          display: block;
        }
      }
      h2 {
        font-size: 1.1rem;
      }
      h3 {
        margin: 1rem 0 0.3rem;
        font-size: 0.95rem;
        break-after: avoid;
      }
      pre {
        padding: 0.5rem;
        border: 1px solid #999;
      }
      p {
        margin: 0.4rem 0;
      }
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.25rem 1rem;
        margin: 0.4rem 0;
      }
      td:last-child {
        overflow-wrap: anywhere;
      }
      tr {
        break-inside: avoid;
      }
    `,
  ]

  readonly #pause = new Pause()
  /** Holds from `beforeprint` on, when the media have not changed yet. */
  #isPrinting = false
  readonly #media = matchMedia('print')
  #left = new AbortController()

  #setPrinting(isPrinting: boolean): void {
    this.#isPrinting = isPrinting
    this.requestUpdate()
    // The browser prints the page as the handlers of the event leave it.
    this.performUpdate()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#left = new AbortController()
    const { signal } = this.#left
    this.#media.addEventListener('change', () => this.requestUpdate(), { signal })
    addEventListener('beforeprint', () => this.#setPrinting(true), { signal })
    addEventListener('afterprint', () => this.#setPrinting(false), { signal })
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#pause.end()
    this.#left.abort()
  }

  readonly #read = singleFlight(async () => {
    const { session } = this
    if (!session?.store) return
    const printed = await readPrinted(session.store)
    if (printed && session === this.session && session.store) this.printed = printed
  })

  protected override onSession(session: PlaygroundSession): void {
    this.whenever(() => {
      if (session.picture) this.#pause.begin(quiet, () => void this.#read())
    })
  }

  protected override render() {
    const { session, printed } = this
    // On a screen its texts would only stand in the way of searches through the page.
    if (!session?.store || !(this.#isPrinting || this.#media.matches)) return nothing
    const { draft } = session
    const { projections = [], streams = [] } = printed ?? {}
    return html`
      <h2>${session.scenario?.title ?? ''}</h2>
      <h3>${texts.query(visibleLine(draft.name))}</h3>
      <pre>${withoutBidiControls(draft.query)}</pre>
      ${projections.map((projection) => projectionView(projection, projection.name !== draft.name))} ${streams.map(streamView)}
    `
  }
}

const projectionView = ({ name, status, query, states }: PrintedProjection, showsQuery: boolean) => html`
  ${
    showsQuery
      ? html`<h3>${texts.query(visibleLine(name))}</h3>
          <pre>${withoutBidiControls(query)}</pre>`
      : nothing
  }
  <h3>${texts.state(visibleLine(name))}</h3>
  <p>${withoutBidiControls(status)}</p>
  <dl>
    ${states.map(
      ({ partition, state }) =>
        html`<dt>${visibleLine(partition || name)}</dt>
          <dd><code>${withoutBidiControls(state)}</code></dd>`,
    )}
  </dl>
`

const streamView = ({ name, events, left }: PrintedStream) => html`
  <h3>${texts.stream(visibleLine(name))}</h3>
  <table>
    ${tableHead(undefined, [texts.number, texts.type, texts.data])}
    <tbody>
      ${events.map(
        ({ number, type, data }) =>
          html`<tr>
            <td>${number}</td>
            <td>${visibleLine(type)}</td>
            <td><code>${withoutBidiControls(data)}</code></td>
          </tr>`,
      )}
    </tbody>
  </table>
  ${left > 0 ? html`<p>${texts.leftOut(left)}</p>` : nothing}
`
