// <rillbox-reset-dialog>: confirms the reset of a projection, and tells what it would do to streams.

import { html } from 'lit'
import { projectionPath } from '../../../base/paths.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import { typed, withState } from '../../kit/with-state.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import type { TriedChange } from '../../model/explain/tried-change.ts'
import { tryOn } from '../../model/explain/tried-change.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { compare as texts } from '../../strings/english/compare.ts'
import { dryRunView } from '../compare/dry-run-view.ts'
import { ConfirmDialogElement } from './confirm-dialog.ts'

export class ResetDialogElement extends withState(ConfirmDialogElement, { tried: typed<TriedChange>({ kind: 'trying' }) }) {
  #trials = 0

  override async ask(shown: InspectedProjection): Promise<void> {
    const { store } = this.session ?? {}
    if (!store) return
    const trial = ++this.#trials
    this.tried = { kind: 'trying' }
    await super.ask(shown)
    const tried = await tryOn(store, shown.name, { kind: 'reset' })
    if (tried && trial === this.#trials) this.tried = tried
  }

  protected override async carryOut(session: PlaygroundSession, { name }: InspectedProjection): Promise<void> {
    await this.send(session, [{ method: 'POST', path: `${projectionPath(name)}/command/reset` }])
    await session.look()
  }

  protected override confirmation({ name }: InspectedProjection) {
    const { reset } = texts
    const { tried } = this
    return {
      title: reset.title(visibleLine(name)),
      about: html`<p>${reset.means}</p>`,
      dryRun:
        tried.kind === 'tried'
          ? dryRunView(tried.dryRun)
          : html`<p class=${tried.kind === 'refused' ? 'danger' : 'muted'}>
              ${tried.kind === 'refused' ? tried.why : texts.tried.trying}
            </p>`,
      cancel: reset.cancel,
      confirm: reset.reset,
      kind: 'primary' as const,
    }
  }
}
