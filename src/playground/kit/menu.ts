// <rillbox-menu>: a button that opens a small panel beside it: with commands, of which each closes it, or with a form, which stays.

import { LitElement, css, html } from 'lit'
import { theme } from './style/theme.ts'
import { withState } from './with-state.ts'

/** Pixels between the button and the panel, and between the panel and the edge of the window. */
const gap = 4
const margin = 8

export class MenuElement extends withState(LitElement, {
  /** Name of the button and the panel. */
  label: '',
  /** Text of the button; default: three dots. */
  text: '⋯',
  /** Whether buttons in the panel leave it open. */
  stays: false,
}) {
  static override styles = [
    theme,
    css`
      :host {
        display: inline-block;
      }
      .opener {
        min-width: 2rem;
        min-height: 2rem;
        padding: 0 0.5rem;
      }
      dialog {
        width: max-content;
        max-width: min(24rem, calc(100vw - 1rem));
        max-height: calc(100dvh - 1rem);
        margin: 0;
        padding: 0.5rem;
        overflow: auto;
        border: 1px solid var(--_border);
        border-radius: var(--_radius);
        background: var(--_background);
        color: var(--_text);
        box-shadow: 0 8px 28px rgb(0 0 0 / 24%);
      }
      dialog::backdrop {
        background: none;
      }
    `,
  ]

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!
  }

  /** Closing gives the focus back to the button. */
  close(): void {
    this.#dialog.close()
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.opener')?.focus()
  }

  readonly #open = (): void => {
    const dialog = this.#dialog
    // The last moment to render its content.
    this.dispatchEvent(new CustomEvent('rillbox-menu-open'))
    dialog.showModal()
    const button = this.renderRoot.querySelector('.opener')!.getBoundingClientRect()
    const { width, height } = dialog.getBoundingClientRect()
    const fitsBelow = button.bottom + gap + height <= innerHeight - margin
    const top = fitsBelow ? button.bottom + gap : Math.max(margin, button.top - gap - height)
    const left = Math.min(Math.max(margin, button.left), innerWidth - width - margin)
    // Not in the markup, where a strict content security policy allows no style.
    dialog.style.setProperty('inset', `${top}px auto auto ${Math.max(margin, left)}px`)
    // The content is slotted, which not every engine looks into for something to focus.
    this.querySelector<HTMLElement>('button:not(:disabled), select, input')?.focus()
  }

  /** A click on a command, or beside the panel. */
  readonly #onClick = {
    // Before the command: the focus is back when the command opens a dialog of its own.
    capture: true,
    handleEvent: (event: MouseEvent): void => {
      const [target] = event.composedPath() as [HTMLElement]
      const isOver = target === this.#dialog ? isBeside(event, target) : !this.stays && target.closest('button:not(:disabled)') !== null
      if (isOver) this.close()
    },
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // Keys in the panel are no keys of what is behind it.
    event.stopPropagation()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (this.stays || step === undefined) return
    event.preventDefault()
    const commands = [...this.querySelectorAll<HTMLElement>('button:not(:disabled)')]
    const focused = commands.findIndex((command) => command.matches(':focus'))
    commands.at((focused + step) % commands.length)?.focus()
  }

  protected override render() {
    return html`
      <button
        class="opener"
        part="button"
        type="button"
        aria-haspopup="dialog"
        aria-label=${this.label}
        title=${this.label}
        @click=${this.#open}
      >
        ${this.text}
      </button>
      <dialog aria-label=${this.label} @click=${this.#onClick} @keydown=${this.#onKey}><slot></slot></dialog>
    `
  }
}

function isBeside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
