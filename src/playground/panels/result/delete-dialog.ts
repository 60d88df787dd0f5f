// <rillbox-delete-dialog>: confirms the deletion of a projection, and lists the streams it would delete.

import type { PropertyValues } from 'lit'
import { css, html, nothing } from 'lit'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import { onTick } from '../../kit/fields.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { later, withState } from '../../kit/with-state.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { unlessClosed } from '../../model/store/unless-closed.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import { ConfirmDialogElement } from './confirm-dialog.ts'
import type { TouchedStream } from './deletion.ts'
import { deleteRequests, noFlags, touchedStreams } from './deletion.ts'
import { stopsFirst } from './status.ts'

const choices = ['deleteCheckpointStream', 'deleteStateStream', 'deleteEmittedStreams'] as const

/** Names to list; the rest is counted. */
const mostNames = 50

export class DeleteDialogElement extends withState(ConfirmDialogElement, {
  flags: noFlags,
  touched: later<readonly TouchedStream[]>(),
}) {
  static override styles = [
    ConfirmDialogElement.styles,
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
    `,
  ]

  #rehearsals = 0

  override async ask(shown: InspectedProjection): Promise<void> {
    this.flags = noFlags
    this.touched = undefined
    await super.ask(shown)
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

  protected override async carryOut(session: PlaygroundSession, shown: InspectedProjection): Promise<void> {
    const undo = await session.prepareUndo({ kind: 'deleted', what: 'projection', name: shown.name })
    if (!(await this.send(session, deleteRequests(shown, this.flags)))) return
    session.select({ ...session.selection, projection: undefined, partition: undefined })
    session.undoing.offer(undo)
  }

  protected override confirmation(shown: InspectedProjection) {
    const { deletion } = texts
    return {
      title: deletion.title(visibleLine(shown.name)),
      about: html`
        ${stopsFirst(shown) ? html`<p>${deletion.disablesFirst(shown.status)}</p>` : nothing}
        <fieldset class="flow">
          <legend>${deletion.also}</legend>
          ${choices.map(
            (flag) => html`
              <label>
                <input
                  type="checkbox"
                  .checked=${this.flags[flag]}
                  @change=${onTick((isTicked) => (this.flags = { ...this.flags, [flag]: isTicked }))}
                />
                ${deletion.choices[flag]}
              </label>
            `,
          )}
        </fieldset>
      `,
      dryRun: this.#dryRun(shown),
      cancel: deletion.cancel,
      confirm: deletion.delete,
      kind: 'dangerous' as const,
    }
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
