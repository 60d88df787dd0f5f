// Base of the dialogs that confirm a command on a projection: what it would do, why it was refused, and two buttons.

import type { CSSResultGroup } from 'lit'
import { LitElement, css, html, nothing } from 'lit'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import { dialogStyle } from '../../kit/style/dialog-style.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import type { RunRequest } from '../../model/draft/run-requests.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { refusalOf } from '../../model/store/refusal.ts'

/** What a dialog says. */
interface Confirmation {
  readonly title: string
  readonly about: unknown
  /** What the command would do. */
  readonly dryRun: unknown
  readonly cancel: string
  readonly confirm: string
  /** Class of the button that confirms. */
  readonly kind: 'primary' | 'dangerous'
}

export abstract class ConfirmDialogElement extends withState(LitElement, {
  session: later<PlaygroundSession>(),
  /** The projection, as it was when the dialog opened: the panel may show another one by now. */
  shown: later<InspectedProjection>(),
  problem: '',
  isBusy: false,
}) {
  static override styles: CSSResultGroup = [
    theme,
    dialogStyle,
    css`
      dialog {
        width: min(32rem, calc(100vw - 2rem));
      }
      p {
        margin: 0.5rem 0;
      }
      .dry-run {
        min-height: 6rem;
        padding: 0.5rem 0.75rem;
      }
      .dry-run p {
        margin: 0;
      }
      ul {
        max-height: 12rem;
        overflow: auto;
      }
      li {
        padding-block: 0.125rem;
      }
      .buttons {
        margin-top: 1rem;
      }
      .buttons button {
        min-height: 2rem;
      }
      .buttons .dangerous {
        border-color: var(--_danger);
        background: var(--_danger);
        color: var(--_background);
        font-weight: 600;
      }
    `,
  ]

  /** Opens the dialog; closing it restores the focus. */
  async ask(shown: InspectedProjection): Promise<void> {
    this.shown = shown
    this.problem = ''
    await this.updateComplete
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  /** Sends requests one after another; closes the dialog, unless one was refused. @returns whether none was. */
  protected async send(session: PlaygroundSession, requests: readonly RunRequest[]): Promise<boolean> {
    for (const { method, path } of requests) {
      this.problem = (await refusalOf(session.send(method, path))) ?? ''
      if (this.problem !== '') return false
    }
    this.#close()
    return true
  }

  protected abstract carryOut(session: PlaygroundSession, shown: InspectedProjection): Promise<void>
  protected abstract confirmation(shown: InspectedProjection): Confirmation

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close()
  }

  async #confirm(): Promise<void> {
    const { session, shown } = this
    if (!session || !shown || this.isBusy) return
    this.isBusy = true
    try {
      await this.carryOut(session, shown)
    } finally {
      this.isBusy = false
    }
  }

  protected override render() {
    if (!this.shown) return nothing
    const { title, about, dryRun, cancel, confirm, kind } = this.confirmation(this.shown)
    return html`
      <dialog part="dialog" aria-labelledby="title">
        <h2 id="title">${title}</h2>
        ${about}
        <div class="dry-run box" role="status">${dryRun}</div>
        <p class="danger" role="alert">${this.problem}</p>
        <div class="buttons">
          <button type="button" @click=${this.#close}>${cancel}</button>
          <button type="button" class=${kind} aria-disabled=${this.isBusy} @click=${this.#confirm}>${confirm}</button>
        </div>
      </dialog>
    `
  }
}
