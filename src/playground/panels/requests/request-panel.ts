// <rillbox-request-panel>: lists every request to the store, newest first, to inspect, copy and download.

import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { requests as texts } from '../../strings/english/requests.ts'
import { download } from '../../kit/download.ts'
import { rowPanelStyle } from '../../kit/rows/row-panel-style.ts'
import { partStyle } from '../../kit/style/part-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, typed, withState } from '../../kit/with-state.ts'
import { tableHead } from '../../kit/table-head.ts'
import { exchangeDetail } from './exchange-detail.ts'
import type { ListedRequest, StatusFilter } from './exchange-row.ts'
import { decoded, filtered, isAnswered, pathOf, printTime, statusFilters, statusOf, toneOf } from './exchange-row.ts'
import { archiveOf } from '../../../engine/observe/har.ts'
import { requestStyles } from './request-styles.ts'
import { onText, searchField } from '../../kit/fields.ts'
import type { FaultRule, Faults } from '../../../engine/faults/faults.ts'
import { outcomeOf, waitingFaults } from '../../model/requests/next-time.ts'

export class RequestPanelElement extends withState(ConnectedElement, {
  text: '',
  status: typed<StatusFilter>('all'),
  /** Id of the expanded request. */
  opened: later<number>(),
  raw: false,
}) {
  static override styles = [theme, partStyle, rowPanelStyle, requestStyles]

  protected override onSession(session: PlaygroundSession): void {
    this.whenever(() => {
      void session.phase
      this.opened = undefined
    })
  }

  get #shown(): readonly ListedRequest[] {
    const log = this.session?.requests
    return log ? filtered(log, { text: this.text, status: this.status }) : []
  }

  protected override render() {
    const log = this.session?.requests
    const count = log ? log.entries.length + log.pending.length : 0
    const shown = this.#shown
    // Every request of the application would be announced.
    const isFiltered = this.text !== '' || this.status !== 'all'
    return html`
      <div class="bar flow" part="controls">
        ${searchField(texts.filter, texts.filterBriefly, this.text, (text) => (this.text = text))}
        <select aria-label=${texts.filterByStatus} @change=${onText<StatusFilter>((value) => (this.status = value))}>
          ${statusFilters.map((each) => html`<option value=${each} ?selected=${each === this.status}>${filterName(each)}</option>`)}
        </select>
        <button type="button" ?disabled=${!shown.some(isAnswered)} title=${texts.downloadHint} @click=${this.#download}>
          ${texts.download}
        </button>
        <button type="button" ?disabled=${count === 0} @click=${this.#clear}>${texts.clear}</button>
        <span class="muted" role=${isFiltered ? 'status' : nothing}>${texts.count(shown.length, count)}</span>
      </div>
      ${this.session?.store ? waitingList(this.session.store.faults, this.#faultsChanged) : nothing}
      <div class="list" part="list">
        ${shown.length > 0 ? this.#table(shown) : html`<p class="empty bare">${this.#emptyText(count)}</p>`}
      </div>
    `
  }

  #table(shown: readonly ListedRequest[]) {
    return html`<table part="table">
      ${tableHead(texts.caption, [[texts.method, 'method'], texts.path, [texts.status, 'status'], [texts.time, 'when'], [texts.took, 'took']])}
      <tbody>
        ${repeat(
          shown,
          ({ id }) => id,
          (request) => this.#row(request),
        )}
      </tbody>
    </table>`
  }

  #row(request: ListedRequest) {
    const { id, method, url, started } = request
    const isOpen = id === this.opened
    const path = decoded(pathOf(url, this.session?.address))
    const { text: status, brief } = statusOf(request)
    const [, code, reason] = /^(\d{3}) (.*)$/.exec(status) ?? []
    return html`
      <tr class=${isOpen ? 'open' : ''} part="row">
        <td class="method code">${method}</td>
        <th scope="row">
          <button type="button" aria-expanded=${isOpen} title=${path} @click=${() => (this.opened = isOpen ? undefined : id)}>
            ${path}
          </button>
        </th>
        <td class="status ${toneOf(request)}" title=${status}>
          ${code}
          <span class="reason">${reason ?? status}</span>${code === undefined ? html`<span class="brief">${brief}</span>` : nothing}
        </td>
        <td class="when muted">${printTime(started)}</td>
        <td class="took muted">${isAnswered(request) ? texts.duration(request.milliseconds) : '…'}</td>
      </tr>
      ${
        isOpen
          ? html`<tr class="inside">
              <td colspan="5">${this.#actions(request)}${exchangeDetail(request, this.raw, (raw) => (this.raw = raw))}</td>
            </tr>`
          : nothing
      }
    `
  }

  #actions(request: ListedRequest) {
    const { store, readonly } = this.session!
    if (!store || readonly) return nothing
    return html`<rillbox-request-actions .store=${store} .request=${request} .changed=${this.#faultsChanged}></rillbox-request-actions>`
  }

  /** The drawer keeps count of the faults in force. */
  readonly #faultsChanged = (): void => {
    this.requestUpdate()
    this.dispatchEvent(new CustomEvent('rillbox-faults', { bubbles: true, composed: true }))
  }

  #emptyText(count: number): string {
    if (count > 0) return texts.noMatch
    return this.session?.store ? texts.none : texts.closed
  }

  /** Saves what the list shows, oldest first. */
  readonly #download = (): void => {
    const answered = this.#shown.filter(isAnswered).toReversed()
    download('rillbox.har', JSON.stringify(archiveOf(answered), null, 2), 'application/json')
  }

  #clear(): void {
    this.session?.store?.requests.clear()
    this.opened = undefined
    this.requestUpdate()
  }
}

const filterName = (status: StatusFilter): string =>
  (({ all: texts.anyStatus, waiting: texts.waiting, none: texts.noResponse }) as { readonly [Status in StatusFilter]?: string })[status] ??
  status

/** The faults that wait for one request each. @param changed called when one was taken away. */
function waitingList(faults: Faults, changed: () => void) {
  const waiting = waitingFaults(faults)
  if (waiting.length === 0) return nothing
  return html`<ul class="waiting" part="waiting">
    ${waiting.map(({ rule, remove }) => {
      const text = texts.nextTime.waiting(`${rule.method} ${decoded(rule.path!)}`, effectOf(rule))
      const cancel = (): void => {
        remove()
        changed()
      }
      return html`<li class="flow">
        <span>${text}</span>
        <button type="button" aria-label=${texts.nextTime.cancelThis(text)} @click=${cancel}>${texts.nextTime.cancel}</button>
      </li>`
    })}
  </ul>`
}

function effectOf(rule: FaultRule): string {
  const effect = texts.nextTime.outcomes[outcomeOf(rule)]
  if (rule.kind === 'status') return `${effect} ${rule.status}`
  return rule.kind === 'latency' ? `${effect}, ${texts.duration(Number(rule.milliseconds))}` : effect
}
