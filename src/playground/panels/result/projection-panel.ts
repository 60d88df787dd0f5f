// <rillbox-projection-panel>: shows a projection live, with the commands that change it.

import type { PropertyDeclarations, PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import { projectionPath } from '../../../base/paths.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { refusalOf } from '../../model/store/refusal.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { projectionPanelStyle } from './projection-panel-style.ts'
import type { DeleteDialogElement } from './delete-dialog.ts'
import { partitionList } from './partition-list.ts'
import { emittedView, faultView, figuresView, hasFigures, progressView, statusIcon, valuesView } from './projection-view.ts'
import { draftOf } from './projection-draft.ts'
import type { ProjectionsReading, ShownProjection } from './read-projections.ts'
import { readProjections } from './read-projections.ts'
import type { ProjectionStatistics } from './status.ts'
import { allowedFor, announcementOf, isSystemProjection, toneOf } from './status.ts'
import { singleFlight } from '../../model/single-flight.ts'
import type { PlaygroundSession, SessionTopic } from '../../model/session.ts'
import { changeLineStyle } from '../steps/change-line-style.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { stepper } from '../../strings/english/stepper.ts'
import { partStyle } from '../../kit/part-style.ts'
import { theme } from '../../kit/theme.ts'
import type { ChartedState } from '../charts/number-charts.ts'

/** Milliseconds between two reads while the store changes; slow reads are further apart, up to a second. */
const pace = 200
const slowPace = 1_000
/** Shortest pause, in multiples of the last read's duration. */
const share = 4
/** Milliseconds of quiet before an announcement. */
const quiet = 700

type Command = 'enable' | 'disable' | 'reset'

export class ProjectionPanelElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    reading: { state: true },
    filter: { state: true },
    page: { state: true },
    news: { state: true },
    problem: { state: true },
    earlier: { state: true },
  }
  static override styles = [theme, partStyle, projectionPanelStyle, changeLineStyle]

  declare reading: ProjectionsReading | undefined
  declare filter: string
  declare page: number
  /** Announcement for screen readers, once the projection rests. */
  declare news: string
  /** Reason why the last command was refused. */
  declare problem: string
  /** The shown state before its last change; undefined while it has not changed. */
  declare earlier: string | undefined

  #timer: ReturnType<typeof setTimeout> | undefined
  #quiet: ReturnType<typeof setTimeout> | undefined
  /** Duration of the last read, in milliseconds. */
  #took = 0
  #announced: string | undefined

  constructor() {
    super()
    this.filter = ''
    this.page = 0
    this.news = ''
    this.problem = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    clearTimeout(this.#quiet)
    this.#timer = undefined
  }

  protected override onSession(): void {
    this.reading = undefined
    void this.#read()
  }

  protected override onTopic(topic: SessionTopic): void {
    if (topic === 'content') this.#readSoon()
    if (topic === 'selection') void this.#read()
    // Whether the values are those of the text in the editor.
    if (topic === 'draft') this.requestUpdate()
    if (topic !== 'phase') return
    if (!this.session?.store) this.reading = undefined
    void this.#read()
    this.requestUpdate()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    const before: ProjectionsReading | undefined = changed.get('reading')
    if (!changed.has('reading')) return
    this.#noteChange(before?.shown, this.reading?.shown)
    if (before?.shown?.statistics.name === this.reading?.shown?.statistics.name) return
    this.filter = ''
    this.page = 0
    this.problem = ''
  }

  /** A change is news only of the state that was shown before. */
  #noteChange(before: ShownProjection | undefined, now: ShownProjection | undefined): void {
    const isSame = before && now && before.statistics.name === now.statistics.name && before.partition === now.partition
    // A run begins without a state: what comes is no change to the last one.
    if (!isSame || now.state === '') this.earlier = undefined
    else if (before.state !== now.state && before.state !== '') {
      this.earlier = before.state
      this.#flashes = true
    }
  }
  #flashes = false

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (!this.#flashes) return
    this.#flashes = false
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const background = getComputedStyle(this).getPropertyValue('--_added')
    this.renderRoot.querySelector('.state')?.animate([{ background }, {}], { duration: 1_500, easing: 'ease-out' })
  }

  #readSoon(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        void this.#read()
      },
      Math.min(Math.max(pace, this.#took * share), slowPace),
    )
  }

  readonly #read = singleFlight(async () => {
    const { session } = this
    if (!session?.store) return
    const begun = performance.now()
    const reading = await readProjections(session.store, session.selection)
    this.#took = performance.now() - begun
    if (session !== this.session || !session.store) return
    this.reading = reading
    this.#announceLater()
  })

  #announceLater(): void {
    const { shown } = this.reading ?? {}
    // The state at opening is no news.
    if (shown) this.#announced ??= announcementOf(shown.statistics, shown.partitions.length)
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => {
      const { shown } = this.reading ?? {}
      if (!shown) return
      const news = announcementOf(shown.statistics, shown.partitions.length)
      if (news !== this.#announced) this.news = news
      this.#announced = news
    }, quiet)
  }

  async #command(session: PlaygroundSession, name: string, command: Command): Promise<void> {
    this.problem = ''
    this.problem = (await refusalOf(session.send('POST', `${projectionPath(name)}/command/${command}`))) ?? ''
    void this.#read()
  }

  #edit(session: PlaygroundSession, shown: ShownProjection): void {
    const draft = draftOf(shown)
    if (draft) session.edit(draft)
  }

  protected override render() {
    const { session, reading } = this
    if (!session) return html`<p class="muted">${texts.waiting}</p>`
    const { phase } = session
    if (phase.kind === 'failed') return html`<p class="danger">${phase.trouble.what}</p>`
    if (phase.kind !== 'open') return html`<p class="muted">${phase.kind === 'asleep' ? texts.notOpen : texts.opening}</p>`
    if (!reading) return html`<p class="muted">${texts.loading}</p>`
    const { shown } = reading
    return html`
      <div class="panel" part="panel">
        ${this.#head(session, reading)} ${shown ? this.#body(session, shown) : html`<p class="empty">${texts.none}</p>`}
        <p class="visually-hidden" role="status">${this.news}</p>
      </div>
      <rillbox-delete-dialog .session=${session}></rillbox-delete-dialog>
    `
  }

  #head(session: PlaygroundSession, { list, shown }: ProjectionsReading) {
    const chosen = shown?.statistics
    const choose = (event: Event): void => {
      const projection = (event.target as HTMLSelectElement).value
      session.select({ ...session.selection, projection, partition: undefined })
    }
    const option = ({ name }: ProjectionStatistics) =>
      html`<option value=${name} .selected=${name === chosen?.name}>${visibleLine(name)}</option>`
    const own = list.filter(({ name }) => !isSystemProjection(name))
    return html`
      <header>
        <select part="choice" aria-label=${texts.projection} @change=${choose}>
          ${chosen ? nothing : html`<option value="" selected disabled>${texts.choose}</option>`}
          ${own.length > 0 ? html`<optgroup label=${texts.yours}>${own.map(option)}</optgroup>` : nothing}
          <optgroup label=${texts.system}>${list.filter(({ name }) => isSystemProjection(name)).map(option)}</optgroup>
        </select>
        ${
          chosen
            ? html`<span class="status ${toneOf(chosen.status)}" part="status" title=${chosen.status}>
                ${statusIcon(toneOf(chosen.status))}<span>${chosen.status}</span>
              </span>`
            : nothing
        }
        ${
          shown && toneOf(shown.statistics.status) === 'faulted' && !isSystemProjection(shown.statistics.name)
            ? html`<button type="button" class="step" part="step" @click=${() => this.#step(session, shown)}>
                ${stepper.beginAtFault}
              </button>`
            : nothing
        }
        ${shown && !session.readonly ? this.#commands(session, shown) : nothing}
      </header>
    `
  }

  /** Steps through this projection in the editor, which shows its text first if need be. */
  #step(session: PlaygroundSession, shown: ShownProjection): void {
    if (session.draft.name !== shown.statistics.name) this.#edit(session, shown)
    this.dispatchEvent(new CustomEvent('rillbox-step-through', { bubbles: true, composed: true }))
    steppingOf(session).begin()
  }

  #commands(session: PlaygroundSession, shown: ShownProjection) {
    const { name } = shown.statistics
    const allowed = allowedFor(shown.statistics)
    const button = (command: Command, label: string) => html`
      <button type="button" ?disabled=${!allowed[command]} @click=${() => void this.#command(session, name, command)}>${label}</button>
    `
    const ask = (): void => void this.renderRoot.querySelector<DeleteDialogElement>('rillbox-delete-dialog')?.ask(shown)
    return html`
      <rillbox-menu class="menu" .label=${texts.commands}>
        <div class="commands" part="commands">
          ${isSystemProjection(name) ? nothing : html`<button type="button" @click=${() => this.#edit(session, shown)}>${texts.edit}</button>`}
          ${button('enable', texts.enable)} ${button('disable', texts.disable)} ${button('reset', texts.reset)}
          <button type="button" class="dangerous" aria-haspopup="dialog" ?disabled=${!allowed.delete} @click=${ask}>${texts.delete}</button>
        </div>
      </rillbox-menu>
    `
  }

  #body(session: PlaygroundSession, shown: ShownProjection) {
    const { isPartitioned, partitions, partition } = shown
    const hasList = isPartitioned && partitions.length > 0
    const list = partitionList({
      partitions,
      chosen: partition,
      filter: this.filter,
      page: this.page,
      onChoose: (partition) => session.select({ ...session.selection, projection: shown.statistics.name, partition }),
      onFilter: (filter) => {
        this.filter = filter
        this.page = 0
      },
      onPage: (page) => {
        this.page = page
      },
    })
    // The charts come last: they appear later than the rest, and nothing may move.
    return html`
      <p class="danger" role="alert" ?hidden=${this.problem === ''}>${this.problem}</p>
      ${faultView(shown)}
      <div class="body ${hasList ? 'partitioned' : ''}">
        ${hasList ? list : nothing} ${valuesView(shown, { before: this.earlier, isStale: isStale(session, shown) })}
      </div>
      ${hasFigures(shown) ? [progressView(shown), figuresView(shown)] : nothing}
      ${emittedView(shown, (stream) => session.select({ ...session.selection, stream, event: undefined }))}
      <rillbox-number-charts exportparts="charts" .charted=${chartedOf(session, shown)}></rillbox-number-charts>
    `
  }
}

/** Whether the values are of another text than the one that the editor shows under the projection's name. */
const isStale = ({ draft }: PlaygroundSession, { statistics, definition }: ShownProjection): boolean =>
  statistics.name === draft.name && definition !== undefined && definition.query !== draft.query

/** System projections run no JavaScript that a trace could follow. */
function chartedOf({ store }: PlaygroundSession, { statistics, definition, partition, state }: ShownProjection): ChartedState | undefined {
  if (!store || !definition || isSystemProjection(statistics.name)) return undefined
  const { position, eventsProcessedAfterRestart: count, epoch } = statistics
  return {
    store,
    query: definition.query,
    projection: statistics.name,
    emit: definition.emitEnabled ?? false,
    continuous: statistics.mode === 'Continuous',
    partition,
    version: `${epoch} ${position} ${count} ${state}`,
  }
}
