// <rillbox-delete-dialog>: confirms the deletion of a projection, and lists the streams it would delete.

import type { PropertyValues } from 'lit'
import { LitElement, css, html, nothing } from 'lit'
import { refusalOf } from '../../model/store/refusal.ts'
import { unlessClosed } from '../../model/store/unless-closed.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { dialogStyle } from '../../kit/style/dialog-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import { confirmStyle } from './confirm-style.ts'
import type { TouchedStream } from './deletion.ts'
import { deleteRequests, noFlags, touchedStreams } from './deletion.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import { stopsFirst } from './status.ts'
import { onTick } from '../../kit/fields.ts'

const choices = ['deleteCheckpointStream', 'deleteStateStream', 'deleteEmittedStreams'] as const

/** Names to list; the rest is counted. */
const mostNames = 50

export class DeleteDialogElement extends withState(LitElement, {
  session: later<PlaygroundSession>(),
  /** The projection to delete, as it was when the dialog opened: the panel may show another one by now. */
  shown: later<InspectedProjection>(),
  flags: noFlags,
  touched: later<readonly TouchedStream[]>(),
  problem: '',
  isBusy: false,
}) {
  static override styles = [
    theme,
    dialogStyle,
    confirmStyle,
    css`
      fieldset {
        gap: 0 1rem;
        margin: 0.75rem 0;
        padding: 0;
        border: 0;
      }
      legend {
        padding: 0;
        font-weight: 600;
      }
      label {
        display: inline-flex;
        gap: 0.4rem;
        align-items: center;
        min-height: 2rem;
        cursor: pointer;
      }
      input {
        inline-size: 1rem;
        block-size: 1rem;
        margin: 0;
      }
      ul {
        margin-block-start: 0.5rem;
      }
      .buttons .dangerous {
        border-color: var(--_danger);
        background: var(--_danger);
        color: var(--_background);
        font-weight: 600;
      }
    `,
  ]

  #rehearsals = 0

  /** Opens the dialog; closing it restores the focus. */
  async ask(shown: InspectedProjection): Promise<void> {
    this.shown = shown
    this.flags = noFlags
    this.touched = undefined
    this.problem = ''
    await this.updateComplete
    this.renderRoot.querySelector('dialog')?.showModal()
    await this.#rehearse()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    if (changed.has('flags')) void this.#rehearse()
  }

  async #rehearse(): Promise<void> {
    const { shown, flags } = this
    const { store } = this.session ?? {}
    if (!store || !shown) return
    const rehearsal = ++this.#rehearsals
    const removed = (await unlessClosed(store.removedStreams(shown.name, flags))) ?? []
    const events = new Map((await unlessClosed(store.streams()))?.map(({ name, events }) => [name, events]))
    if (rehearsal === this.#rehearsals) this.touched = touchedStreams(shown, flags, removed, events)
  }

  async #delete(): Promise<void> {
    const { session, shown } = this
    if (!session || !shown || this.isBusy) return
    this.isBusy = true
    try {
      const undo = await session.prepareUndo({ kind: 'deleted', what: 'projection', name: shown.name })
      for (const { method, path } of deleteRequests(shown, this.flags)) {
        this.problem = (await refusalOf(session.send(method, path))) ?? ''
        if (this.problem !== '') return
      }
      this.#close()
      session.select({ ...session.selection, projection: undefined, partition: undefined })
      session.undoing.offer(undo)
    } finally {
      this.isBusy = false
    }
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close()
  }

  protected override render() {
    const { shown } = this
    if (!shown) return nothing
    const { name, status } = shown
    return html`
      <dialog part="dialog" aria-labelledby="title">
        <h2 id="title">${texts.deletion.title(visibleLine(name))}</h2>
        ${stopsFirst(shown) ? html`<p>${texts.deletion.disablesFirst(status)}</p>` : nothing}
        <fieldset class="flow">
          <legend>${texts.deletion.also}</legend>
          ${choices.map(
            (flag) => html`
              <label>
                <input
                  type="checkbox"
                  .checked=${this.flags[flag]}
                  @change=${onTick((isTicked) => (this.flags = { ...this.flags, [flag]: isTicked }))}
                />
                ${texts.deletion.choices[flag]}
              </label>
            `,
          )}
        </fieldset>
        <div class="dry-run box" role="status">${this.#dryRun(shown)}</div>
        <p class="danger" role="alert">${this.problem}</p>
        <div class="buttons">
          <button type="button" @click=${() => this.#close()}>${texts.deletion.cancel}</button>
          <button type="button" class="dangerous" aria-disabled=${this.isBusy} @click=${() => void this.#delete()}>
            ${texts.deletion.delete}
          </button>
        </div>
      </dialog>
    `
  }

  #dryRun({ emits, tracksEmittedStreams }: InspectedProjection) {
    const { touched, flags } = this
    if (!touched) return html`<p class="muted">${texts.deletion.finding}</p>`
    const isUntracked = flags.deleteEmittedStreams && emits && !tracksEmittedStreams
    return html`
      <p>${touched.length === 0 ? texts.deletion.nothing : texts.deletion.deletes(touched.length)}</p>
      ${
        touched.length > 0
          ? html`<ul tabindex="0" aria-label=${texts.deletion.streams}>
              ${touched.slice(0, mostNames).map(
                ({ stream, what, events }) =>
                  html`<li>
                    <code>${visibleLine(stream)}</code>
                    <span class="muted">${what}${events === undefined ? '' : `, ${texts.deletion.events(events)}`}</span>
                  </li>`,
              )}
              ${touched.length > mostNames ? html`<li class="muted">${texts.more(touched.length - mostNames)}</li>` : nothing}
            </ul>`
          : nothing
      }
      ${isUntracked ? html`<p class="muted">${texts.deletion.untracked}</p>` : nothing}
    `
  }
}
