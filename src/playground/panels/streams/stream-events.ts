// <rillbox-stream-events>: shows the selected stream, newest events first, by page and live, with its actions.

import type { LitElement, PropertyValues } from 'lit'
import { untracked } from '@preact/signals-core'
import { html, nothing } from 'lit'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { Store } from '../../../engine/store.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { partStyle } from '../../kit/style/part-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import { rowPanelStyle } from '../../kit/rows/row-panel-style.ts'
import type { EventPage } from '../../model/streams/event-page.ts'
import { withNewEvents } from '../../model/streams/event-page.ts'
import { eventTable, pageButtons } from './event-table.ts'
import { singleFlight } from '../../model/timing/single-flight.ts'
import type { PagePlace, PageReading } from '../../model/streams/read-events.ts'
import { readPage } from '../../model/streams/read-events.ts'
import { holdScroll } from './hold-scroll.ts'
import type { StreamAction } from './stream-actions.ts'
import { actionBar, actionForm } from './stream-actions.ts'
import { isSystemStream } from './shown-streams.ts'
import { eventStyles } from './event-styles.ts'

export class StreamEventsElement extends withState(ConnectedElement, {
  /** The displayed page; undefined until it is read. */
  reading: later<PageReading>(),
  live: true,
  action: later<StreamAction>(),
  /** Text of the live region. */
  said: '',
  /** Number of new events that are not displayed yet, or arrived above the visible rows. */
  waiting: 0,
}) {
  static override styles = [theme, partStyle, rowPanelStyle, eventStyles]

  #stream: string | undefined
  #jumping = false

  readonly #follow = singleFlight(() => this.#readNewest())

  protected override onSession(session: PlaygroundSession): void {
    this.whenever(() => {
      void session.phase
      this.#stream = undefined
    })
    this.whenever(() => {
      void session.phase
      void session.selection
      untracked(() => this.#changeStream())
    })
    this.onTick(session, this.#follow)
  }

  get #page(): EventPage | undefined {
    return this.reading?.kind === 'page' ? this.reading.page : undefined
  }

  /** Shows the selected stream, and the page of the selected event. */
  #changeStream(): void {
    const { stream, event } = this.session?.selection ?? {}
    this.requestUpdate()
    if (stream === this.#stream) {
      const isShown = event === undefined || this.#page?.rows.some(({ number }) => number === event)
      if (!isShown) void this.#show({ kind: 'event', number: event })
      return
    }
    this.#stream = stream
    this.reading = undefined
    this.action = undefined
    this.said = ''
    this.waiting = 0
    if (stream !== undefined) void this.#show(event === undefined ? { kind: 'head' } : { kind: 'event', number: event })
  }

  async #show(place: PagePlace): Promise<EventPage | undefined> {
    const store = this.session?.store
    const stream = this.#stream
    if (!store || stream === undefined) return undefined
    const reading = await this.#readAt(store, stream, place)
    if (!reading || stream !== this.#stream) return undefined
    this.reading = reading
    this.waiting = 0
    return reading.kind === 'page' ? reading.page : undefined
  }

  /** Prefers the newest page to a shorter one at the head, and for an event that is on it. */
  async #readAt(store: Store, stream: string, place: PagePlace): Promise<PageReading | undefined> {
    const head = () => readPage(store, stream, { kind: 'head' })
    if (place.kind === 'event') {
      const newest = await head()
      const isOnIt = newest?.kind === 'page' && (newest.page.rows.at(-1)?.number ?? 0) <= place.number
      return isOnIt ? newest : await readPage(store, stream, place)
    }
    const reading = await readPage(store, stream, place)
    return reading?.kind === 'page' && reading.page.isHead && place.kind !== 'head' ? await head() : reading
  }

  async #readNewest(): Promise<void> {
    const store = this.session?.store
    const stream = this.#stream
    if (!store || stream === undefined) return
    const head = await readPage(store, stream, { kind: 'head' })
    if (!head || stream !== this.#stream) return
    const shown = this.#page
    if (!shown || head.kind !== 'page') {
      this.reading = head
      return
    }
    const fresh = (head.page.rows[0]?.number ?? -1) - (shown.rows[0]?.number ?? -1)
    if (!this.live || !shown.isHead) {
      this.waiting = Math.max(0, fresh)
      return
    }
    const page = withNewEvents(shown, head.page)
    if (page !== shown) this.#take(page, fresh)
  }

  #take(page: EventPage, fresh: number): void {
    const table = this.renderRoot.querySelector('.list')
    const held = table && holdScroll(table, this.session?.selection.event !== undefined)
    this.reading = { kind: 'page', page }
    if (fresh > 0) this.said = texts.newEvents(fresh, visibleLine(this.#stream ?? ''))
    if (held && fresh > 0) this.waiting += fresh
    if (held) void this.updateComplete.then(held)
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (!this.#jumping) return
    this.#jumping = false
    this.renderRoot.querySelector('tr.inside')?.scrollIntoView({ block: 'nearest' })
  }

  protected override render() {
    const { session } = this
    const stream = this.#stream
    const bar = actionBar({ session, stream, action: this.action, live: this.live }, (change) => {
      Object.assign(this, change)
      if (change.action) void this.#enterForm()
    })
    return html`
      ${bar}
      <span class="visually-hidden" role="status">${this.said}</span>
      ${actionForm(session, stream, this.action, this.#closeForm)} ${stream === undefined ? this.#nothingChosen() : this.#content(stream)}
    `
  }

  /** The list says so where there is nothing to choose from. */
  #nothingChosen() {
    return this.session?.picture?.streams.every(isSystemStream) ? nothing : html`<p class="empty">${texts.choose}</p>`
  }

  #content(stream: string) {
    const { reading, session } = this
    if (!reading) return html`<p class="empty" aria-busy="true">${texts.loading}</p>`
    if (reading.kind === 'nothing') return html`<p class="empty" part="empty">${nothingThere(reading)}</p>`
    const { page } = reading
    if (page.rows.length === 0 && page.isHead) return html`<p class="empty" part="empty">${texts.noneLeft}</p>`
    return html`
      <div class="holder">
        ${this.waiting > 0 ? html`<button type="button" class="newer low primary" @click=${this.#toNewest}>${texts.newerWaiting(this.waiting)}</button>` : nothing}
        <div class="list" @scroll=${this.#scrolled}>
          ${eventTable({ page, stream, session, opened: session?.selection.event }, this.#open, this.#step)}
        </div>
      </div>
      ${pageButtons(page, (place) => void this.#turn(place))}
    `
  }

  /** The form comes before the other actions; a keyboard on the screen would cover it. */
  async #enterForm(): Promise<void> {
    if (matchMedia('(pointer: coarse)').matches) return
    await this.updateComplete
    const form = this.renderRoot.querySelector<LitElement>('.form > *')
    await form?.updateComplete
    const field = form?.renderRoot.querySelector<HTMLElement>('input, select, textarea')
    // A form that still reads the stream has no field yet.
    const entered = field ?? this.renderRoot.querySelector<HTMLElement>('.form')
    entered?.focus()
  }

  /** The focus goes back to the button that opened it. */
  readonly #closeForm = (): void => {
    this.renderRoot.querySelector<HTMLElement>('.buttons [aria-expanded="true"]')?.focus()
    this.action = undefined
  }

  readonly #open = (event: number | undefined): void => {
    const { session } = this
    session?.select({ ...session.selection, event })
  }

  /** Opens the neighbour of the open event, on the next page if necessary, and keeps the focus on the button. */
  readonly #step = async (way: 'older' | 'newer'): Promise<void> => {
    const rows = this.#page?.rows ?? []
    const at = rows.findIndex(({ number }) => number === this.session?.selection.event)
    let next = rows[at + (way === 'older' ? 1 : -1)]
    if (!next) {
      const uri = this.#page?.[way]
      const page = uri === undefined ? undefined : await this.#show({ kind: 'link', uri })
      const opened = this.session?.selection.event ?? -1
      next = way === 'older' ? page?.rows[0] : page?.rows.findLast(({ number }) => number > opened)
    }
    if (!next) return
    this.#open(next.number)
    this.#jumping = true
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(`[data-step='${way}']`)?.focus({ preventScroll: true })
  }

  async #turn(place: PagePlace): Promise<void> {
    if (this.session?.selection.event !== undefined) this.#open(undefined)
    const page = await this.#show(place)
    this.renderRoot.querySelector('.list')?.scrollTo({ top: 0 })
    const [top] = page?.rows ?? []
    if (top) this.said = texts.range(page!.rows.at(-1)!.number, top.number)
  }

  #toNewest(): void {
    void this.#turn({ kind: 'head' })
  }

  #scrolled(event: Event): void {
    const isTop = (event.target as Element).scrollTop < 4
    if (isTop && this.live && this.#page?.isHead) this.waiting = 0
  }
}

function nothingThere({ status, reason }: { readonly status: number; readonly reason: string }): string {
  if (status === 410) return texts.hardDeleted
  if (status === 404) return texts.nothingThere
  return texts.refused(`${status} ${reason}`)
}
