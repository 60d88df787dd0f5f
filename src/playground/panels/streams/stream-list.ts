// <rillbox-stream-list>: lists the streams of a store, to filter and select.

import type { PropertyDeclarations } from 'lit'
import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ListedStream } from '../../../engine/observe/listed-streams.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { printCount } from '../../strings/counted.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { partStyle } from '../../kit/part-style.ts'
import { theme } from '../../kit/theme.ts'
import { listStyles } from './list-styles.ts'
import { badgeOf, isSystemStream, shownStreams } from './shown-streams.ts'

/** Streams to show at first. */
const streamsAtOnce = 200
/** Streams that each request adds: elements for a hundred thousand at once end the page. */
const streamsMore = 1_000

export class StreamListElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    text: { state: true },
    system: { state: true },
    limit: { state: true },
  }
  static override styles = [theme, partStyle, listStyles]

  declare protected text: string
  declare protected system: boolean
  /** Streams to show. */
  declare protected limit: number

  constructor() {
    super()
    this.text = ''
    this.system = false
    this.limit = streamsAtOnce
  }

  protected override render() {
    const { picture } = this.session ?? {}
    const streams = picture?.streams ?? []
    const shown = shownStreams(streams, { text: this.text, system: this.system })
    const visible = shown.slice(0, this.limit)
    const left = shown.length - visible.length
    return html`
      <input
        type="search"
        part="filter"
        aria-label=${texts.filterLabel}
        placeholder=${texts.filter}
        .value=${this.text}
        @input=${(event: Event) => (this.text = (event.target as HTMLInputElement).value)}
      />
      <div class="line">
        <label class="switch">
          <input
            type="checkbox"
            .checked=${this.system}
            @change=${(event: Event) => (this.system = (event.target as HTMLInputElement).checked)}
          />
          ${texts.system}
        </label>
        <span class="muted" role="status">${texts.count(shown.length)}</span>
      </div>
      <ul aria-label=${texts.streams}>
        ${repeat(
          visible,
          ({ name }) => name,
          (stream) => this.#item(stream),
        )}
      </ul>
      ${
        left > 0
          ? html`<button type="button" class="all" @click=${() => (this.limit += streamsMore)}>
              ${left > streamsMore ? texts.showMore(streamsMore) : texts.showAll(shown.length)}
            </button>`
          : nothing
      }
      ${picture && shown.length === 0 ? html`<p class="empty">${this.#emptyText(streams)}</p>` : nothing}
    `
  }

  #item(stream: ListedStream) {
    const { name, events } = stream
    const badge = badgeOf(stream)
    const isChosen = this.session?.selection.stream === name
    return html`<li>
      <button
        type="button"
        part="item"
        class=${badge ? 'deleted' : ''}
        aria-current=${isChosen}
        title=${visibleLine(name)}
        @click=${() => this.#choose(name)}
      >
        <span class="name">${visibleLine(name)}</span>
        ${
          badge
            ? html`<span class="badge">${badge}</span>`
            : html`<span class="count"
                ><span aria-hidden="true">${printCount(events)}</span><span class="visually-hidden">${texts.events(events)}</span></span
              >`
        }
      </button>
    </li>`
  }

  #emptyText(streams: readonly ListedStream[]): string {
    if (this.text.trim() !== '') return texts.noMatch
    return streams.every(isSystemStream) ? texts.none : ''
  }

  #choose(stream: string): void {
    const { session } = this
    session?.select({ ...session.selection, stream, event: undefined })
  }
}
