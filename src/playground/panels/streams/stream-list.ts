// <rillbox-stream-list>: lists the streams of a store, to filter and select.

import type { PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ListedStream } from '../../../engine/observe/listed-streams.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { printCount } from '../../strings/counts.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { hasModifier } from '../../kit/modifiers.ts'
import { rowForKey, RowWindow } from '../../kit/rows/row-window.ts'
import { partStyle } from '../../kit/style/part-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { withState } from '../../kit/with-state.ts'
import { listStyles } from './list-styles.ts'
import { badgeOf, isSystemStream, shownStreams } from './shown-streams.ts'
import { searchField, tickField } from '../../kit/fields.ts'

/** Height of a row in pixels with letters of the usual size, as the styles have it. */
const rowHeight = 28

export class StreamListElement extends withState(ConnectedElement, {
  system: false,
}) {
  static override styles = [theme, partStyle, listStyles]

  /** What the filter leaves, and of what. */
  #shown: readonly ListedStream[] = []
  #filtered: { readonly streams: readonly ListedStream[]; readonly text: string; readonly system: boolean } | undefined
  /** The selected stream when it was last shown to be. */
  #revealed: string | undefined
  /** The row that had the focus last: the only one that Tab leads to, unless it is out of sight. */
  #row: number | undefined
  readonly #window = new RowWindow(this, { rowHeight, count: () => this.#shown.length })

  get #text(): string {
    return this.session?.selection.streamFilter ?? ''
  }

  protected override render() {
    const { picture } = this.session ?? {}
    const streams = picture?.streams ?? []
    const shown = this.#filter(streams)
    const [from, to] = this.#window.range
    const chosen = shown.findIndex(({ name }) => name === this.session?.selection.stream)
    const tabStop = Math.min(Math.max(this.#row ?? chosen, from), to - 1)
    return html`
      ${searchField(texts.filterLabel, texts.filter, this.#text, (streamFilter) =>
        this.session?.select({ ...this.session.selection, streamFilter }),
      )}
      <div class="line flow apart tiny">
        ${tickField(texts.system, this.system, (system) => (this.system = system))}
        <span class="muted" role="status">${texts.count(shown.length)}</span>
      </div>
      <div class="list" tabindex="-1" @keydown=${this.#onKey} @focusin=${this.#onFocus}>
        <ul class="window" aria-label=${texts.streams}>
          ${repeat(
            shown.slice(from, to),
            ({ name }) => name,
            (stream, offset) => this.#item(stream, from + offset, from + offset === tabStop),
          )}
        </ul>
      </div>
      ${picture && shown.length === 0 ? html`<p class="empty bare">${this.#emptyText(streams)}</p>` : nothing}
    `
  }

  /** Scrolling renders often, and sorting takes its time. */
  #filter(streams: readonly ListedStream[]): readonly ListedStream[] {
    const text = this.#text
    const { system } = this
    const before = this.#filtered
    if (streams === before?.streams && text === before.text && system === before.system) return this.#shown
    this.#filtered = { streams, text, system }
    this.#shown = shownStreams(streams, { text, system })
    return this.#shown
  }

  #item(stream: ListedStream, row: number, isTabStop: boolean) {
    const { name, events } = stream
    const badge = badgeOf(stream)
    const isChosen = this.session?.selection.stream === name
    return html`<li aria-setsize=${this.#shown.length} aria-posinset=${row + 1}>
      <button
        type="button"
        part="item"
        tabindex=${isTabStop ? 0 : -1}
        class="quiet ${badge ? 'deleted' : ''}"
        aria-current=${isChosen}
        title=${visibleLine(name)}
        @click=${() => this.#choose(name)}
      >
        <span class="name code cut">${visibleLine(name)}</span>
        ${
          badge
            ? html`<span class="badge muted tiny">${badge}</span>`
            : html`<span class="count muted tiny"
                ><span aria-hidden="true">${printCount(events)}</span><span class="visually-hidden">${texts.events(events)}</span></span
              >`
        }
      </button>
    </li>`
  }

  /** A thousand stops for Tab would be in the way of what stands behind the list. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const row = hasModifier(event) ? undefined : rowForKey(event.key, this.#row ?? 0, this.#shown.length, this.#window.page)
    if (row === undefined) return
    event.preventDefault()
    void this.#window.focus(row)
  }

  readonly #onFocus = ({ target }: Event): void => {
    const place = (target as Element).closest('[aria-posinset]')?.getAttribute('aria-posinset')
    if (!place || Number(place) - 1 === this.#row) return
    this.#row = Number(place) - 1
    this.requestUpdate()
  }

  /** A stream that is selected elsewhere comes into sight. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    const { stream } = this.session?.selection ?? {}
    const row = stream === this.#revealed ? -1 : this.#shown.findIndex(({ name }) => name === stream)
    if (row >= 0) this.#window.reveal(row)
    if (row >= 0 || stream === undefined) this.#revealed = stream
  }

  #emptyText(streams: readonly ListedStream[]): string {
    if (this.#text.trim() !== '') return texts.noMatch
    return streams.every(isSystemStream) ? texts.none : ''
  }

  #choose(stream: string): void {
    const { session } = this
    session?.select({ ...session.selection, stream, event: undefined })
  }
}
