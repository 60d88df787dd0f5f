// <rillbox-request-panel>: lists every exchange with the store, newest first, to inspect and copy.

import type { PropertyDeclarations } from 'lit'
import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { LoggedExchange } from '../../engine/observe/request-log.ts'
import { ConnectedElement } from '../session/connected-element.ts'
import { exchangeDetail } from './exchange-detail.ts'
import type { StatusFilter } from './exchange-row.ts'
import { decoded, filtered, pathOf, printDuration, printTime, statusClass, statusFilters, statusOf } from './exchange-row.ts'
import { expandableRows } from '../ui-kit/expandable-rows.ts'
import { requestStyles } from './request-styles.ts'
import type { SessionTopic } from '../session/session.ts'
import { counted } from '../ui-kit/counted.ts'
import { theme } from '../ui-kit/theme.ts'

const statusNames: Readonly<Record<StatusFilter, string>> = {
  all: 'Any status',
  '2xx': '2xx',
  '3xx': '3xx',
  '4xx': '4xx',
  '5xx': '5xx',
  none: 'No response',
}

export class RequestPanelElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    text: { state: true },
    status: { state: true },
    opened: { state: true },
    raw: { state: true },
  }
  static override styles = [theme, expandableRows, requestStyles]

  declare protected text: string
  declare protected status: StatusFilter
  /** Id of the expanded exchange. */
  declare protected opened: number | undefined
  declare protected raw: boolean

  constructor() {
    super()
    this.text = ''
    this.status = 'all'
    this.raw = false
  }

  protected override onTopic(topic: SessionTopic): void {
    if (topic === 'phase') this.opened = undefined
    if (topic === 'phase' || topic === 'requests') this.requestUpdate()
  }

  protected override render() {
    const entries = this.session?.store?.requests.entries ?? []
    const shown = filtered(entries, { text: this.text, status: this.status })
    return html`
      <div class="bar" part="controls">
        <input
          type="search"
          part="filter"
          aria-label="Filter by method and path"
          placeholder="Filter by method and path"
          .value=${this.text}
          @input=${(event: Event) => (this.text = (event.target as HTMLInputElement).value)}
        />
        <select
          aria-label="Filter by status"
          @change=${(event: Event) => (this.status = (event.target as HTMLSelectElement).value as StatusFilter)}
        >
          ${statusFilters.map((each) => html`<option value=${each} ?selected=${each === this.status}>${statusNames[each]}</option>`)}
        </select>
        <button type="button" ?disabled=${entries.length === 0} @click=${this.#clear}>Clear</button>
        <span class="muted" role="status">${countText(shown.length, entries.length)}</span>
      </div>
      <div class="list" part="list">
        ${shown.length > 0 ? this.#table(shown) : html`<p class="empty">${this.#emptyText(entries.length)}</p>`}
      </div>
    `
  }

  #table(shown: readonly LoggedExchange[]) {
    return html`<table part="table">
      <caption class="visually-hidden">
        Requests, newest first
      </caption>
      <thead>
        <tr>
          <th scope="col" class="method">Method</th>
          <th scope="col">Path</th>
          <th scope="col" class="status">Status</th>
          <th scope="col" class="when">Time</th>
          <th scope="col" class="took">Took</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          shown,
          ({ id }) => id,
          (exchange) => this.#row(exchange),
        )}
      </tbody>
    </table>`
  }

  #row(exchange: LoggedExchange) {
    const { id, method, url, started, milliseconds } = exchange
    const isOpen = id === this.opened
    const path = decoded(pathOf(url))
    const [status, ...reason] = statusOf(exchange).split(' ')
    return html`
      <tr class=${isOpen ? 'open' : ''} part="row">
        <td class="method code">${method}</td>
        <th scope="row">
          <button type="button" aria-expanded=${isOpen} title=${path} @click=${() => (this.opened = isOpen ? undefined : id)}>
            ${path}
          </button>
        </th>
        <td class="status s${statusClass(exchange)}" title=${statusOf(exchange)}>
          ${status} <span class="reason">${reason.join(' ')}</span>
        </td>
        <td class="when">${printTime(started)}</td>
        <td class="took">${printDuration(milliseconds)}</td>
      </tr>
      ${
        isOpen
          ? html`<tr class="inside">
              <td colspan="5">${exchangeDetail(exchange, this.raw, (raw) => (this.raw = raw))}</td>
            </tr>`
          : nothing
      }
    `
  }

  #emptyText(count: number): string {
    if (count > 0) return 'No requests match the filter.'
    if (!this.session?.store) return 'Requests appear here when the store is open.'
    return 'No requests yet. Every request to the store appears here, from this page or from the panels.'
  }

  #clear(): void {
    this.session?.store?.requests.clear()
    this.opened = undefined
    this.requestUpdate()
  }
}

function countText(shown: number, all: number): string {
  const requests = counted(all, 'request')
  return shown === all ? requests : `${shown} of ${requests}`
}
