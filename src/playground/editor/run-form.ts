// Renders the form above a query: its name, mode and emit flag, and the button that runs it.

import { html, nothing } from 'lit'
import type { Draft } from '../session/draft.ts'

export interface RunForm {
  readonly draft: Draft
  readonly isLocked: boolean
  readonly isRunning: boolean
  readonly mayRun: boolean
  onEdit(change: Partial<Draft>): void
  onRun(): void
}

const modes = [
  ['continuous', 'Continuous'],
  ['one-time', 'One-time'],
  ['transient', 'Transient'],
] as const

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

const input = (event: Event) => event.target as HTMLInputElement

export const runForm = ({ draft: { name, mode, emit }, isLocked, isRunning, mayRun, onEdit, onRun }: RunForm) => {
  const submit = (event: Event): void => {
    event.preventDefault()
    onRun()
  }
  return html`
    <form part="controls" @submit=${submit}>
      <label class="name">
        <span>Projection</span>
        <input
          part="name"
          .value=${name}
          ?readonly=${isLocked}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          @input=${(event: Event) => onEdit({ name: input(event).value })}
        />
      </label>
      <label>
        <span>Mode</span>
        <select part="mode" ?disabled=${isLocked} @change=${(event: Event) => onEdit({ mode: input(event).value as Draft['mode'] })}>
          ${modes.map(([value, label]) => html`<option value=${value} .selected=${value === mode}>${label}</option>`)}
        </select>
      </label>
      <label class="emit" title=${mode === 'transient' ? 'Transient queries write nothing.' : 'Allows the query to write streams.'}>
        <input
          type="checkbox"
          part="emit"
          .checked=${emit && mode !== 'transient'}
          ?disabled=${isLocked || mode === 'transient'}
          @change=${(event: Event) => onEdit({ emit: input(event).checked })}
        />
        Emit
      </label>
      ${
        mayRun
          ? html`<button class="primary run" part="run" aria-keyshortcuts="Control+Enter Meta+Enter" ?disabled=${isRunning}>
              Run <kbd aria-hidden="true">${isApple() ? '⌘ ⏎' : 'Ctrl ⏎'}</kbd>
            </button>`
          : nothing
      }
    </form>
  `
}
