// <rillbox-projection-panel>: shows a projection live, with the commands that change it.

import type { PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import { projectionPath } from '../../../base/paths.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { ShownProjection, StorePicture } from '../../../engine/inspect/inspection.ts'
import { Pause } from '../../kit/pause.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { refusalOf } from '../../model/store/refusal.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { projectionPanelStyle } from './projection-panel-style.ts'
import { assistantButton } from '../steps/assistant-button.ts'
import type { DeleteDialogElement } from './delete-dialog.ts'
import type { ResetDialogElement } from './reset-dialog.ts'
import { partitionList } from './partition-list.ts'
import { emittedView, faultView, figuresView, hasFigures, progressView, statusIcon, statusText, valuesView } from './projection-view.ts'
import { draftOf } from '../../model/draft/projection-draft.ts'
import { allowedFor, announcementOf, isSystemProjection } from './status.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { changeLineStyle } from '../steps/change-line.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { stepper } from '../../strings/english/stepper.ts'
import { partStyle } from '../../kit/style/part-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import { onText } from '../../kit/fields.ts'

/** Milliseconds of quiet before an announcement. */
const quiet = 700

type Command = 'enable' | 'disable'

export class ProjectionPanelElement extends withState(ConnectedElement, {
  filter: '',
  page: 0,
  /** Announcement for screen readers, once the projection rests. */
  news: '',
  /** Reason why the last command was refused. */
  problem: '',
  /** The shown state before its last change; undefined while it has not changed. */
  earlier: later<string>(),
}) {
  static override styles = [theme, partStyle, projectionPanelStyle, changeLineStyle]

  readonly #quiet = new Pause()
  #announced: string | undefined
  #before: ShownProjection | undefined
  #flashes = false

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#quiet.end()
  }

  protected override onSession(session: PlaygroundSession): void {
    this.whenever(() => {
      if (session.picture) this.#announceLater()
    })
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    const shown = this.session?.picture?.shown
    const before = this.#before
    if (shown === before) return
    this.#before = shown
    this.#noteChange(before, shown)
    if (before?.name === shown?.name) return
    this.filter = ''
    this.page = 0
    this.problem = ''
  }

  /** A change is news only of the state that was shown before. */
  #noteChange(before: ShownProjection | undefined, now: ShownProjection | undefined): void {
    const isSame = before && now && before.name === now.name && before.partition === now.partition
    // A run begins without a state: what comes is no change to the last one.
    if (!isSame || now.state === '') this.earlier = undefined
    else if (before.state !== now.state && before.state !== '') {
      this.earlier = before.state
      this.#flashes = true
    }
  }
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (!this.#flashes) return
    this.#flashes = false
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const background = getComputedStyle(this).getPropertyValue('--_added')
    this.renderRoot.querySelector('.state')?.animate([{ background }, {}], { duration: 1_500, easing: 'ease-out' })
  }

  #announceLater(): void {
    const { shown } = this.session?.picture ?? {}
    // The state at opening is no news.
    if (shown) this.#announced ??= announcementOf(shown, shown.partitions.length)
    this.#quiet.begin(quiet, () => {
      const { shown } = this.session?.picture ?? {}
      if (!shown) return
      const news = announcementOf(shown, shown.partitions.length)
      if (news !== this.#announced) this.news = news
      this.#announced = news
    })
  }

  async #command(session: PlaygroundSession, name: string, command: Command): Promise<void> {
    this.problem = ''
    this.problem = (await refusalOf(session.send('POST', `${projectionPath(name)}/command/${command}`))) ?? ''
    await session.look()
  }

  protected override render() {
    const { session } = this
    if (!session) return html`<p class="muted">${texts.waiting}</p>`
    const { phase } = session
    if (phase.kind === 'failed') return html`<p class="danger">${phase.trouble.what}</p>`
    if (phase.kind !== 'open') return html`<p class="muted">${phase.kind === 'asleep' ? texts.notOpen : texts.opening}</p>`
    const { picture } = session
    if (!picture) return html`<p class="muted">${texts.loading}</p>`
    const { shown } = picture
    return html`
      <div class="panel" part="panel">
        ${this.#head(session, picture)} ${shown ? this.#body(session, shown) : html`<p class="empty">${texts.none}</p>`}
        <p class="visually-hidden" role="status">${this.news}</p>
      </div>
      <rillbox-reset-dialog .session=${session}></rillbox-reset-dialog>
      <rillbox-delete-dialog .session=${session}></rillbox-delete-dialog>
    `
  }

  #head(session: PlaygroundSession, { projections, shown: chosen }: StorePicture) {
    const choose = onText((projection) => session.select({ ...session.selection, projection, partition: undefined }))
    const option = ({ name }: InspectedProjection) =>
      html`<option value=${name} .selected=${name === chosen?.name}>${visibleLine(name)}</option>`
    const { own = [], system = [] } = Object.groupBy(projections, ({ name }) => (isSystemProjection(name) ? 'system' : 'own'))
    return html`
      <header class="flow">
        <select part="choice" aria-label=${texts.projection} @change=${choose}>
          ${chosen ? nothing : html`<option value="" selected disabled>${texts.choose}</option>`}
          ${own.length > 0 ? html`<optgroup label=${texts.yours}>${own.map(option)}</optgroup>` : nothing}
          <optgroup label=${texts.system}>${system.map(option)}</optgroup>
        </select>
        ${
          chosen
            ? html`<span class="status ${chosen.activity}" part="status" title=${chosen.status}>
                ${statusIcon(chosen.activity)}${statusText(texts.status(chosen.status))}
              </span>`
            : nothing
        }
        ${
          chosen && hasStepToFault(chosen)
            ? html`<button type="button" class="step" part="step" @click=${() => this.#step(session, chosen)}>
                ${stepper.beginAtFault}
              </button>`
            : nothing
        }
        ${chosen && !session.readonly ? this.#commands(session, chosen) : nothing}
      </header>
    `
  }

  /** Steps through this projection in the editor, which shows its text first if need be. */
  #step(session: PlaygroundSession, shown: ShownProjection): void {
    if (session.draft.name !== shown.name) session.edit(draftOf(shown))
    this.dispatchEvent(new CustomEvent('rillbox-step-through', { bubbles: true, composed: true }))
    steppingOf(session).begin()
  }

  #commands(session: PlaygroundSession, shown: ShownProjection) {
    const { name } = shown
    const allowed = allowedFor(shown)
    const button = (command: Command, label: string) => html`
      <button type="button" class="quiet" ?disabled=${!allowed[command]} @click=${() => void this.#command(session, name, command)}>
        ${label}
      </button>
    `
    const askToReset = (): void => void this.renderRoot.querySelector<ResetDialogElement>('rillbox-reset-dialog')?.ask(shown)
    const ask = (): void => void this.renderRoot.querySelector<DeleteDialogElement>('rillbox-delete-dialog')?.ask(shown)
    return html`
      <rillbox-menu class="menu" .label=${texts.commands}>
        <div class="commands" part="commands">
          ${isSystemProjection(name) ? nothing : html`<button type="button" class="quiet" @click=${() => session.edit(draftOf(shown))}>${texts.edit}</button>`}
          ${button('enable', texts.enable)} ${button('disable', texts.disable)}
          <button type="button" class="quiet" aria-haspopup="dialog" ?disabled=${!allowed.reset} @click=${askToReset}>
            ${texts.reset}
          </button>
          <button type="button" class="quiet dangerous" aria-haspopup="dialog" ?disabled=${!allowed.delete} @click=${ask}>
            ${texts.delete}
          </button>
        </div>
      </rillbox-menu>
    `
  }

  /** With the figures, which would move it if they came later. */
  #assistant(session: PlaygroundSession, shown: ShownProjection) {
    return isSystemProjection(shown.name) ? nothing : html`<p>${assistantButton(session, draftOf(shown))}</p>`
  }

  #body(session: PlaygroundSession, shown: ShownProjection) {
    const { isPartitioned, partitions } = shown
    const hasList = isPartitioned && partitions.length > 0
    const choose = (partition: string): void => session.select({ ...session.selection, projection: shown.name, partition })
    // The charts come last: they appear later than the rest, and nothing may move.
    return html`
      <p class="danger" role="alert" ?hidden=${this.problem === ''}>${this.problem}</p>
      <rillbox-explanation exportparts="explanation" .session=${session}></rillbox-explanation>
      ${faultView(shown)}
      <div class="body ${hasList ? 'partitioned' : ''}">
        ${hasList ? partitionList(shown, this, choose) : nothing} ${valuesView(shown, this.earlier, isStale(session, shown))}
      </div>
      ${hasFigures(shown) ? [progressView(shown), figuresView(shown), this.#assistant(session, shown)] : nothing}
      ${emittedView(shown, (stream) => session.select({ ...session.selection, stream, event: undefined }))}
      ${isSystemProjection(shown.name) ? nothing : html`<rillbox-number-charts exportparts="charts" .session=${session}></rillbox-number-charts>`}
    `
  }
}

/** A query that cannot be prepared has no steps, and its editor shows the place. */
const hasStepToFault = ({ activity, name, sources }: ShownProjection): boolean =>
  activity === 'faulted' && sources !== undefined && !isSystemProjection(name)

/** Whether the values are of another text than the one that the editor shows under the projection's name. */
const isStale = ({ draft }: PlaygroundSession, { name, query }: ShownProjection): boolean => name === draft.name && query !== draft.query
