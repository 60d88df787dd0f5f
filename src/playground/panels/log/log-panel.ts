// <rillbox-log-panel>: shows what the selected projection's query logs, each line with its event.

import type { PropertyDeclarations } from 'lit'
import { css, html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { projectionPath } from '../../../base/paths.ts'
import type { Store } from '../../../engine/store.ts'
import { PanelRequestEvent } from '../../frame/panel-request.ts'
import { visibleLine, withoutBidiControls } from '../../kit/visible-text.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { mayLog } from '../../model/draft.ts'
import type { SessionTopic } from '../../model/session.ts'
import { singleFlight } from '../../model/single-flight.ts'
import { readTextUnlogged } from '../../model/store/unlogged-read.ts'
import { editor } from '../../strings/english/editor.ts'
import { partStyle } from '../../kit/part-style.ts'
import { Visibility } from '../../kit/visibility.ts'
import { theme } from '../../kit/theme.ts'
import type { LoggedLine } from './log-lines.ts'
import { LogLines } from './log-lines.ts'

/** The log of a projection, as far as it was read. */
interface Log {
  readonly projection: string
  readonly query: string
  readonly lines: LogLines
  readonly state: 'reading' | 'read'
  /** The query cannot run at all. */
  readonly fault?: string
}

/** Shortest pause in milliseconds between two runs, and the pause in multiples of a run. */
const shortestPause = 300
const pauseShare = 5

export class LogPanelElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    log: { state: true },
  }
  static override styles = [
    theme,
    partStyle,
    css`
      :host {
        container-type: inline-size;
      }
      p {
        margin: 0;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 0.75rem;
        align-items: center;
        justify-content: space-between;
        padding-block-end: 0.5rem;
      }
      .list {
        max-height: var(--rillbox-log-height, 26rem);
        overflow: auto;
        border: 1px solid var(--_border);
        border-radius: var(--_radius);
      }
      thead th {
        position: sticky;
        top: 0;
        background: var(--_surface);
        font-size: 0.75rem;
      }
      tbody tr:last-child > * {
        border-bottom: 0;
      }
      .event {
        width: 12rem;
      }
      tbody .event {
        padding: 0;
        font-weight: 400;
      }
      tbody button {
        width: 100%;
        min-height: 28px;
        padding: 0.25rem 0.5rem;
        border: 0;
        border-radius: 0;
        background: none;
        font: 0.8125rem/1.4 var(--_code-font);
        text-align: start;
        overflow-wrap: anywhere;
      }
      .type {
        color: var(--_muted);
        font-size: 0.75rem;
      }
      td {
        font: 0.8125rem/1.5 var(--_code-font);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        direction: ltr;
        text-align: left;
      }
      @container (max-width: 480px) {
        .event {
          width: 7.5rem;
        }
      }
    `,
  ]

  declare protected log: Log | undefined

  #controller: AbortController | undefined
  /** Another projection need not wait until the pause behind a long run is over. */
  #endRest: (() => void) | undefined
  readonly #visibility = new Visibility(this, () => this.#read())

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#controller?.abort()
  }

  protected override onSession(): void {
    this.#read()
  }

  protected override onTopic(topic: SessionTopic): void {
    if (topic === 'phase' || topic === 'content') this.#read()
    if (topic !== 'selection' || this.session?.selection.projection === this.log?.projection) return
    this.#controller?.abort()
    this.#endRest?.()
    this.#read()
  }

  /** Reads only while the panel is shown: a run goes over all events. */
  readonly #read = (): void => {
    if (this.#visibility.isVisible) void this.#readAndRest()
  }

  readonly #readAndRest = singleFlight(async () => {
    const begun = performance.now()
    await this.#readOnce()
    const pause = Math.max(shortestPause, (performance.now() - begun) * pauseShare)
    await new Promise<void>((resolve) => {
      this.#endRest = resolve
      setTimeout(resolve, pause)
    })
  })

  async #readOnce(): Promise<void> {
    const { store, selection } = this.session ?? {}
    const { projection } = selection ?? {}
    if (!store || projection === undefined) {
      this.log = undefined
      return
    }
    const query = await readTextUnlogged(store, `${projectionPath(projection)}/query`)
    if (query === undefined) this.log = undefined
    else if (mayLog(query)) await this.#run(store, projection, query)
    else this.log = { projection, query, lines: new LogLines(), state: 'read' }
  }

  /** A run like the projection's own, which writes nothing. */
  async #run(store: Store, projection: string, query: string): Promise<void> {
    this.#controller?.abort()
    const controller = new AbortController()
    this.#controller = controller
    const lines = new LogLines()
    if (this.log?.projection !== projection || this.log.query !== query) this.log = { projection, query, lines, state: 'reading' }
    try {
      await store.settled()
      let isOpened = false
      let fault: string | undefined
      for await (const part of store.trace(query, { projection, signal: controller.signal })) {
        if (part.kind === 'opened') isOpened = true
        else if (part.kind === 'steps') lines.add(part.steps)
        else if (!isOpened) fault = part.fault?.message
      }
      this.log = { projection, query, lines, state: 'read', ...(fault !== undefined && { fault }) }
    } catch {
      // The panel or the store has gone; the lines read so far stay.
    }
  }

  protected override render() {
    const { log } = this
    const texts = editor.log
    if (!log) return html`<p class="empty">${texts.choose}</p>`
    const name = visibleLine(log.projection)
    if (log.state === 'reading' && log.lines.count === 0) return html`<p class="empty" aria-busy="true">${texts.reading}</p>`
    if (log.fault !== undefined)
      return html`<p class="empty"><span class="danger">${texts.couldNotRun}</span> ${visibleLine(log.fault)}</p>`
    if (log.lines.count === 0)
      return html`<p class="empty">${mayLog(log.query) ? texts.none(name) : html`${texts.noLog(name)}<br />${texts.example}`}</p>`
    const lines = log.lines.newestFirst
    const { count } = log.lines
    return html`
      <div class="bar" part="controls">
        <span class="muted" role="status">${count === lines.length ? texts.lines(count) : texts.lastLines(lines.length, count)}</span>
        <rillbox-copy label=${texts.copy} .text=${() => asText(lines)}></rillbox-copy>
      </div>
      <div class="list" part="list">
        <table part="table">
          <caption class="visually-hidden">
            ${texts.caption(name)}
          </caption>
          <thead>
            <tr>
              <th scope="col" class="event">${texts.event}</th>
              <th scope="col">${texts.logged}</th>
            </tr>
          </thead>
          <tbody>
            ${repeat(
              lines,
              ({ id }) => id,
              (line) => this.#line(line),
            )}
          </tbody>
        </table>
      </div>
    `
  }

  #line({ stream, number, type, text }: LoggedLine) {
    const event = visibleLine(`${number}@${stream}`)
    const open = () => {
      this.session?.select({ ...this.session.selection, stream, event: number })
      this.dispatchEvent(new PanelRequestEvent('streams'))
    }
    return html`<tr part="row">
      <th scope="row" class="event">
        <button type="button" aria-label=${editor.log.openEvent(event, visibleLine(type))} @click=${open}>
          ${event}<br /><span class="type">${visibleLine(type)}</span>
        </button>
      </th>
      <td>${text === '' ? nothing : withoutBidiControls(text)}</td>
    </tr>`
  }
}

/** For the clipboard, oldest first. */
const asText = (lines: readonly LoggedLine[]): string =>
  lines
    .toReversed()
    .map(({ number, stream, type, text }) => `${number}@${stream} ${type}: ${text}`)
    .join('\n')
