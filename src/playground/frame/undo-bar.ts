// <rillbox-undo>: names the last action, and offers to undo it.

import { css, html, nothing } from 'lit'
import { undo as texts } from '../strings/english/undo.ts'
import { visibleLine } from '../kit/visible-text.ts'
import { theme } from '../kit/style/theme.ts'
import { withState } from '../kit/with-state.ts'
import { ConnectedElement } from '../model/connected-element.ts'
import type { PlaygroundSession } from '../model/session.ts'
import { troubleOf } from '../model/trouble.ts'
import type { DoneDeed } from '../model/undo.ts'

export class UndoBarElement extends withState(ConnectedElement, {
  /** Whether the reader knows that later changes are lost too. */
  isWarned: false,
  /** Text of the live region once the deed is taken back. */
  said: '',
}) {
  static override styles = [
    theme,
    css`
      .bar {
        gap: 0.25rem 0.75rem;
        padding: 0.35rem 0.75rem;
        border-block-end: 1px solid var(--_border);
        background: var(--_raised);
      }
      .bar p {
        flex: 1 1 12rem;
      }
      .buttons {
        gap: 0.35rem;
      }
      .dismiss {
        min-width: 28px;
        padding-inline: 0.35rem;
      }
    `,
  ]

  protected override onSession({ undoing }: PlaygroundSession): void {
    this.whenever(() => {
      this.isWarned = false
      if (undoing.offered) this.said = ''
    })
  }

  protected override render() {
    const offer = this.session?.undoing.offered
    return html`
      ${offer ? this.#bar(deedText(offer.deed), this.isWarned ? this.session!.undoing.lost : 0) : nothing}
      <span class="visually-hidden" role="status">${offer ? deedText(offer.deed) : this.said}</span>
    `
  }

  #bar(text: string, lost: number) {
    return html`<div class="bar flow" part="undo">
      <p>${text}${lost > 0 ? html` <span class="danger" role="alert">${texts.alsoLost(lost)}</span>` : nothing}</p>
      <span class="buttons flow">
        <button type="button" class="low" @click=${this.#undo}>${lost > 0 ? texts.undoAnyway : texts.undo}</button>
        <button type="button" class="low quiet dismiss" aria-label=${texts.dismiss} @click=${() => this.session?.undoing.offer(undefined)}>
          ✕
        </button>
      </span>
    </div>`
  }

  readonly #undo = async (): Promise<void> => {
    const { session } = this
    if (!this.isWarned && session && session.undoing.lost > 0) {
      this.isWarned = true
      return
    }
    try {
      await session?.undoing.takeBack()
      this.said = texts.undone
    } catch (error) {
      session?.warn(troubleOf(error))
    }
  }
}

function deedText(deed: DoneDeed): string {
  if (!('name' in deed)) return texts[deed.kind]
  const name = visibleLine(deed.name)
  if (deed.kind === 'opened') return texts.opened(name)
  return deed.what === 'stream' ? texts.deletedStream(name) : texts.deletedProjection(name)
}
