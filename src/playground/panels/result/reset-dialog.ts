// <rillbox-reset-dialog>: confirms the reset of a projection, and tells what it would do to streams.

import { LitElement, html, nothing } from 'lit'
import { projectionPath } from '../../../base/paths.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import { dialogStyle } from '../../kit/style/dialog-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, typed, withState } from '../../kit/with-state.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import type { TriedChange } from '../../model/explain/tried-change.ts'
import { tryOn } from '../../model/explain/tried-change.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { refusalOf } from '../../model/store/refusal.ts'
import { compare as texts } from '../../strings/english/compare.ts'
import { dryRunView } from '../compare/dry-run-view.ts'
import { confirmStyle } from './confirm-style.ts'

export class ResetDialogElement extends withState(LitElement, {
  session: later<PlaygroundSession>(),
  /** The projection to reset, as it was when the dialog opened: the panel may show another one by now. */
  shown: later<InspectedProjection>(),
  tried: typed<TriedChange>({ kind: 'trying' }),
  problem: '',
  isBusy: false,
}) {
  static override styles = [theme, dialogStyle, confirmStyle]

  #trials = 0

  /** Opens the dialog; closing it restores the focus. */
  async ask(shown: InspectedProjection): Promise<void> {
    const { store } = this.session ?? {}
    if (!store) return
    const trial = ++this.#trials
    this.shown = shown
    this.tried = { kind: 'trying' }
    this.problem = ''
    await this.updateComplete
    this.renderRoot.querySelector('dialog')?.showModal()
    const tried = await tryOn(store, shown.name, { kind: 'reset' })
    if (tried && trial === this.#trials) this.tried = tried
  }

  async #reset(): Promise<void> {
    const { session, shown } = this
    if (!session || !shown || this.isBusy) return
    this.isBusy = true
    try {
      this.problem = (await refusalOf(session.send('POST', `${projectionPath(shown.name)}/command/reset`))) ?? ''
    } finally {
      this.isBusy = false
    }
    if (this.problem === '') this.#close()
    await session.look()
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close()
  }

  protected override render() {
    const { shown, tried } = this
    if (!shown) return nothing
    const { reset } = texts
    return html`
      <dialog part="dialog" aria-labelledby="title">
        <h2 id="title">${reset.title(visibleLine(shown.name))}</h2>
        <p>${reset.means}</p>
        <div class="dry-run box" role="status">
          ${
            tried.kind === 'tried'
              ? dryRunView(tried.dryRun)
              : html`<p class=${tried.kind === 'refused' ? 'danger' : 'muted'}>
                  ${tried.kind === 'refused' ? tried.why : texts.tried.trying}
                </p>`
          }
        </div>
        <p class="danger" role="alert">${this.problem}</p>
        <div class="buttons">
          <button type="button" @click=${() => this.#close()}>${reset.cancel}</button>
          <button type="button" class="primary" aria-disabled=${this.isBusy} @click=${() => void this.#reset()}>${reset.reset}</button>
        </div>
      </dialog>
    `
  }
}
