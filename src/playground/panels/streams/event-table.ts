// Renders a page of events as a table, the open event below its row, and the page buttons.

import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { PlaygroundSession } from '../../model/session.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { tableHead } from '../../kit/table-head.ts'
import type { EventPage, EventRow } from '../../model/streams/event-page.ts'
import type { PagePlace } from '../../model/streams/read-events.ts'

export interface TableContent {
  readonly page: EventPage
  readonly stream: string
  readonly session: PlaygroundSession | undefined
  /** Number of the expanded event. */
  readonly opened: number | undefined
}

type Open = (event: number | undefined) => void
type Step = (way: 'older' | 'newer') => Promise<void>

export function eventTable(content: TableContent, open: Open, step: Step) {
  const { rows } = content.page
  return html`<table part="table">
    ${tableHead(texts.caption(visibleLine(content.stream)), [
      [texts.number, 'number'],
      [texts.type, 'type'],
      [texts.data, 'data'],
      [texts.created, 'created'],
    ])}
    <tbody>
      ${repeat(
        rows,
        ({ number }) => number,
        (row) =>
          html`${eventRow(row, row.number === content.opened, open)}${row.number === content.opened ? detail(content, row, step) : nothing}`,
      )}
    </tbody>
  </table>`
}

function eventRow({ number, type, created, preview, link }: EventRow, isOpen: boolean, open: Open) {
  const toggle = () => open(isOpen ? undefined : number)
  const shown = visibleLine(type)
  return html`<tr class=${isOpen ? 'open' : ''} part="row" @click=${toggle}>
    <td class="number muted fine">${number}</td>
    <th scope="row" class="type">
      <button type="button" aria-expanded=${isOpen} aria-label=${texts.eventName(shown, number)} title=${shown}>${shown}</button>
    </th>
    <td class="data muted fine">
      ${link ? html`<span class=${link.resolved ? 'muted' : 'danger'}>${link.resolved ? '→' : texts.brokenLink} ${visibleLine(link.target)}</span> ` : nothing}${preview}
    </td>
    <td class="created muted fine"><time datetime=${created} title=${created}>${printTime(created)}</time></td>
  </tr>`
}

function detail({ page, stream, session }: TableContent, row: EventRow, step: Step) {
  const { number } = row
  const [first] = page.rows
  const isFirst = first?.number === number && page.isHead
  const isLast = page.rows.at(-1)?.number === number && page.older === undefined
  return html`<tr class="inside">
    <td colspan="4">
      <div class="detail" part="detail">
        <div class="steps flow">
          <button type="button" class="small" data-step="newer" ?disabled=${isFirst} @click=${() => step('newer')}>${texts.newer}</button>
          <button type="button" class="small" data-step="older" ?disabled=${isLast} @click=${() => step('older')}>${texts.older}</button>
        </div>
        <rillbox-event .session=${session} .stream=${stream} .row=${row}></rillbox-event>
      </div>
    </td>
  </tr>`
}

/** @param turn shows another page. */
export function pageButtons({ rows, older, newer, isHead }: EventPage, turn: (place: PagePlace) => void) {
  // There is only one page.
  if (isHead && older === undefined) return nothing
  const button = (name: string, place: PagePlace | undefined) =>
    html`<button type="button" class="small" ?disabled=${place === undefined} @click=${() => place && turn(place)}>${name}</button>`
  const link = (uri: string | undefined): PagePlace | undefined => (uri === undefined ? undefined : { kind: 'link', uri })
  const [first] = rows
  return html`<nav class="pages flow" aria-label=${texts.pages} part="pages">
    ${button(texts.pageNewest, isHead ? undefined : { kind: 'head' })} ${button(texts.pageNewer, isHead ? undefined : link(newer))}
    <span class="muted tiny range">${first ? `${rows.at(-1)!.number}–${first.number}` : texts.noEvents}</span>
    ${button(texts.pageOlder, link(older))} ${button(texts.pageOldest, older === undefined ? undefined : { kind: 'oldest' })}
  </nav>`
}

/** Day and time in UTC, to the second. */
const printTime = (iso: string): string => iso.replace('T', ' ').replace(/(?:\.\d+)?Z$/, '')
