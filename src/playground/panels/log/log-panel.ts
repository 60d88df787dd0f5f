// <rillbox-log-panel>: shows what the selected projection's query logs, each line with its event.

import { css, html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { askForPanel } from '../../frame/panel-request.ts'
import { visibleLine, withoutBidiControls } from '../../kit/visible-text.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { mayLog } from '../../model/draft/draft.ts'
import { editor } from '../../strings/english/editor.ts'
import { oneEach } from '../../kit/one-each.ts'
import { rowPanelStyle } from '../../kit/rows/row-panel-style.ts'
import { partStyle } from '../../kit/style/part-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { tableHead } from '../../kit/table-head.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import type { ShownTrace } from '../../model/trace/shown-trace.ts'
import type { LoggedLine, LoggedLines } from './log-lines.ts'
import { loggedLines } from './log-lines.ts'

export class LogPanelElement extends ConnectedElement {
  static override styles = [
    theme,
    partStyle,
    rowPanelStyle,
    css`
      :host {
        --_list-height: var(--rillbox-log-height, 26rem);
      }
      .event {
        width: 12rem;
      }
      tbody th button {
        font: 0.8125rem/1.4 var(--_code-font);
        overflow-wrap: anywhere;
        white-space: normal;
      }
      td {
        font: 0.8125rem/1.5 var(--_code-font);
        vertical-align: top;
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

  readonly #lines = oneEach(loggedLines)

  protected override onSession(session: PlaygroundSession): void {
    this.attendTo(steppingOf(session).shown)
  }

  get #trace(): ShownTrace | undefined {
    return this.session && steppingOf(this.session).shown
  }

  protected override render() {
    const run = this.#trace?.current
    const texts = editor.log
    if (!run) return html`<p class="empty">${texts.choose}</p>`
    const { draft, traced, isReading, fault } = run
    const name = visibleLine(draft.name)
    if (isReading) return html`<p class="empty" aria-busy="true">${texts.reading}</p>`
    if (fault !== undefined)
      return html`<p class="empty"><span class="danger">${texts.couldNotRun}</span> ${visibleLine(fault.message)}</p>`
    const { count, newestFirst: lines } = traced ? this.#lines(traced.history) : nothingLogged
    if (count === 0)
      return html`<p class="empty">${mayLog(draft.query) ? texts.none(name) : html`${texts.noLog(name)}<br />${texts.example}`}</p>`
    return html`
      <div class="bar flow apart" part="controls">
        <span class="muted" role="status">${count === lines.length ? texts.lines(count) : texts.lastLines(lines.length, count)}</span>
        <rillbox-copy .label=${texts.copy} .text=${() => asText(lines)}></rillbox-copy>
      </div>
      <div class="list" part="list">
        <table part="table">
          ${tableHead(texts.caption(name), [[texts.event, 'event'], texts.logged])}
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
      askForPanel(this, 'streams')
    }
    return html`<tr part="row">
      <th scope="row" class="event">
        <button type="button" aria-label=${editor.log.openEvent(event, visibleLine(type))} @click=${open}>
          ${event}<br /><span class="muted tiny">${visibleLine(type)}</span>
        </button>
      </th>
      <td>${text === '' ? nothing : withoutBidiControls(text)}</td>
    </tr>`
  }
}

const nothingLogged: LoggedLines = { count: 0, newestFirst: [] }

/** For the clipboard, oldest first. */
const asText = (lines: readonly LoggedLine[]): string =>
  lines
    .toReversed()
    .map(({ number, stream, type, text }) => `${number}@${stream} ${type}: ${text}`)
    .join('\n')
