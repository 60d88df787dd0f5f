// <rillbox-event>: shows one event in full: its place, its data and metadata as written, and the target of a link.

import type { PropertyValues } from 'lit'
import { LitElement, css, html, nothing } from 'lit'
import type { PlaygroundSession } from '../../model/session.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import type { EventRow } from '../../model/streams/event-page.ts'
import { isSameRow, placeOfTitle } from '../../model/streams/event-page.ts'
import type { StoredEvent } from '../../model/streams/read-events.ts'
import { readEvent } from '../../model/streams/read-events.ts'

export class EventDetailElement extends withState(LitElement, {
  session: later<PlaygroundSession>(),
  stream: '',
  /** The event's row in the page. */
  row: later<EventRow>(),
  /** `missing`: the event no longer exists. */
  event: later<StoredEvent | 'missing'>(),
}) {
  static override styles = [
    theme,
    css`
      :host {
        container-type: inline-size;
      }
      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 0.1rem 0.75rem;
        margin: 0 0 0.5rem;
      }
      .heading {
        margin: 0.5rem 0 0.15rem;
      }
      .link {
        padding: 0.15rem 0.5rem;
      }
    `,
  ]

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('stream') || (changed.has('row') && !isSameRow(changed.get('row'), this.row))) void this.#read()
  }

  async #read(): Promise<void> {
    const store = this.session?.store
    const { row, stream } = this
    if (!store || !row || row.link?.resolved === false) return
    const event = await readEvent(store, stream, row.number)
    if (stream === this.stream && isSameRow(row, this.row)) this.event = event ?? 'missing'
  }

  protected override render() {
    const { row, event } = this
    if (row?.link?.resolved === false) return this.#broken(row, row.link.target)
    if (!event) return html`<p class="muted">${texts.loading}</p>`
    if (event === 'missing') return html`<p class="muted">${texts.gone}</p>`
    return html`${row?.link ? this.#link(row, event) : nothing} ${place(event)} ${content(event)}
    ${metadata(texts.metadata, event.metadata)}`
  }

  #link({ number }: EventRow, target: StoredEvent) {
    const go = () => this.session?.select({ ...this.session.selection, stream: target.stream, event: target.number })
    return html`
      <p>
        ${texts.linkTo(visibleLine(`${number}@${this.stream}`))}
        <button type="button" class="link code" @click=${go}>${visibleLine(`${target.number}@${target.stream}`)}</button>
      </p>
      ${metadata(texts.linkMetadata, target.linkMetadata)}
    `
  }

  #broken({ number, created }: EventRow, target: string) {
    const { stream } = placeOfTitle(target) ?? {}
    const go = () => this.session?.select({ ...this.session.selection, stream, event: undefined })
    return html`
      <p class="danger">${texts.linkBroken(visibleLine(`${number}@${this.stream}`), visibleLine(target))}</p>
      <dl class="fine">
        <dt class="muted">${texts.type}</dt>
        <dd class="code">$></dd>
        <dt class="muted">${texts.created}</dt>
        <dd>${time(created)}</dd>
      </dl>
      <button type="button" class="link code" @click=${go}>${texts.open(visibleLine(stream ?? ''))}</button>
    `
  }
}

const time = (created: string) => html`<time datetime=${created}>${created.replace('T', ' ').replace('Z', ' UTC')}</time>`

const place = ({ stream, number, type, id, created, isJson, data }: StoredEvent) =>
  html`<dl class="fine">
    <dt class="muted">${texts.event}</dt>
    <dd class="code">${visibleLine(`${number}@${stream}`)}</dd>
    <dt class="muted">${texts.type}</dt>
    <dd class="code">${visibleLine(type)}</dd>
    <dt class="muted">${texts.created}</dt>
    <dd>${time(created)}</dd>
    <dt class="muted">${texts.id}</dt>
    <dd class="code">${id}</dd>
    ${
      isJson || data.length === 0
        ? nothing
        : html`<dt class="muted">${texts.content}</dt>
            <dd>${texts.notJson}</dd>`
    }
  </dl>`

const content = ({ data }: StoredEvent) => html`
  <p class="heading">${texts.data}</p>
  ${data.length === 0 ? html`<p class="muted">${texts.noData}</p>` : html`<rillbox-json .what=${texts.whatData} .bytes=${data}></rillbox-json>`}
`

const metadata = (heading: string, text: string) =>
  text === ''
    ? nothing
    : html`<p class="heading">${heading}</p>
        <rillbox-json .what=${texts.whatMetadata} .text=${text}></rillbox-json>`
