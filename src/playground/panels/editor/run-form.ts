// Renders the form above a query: its name, mode and emit flag, and the buttons that run it and step through it.

import { html, nothing } from 'lit'
import type { Draft } from '../../model/draft/draft.ts'
import { mayWrite } from '../../model/draft/draft.ts'
import { editor } from '../../strings/english/editor.ts'
import { run as texts } from '../../strings/english/run.ts'
import { stepper } from '../../strings/english/stepper.ts'
import type { DraftState } from '../../model/draft/run-requests.ts'
import { onText, onTick, onSubmit } from '../../kit/fields.ts'

export interface RunForm {
  readonly draft: Draft
  readonly isLocked: boolean
  readonly isRunning: boolean
  readonly mayRun: boolean
  readonly isStepping: boolean
  readonly runState: DraftState | undefined
  onEdit(change: Partial<Draft>): void
  onRun(): void
  onStep(): void
}

const modes = ['continuous', 'one-time', 'transient'] as const

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

const emitTitle = ({ query, mode }: Pick<Draft, 'query' | 'mode'>): string =>
  mode === 'transient' ? editor.transientMeans : mayWrite(query) ? editor.emitMeans : editor.emitIdle

export function runForm({ draft, isLocked, isRunning, mayRun, isStepping, runState, onEdit, onRun, onStep }: RunForm) {
  const { name, query, mode, emit } = draft
  const isOff = isLocked || mode === 'transient'
  return html`
    <form class="flow" part="controls" @submit=${onSubmit(onRun)}>
      <label class="name field">
        <span>${editor.projection}</span>
        <input
          part="name"
          .value=${name}
          ?readonly=${isLocked}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          @input=${onText((name) => onEdit({ name }))}
        />
      </label>
      <label class="field">
        <span>${editor.mode}</span>
        <select part="mode" ?disabled=${isLocked} @change=${onText<Draft['mode']>((mode) => onEdit({ mode }))}>
          ${modes.map((each) => html`<option value=${each} .selected=${each === mode}>${editor.modes[each]}</option>`)}
        </select>
      </label>
      <label class="emit ${isOff ? 'off' : ''} ${isOff || !mayWrite(query) ? 'muted' : ''}" title=${emitTitle({ query, mode })}>
        <input
          type="checkbox"
          part="emit"
          .checked=${emit && mode !== 'transient'}
          ?disabled=${isOff}
          @change=${onTick((emit) => onEdit({ emit }))}
        />
        ${editor.emit}
      </label>
      <div class="actions flow">
        <p class="run-state" part="run-state">
          ${runState === 'edited' || runState === 'new' ? html`<span class="dot" aria-hidden="true"></span>${texts[runState]}` : nothing}
        </p>
        <button class="step" part="step" type="button" aria-pressed=${isStepping} @click=${onStep}>
          ${isStepping ? stepper.end : stepper.begin}
        </button>
        ${
          mayRun
            ? html`<button class="primary run" part="run" aria-keyshortcuts="Control+Enter Meta+Enter" aria-disabled=${isRunning}>
                ${texts.run} <kbd aria-hidden="true">${isApple() ? '⌘ ⏎' : texts.keys}</kbd>
              </button>`
            : nothing
        }
      </div>
    </form>
  `
}
