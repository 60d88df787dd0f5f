// <rillbox-past-states>: one slider over the events of the log, and what every projection knew at each.

import { untracked } from '@preact/signals-core'
import type { PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { changeLineStyle, changeLine } from '../steps/change-line.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, typed, withState } from '../../kit/with-state.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { StorePast } from '../../model/past/store-past.ts'
import { isOutdated, readPast } from '../../model/past/store-past.ts'
import type { Store } from '../../../engine/store.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { placeText } from '../../model/steps/step-texts.ts'
import { unlessClosed } from '../../model/store/unless-closed.ts'
import type { Trouble } from '../../model/trouble.ts'
import { troubleOf } from '../../model/trouble.ts'
import { printCount } from '../../strings/counts.ts'
import { map as texts } from '../../strings/english/map.ts'
import { pastStyle } from './past-style.ts'
import { onNumber } from '../../kit/fields.ts'
import type { PastState } from '../../model/past/past-states.ts'
import { tableHead } from '../../kit/table-head.ts'

type Reading =
  | { readonly kind: 'none' | 'stopped' | 'outdated' | 'current' }
  /** From 0 to 1. */
  | { readonly kind: 'running'; readonly share: number }
  | { readonly kind: 'failed'; readonly trouble: Trouble }

export class PastStatesElement extends withState(ConnectedElement, {
  /** What was read last; it stays while it is read again. */
  past: later<StorePast>(),
  reading: typed<Reading>({ kind: 'none' }),
  /** Of the chosen event; undefined for the last one. */
  position: later<number>(),
}) {
  static override styles = [theme, changeLineStyle, pastStyle]

  #isShown = false
  #store: Store | undefined
  /** Of the reading that counts. */
  #controller: AbortController | undefined

  override disconnectedCallback(): void {
    this.#controller?.abort()
    super.disconnectedCallback()
  }

  protected override onSession(session: PlaygroundSession): void {
    this.#forget()
    this.whenever(() => {
      void session.picture
      void untracked(() => this.#follow(session))
    })
  }

  #forget(): void {
    this.#controller?.abort()
    this.#controller = undefined
    this.past = undefined
    this.position = undefined
    this.reading = { kind: 'none' }
  }

  /** Reads at once where nothing was read, and never again unasked: that would run every query with every event. */
  async #follow(session: PlaygroundSession): Promise<void> {
    const { store, picture } = session
    if (store !== this.#store) {
      this.#store = store
      this.#forget()
    }
    if (!store || !picture) return
    if (this.reading.kind === 'none') return await this.#read(session, store)
    const { past, reading } = this
    if (!past || reading.kind !== 'current' || !(await unlessClosed(isOutdated(past, store, picture)))) return
    if (this.past === past && this.reading === reading) this.reading = { kind: 'outdated' }
  }

  async #read(session: PlaygroundSession, store: Store): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    this.#controller = controller
    this.reading = { kind: 'running', share: 0 }
    const onShare = (share: number): void => {
      if (!signal.aborted) this.reading = { kind: 'running', share }
    }
    const read = await readPast(store, { signal, onShare, tooLarge: texts.past.tooLarge }).catch((error: unknown): Reading =>
      signal.aborted ? { kind: 'stopped' } : { kind: 'failed', trouble: troubleOf(error) },
    )
    // Another store may have taken the place of this one.
    if (this.#controller !== controller) return
    if ('kind' in read) {
      this.reading = read
      return
    }
    this.past = read
    this.reading = { kind: 'current' }
    await this.#follow(session)
  }

  /** Opened at the end of a panel, it would stay out of sight. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (this.past && !this.#isShown) this.scrollIntoView({ block: 'nearest' })
    this.#isShown = this.past !== undefined
  }

  protected override render() {
    return html`${this.#about()} ${this.past && this.#states(this.past)}`
  }

  #about() {
    const { reading } = this
    const words = texts.past
    if (reading.kind === 'failed') return html`<p class="danger" role="alert">${reading.trouble.what} ${this.#again()}</p>`
    if (reading.kind === 'running')
      return html`<p>
        ${words.reading(Math.floor(reading.share * 100))}
        <button type="button" @click=${() => this.#controller?.abort()}>${words.stop}</button>
      </p>`
    if (reading.kind !== 'stopped' && reading.kind !== 'outdated') return nothing
    return html`<p role="status">${words[reading.kind]} ${this.#again()}</p>`
  }

  #again() {
    return html`<button type="button" @click=${() => this.session && this.#store && this.#read(this.session, this.#store)}>
      ${texts.past.again}
    </button>`
  }

  #states(past: StorePast) {
    const { events } = past
    const chosen = this.position === undefined ? -1 : events.findLastIndex(({ position }) => position <= this.position!)
    const index = chosen < 0 ? events.length - 1 : chosen
    const event = events[index]
    if (!event) return html`<p class="muted">${texts.past.nothing}</p>`
    const where = `${visibleLine(event.type)} ${placeText(event)}, ${texts.past.place(printCount(index + 1), printCount(events.length))}`
    return html`<div class="place flow">
        <input
          type="range"
          min="0"
          max=${events.length - 1}
          step="1"
          aria-label=${texts.past.slider}
          aria-valuetext=${where}
          .value=${live(String(index))}
          @input=${onNumber((number) => (this.position = events[number]?.position))}
        />
        <p>${where}</p>
      </div>
      <div class="states" role="region" tabindex="0" aria-label=${texts.past.states}>${pastRows(past, event.position)}</div>`
  }
}

// ---- the states at one position of the log

/** Characters of a state. */
const most = 600

function pastRows({ projections }: StorePast, position: number) {
  const words = texts.past
  return html`<table>
    ${tableHead(words.states, [words.projection, [words.state, 'state']])}
    <tbody>
      ${projections.map(({ draft, states }) => row(draft.name, states.at(position)))}
    </tbody>
  </table>`
}

const row = (name: string, past: PastState) => html`
  <tr class=${past.isNow ? 'now' : ''}>
    <th scope="row">${visibleLine(name)}</th>
    <td>
      <p class="muted tiny">${figures(past)}</p>
      ${stateView(past)}
    </td>
  </tr>
`

function figures({ handled, partitions }: PastState): string {
  const events = texts.handled(texts.events(handled, printCount(handled)))
  return partitions === 0 ? events : `${events}, ${texts.past.partitions(partitions, printCount(partitions))}`
}

function stateView({ partition, before, after, shared, isNow, fault }: PastState) {
  const words = texts.past
  return html`${fault === undefined ? nothing : html`<p class="danger">${visibleLine(fault)}</p>`}
  ${partition ? html`<span class="muted">${visibleLine(partition)}</span> ` : nothing}${partition === undefined || after === '' ? html`<span class="muted">${words.none}</span>` : code(after)}
  ${isNow && before !== '' ? html`<span class="changed">${changeLine(before, after)}</span>` : nothing}
  ${shared ? html`<p><span class="muted">${words.shared}</span> ${code(shared)}</p>` : nothing}`
}

const code = (text: string) => html`<code>${visibleLine(text.length <= most ? text : `${text.slice(0, most)}…`)}</code>`
