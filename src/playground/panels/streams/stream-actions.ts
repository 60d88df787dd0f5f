// Renders the actions on the selected stream: a bar of buttons, and the form that a button opens.

import { html, nothing } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { onTick } from '../../kit/fields.ts'

export type StreamAction = 'append' | 'generate' | 'metadata' | 'delete'

export interface BarContent {
  readonly session: PlaygroundSession | undefined
  readonly stream: string | undefined
  /** The action whose form is open. */
  readonly action: StreamAction | undefined
  readonly live: boolean
}

/** @param change called when the reader switches an action or live mode. */
export function actionBar(
  { session, stream, action, live }: BarContent,
  change: (change: { readonly action?: StreamAction | undefined; readonly live?: boolean }) => void,
) {
  const button = (each: StreamAction, name: string) =>
    html`<button type="button" aria-expanded=${each === action} @click=${() => change({ action: each === action ? undefined : each })}>
      ${name}
    </button>`
  const mayWrite = session?.readonly === false
  return html`<div class="bar flow" part="controls">
    <slot name="back"></slot>
    <strong class="title code cut" title=${visibleLine(stream ?? '')}>${visibleLine(stream ?? '')}</strong>
    ${
      stream === undefined
        ? nothing
        : html`<label class="switch">
            <input type="checkbox" role="switch" .checked=${live} @change=${onTick((isTicked) => change({ live: isTicked }))} />
            ${texts.live}
          </label>`
    }
    <span class="buttons flow">
      ${mayWrite ? button('append', texts.append) : nothing}
      ${mayWrite && stream !== undefined ? button('generate', texts.generate.action) : nothing}
      ${stream === undefined ? nothing : button('metadata', texts.metadata)}
      ${mayWrite && stream !== undefined ? button('delete', texts.delete) : nothing}
    </span>
  </div>`
}

const nameOf = (action: StreamAction): string => (action === 'generate' ? texts.generate.action : texts[action])

/** @param close called when the reader presses Escape. */
export function actionForm(
  session: PlaygroundSession | undefined,
  stream: string | undefined,
  action: StreamAction | undefined,
  close: () => void,
) {
  // Only metadata can be looked at, too.
  if (action === undefined || (session?.readonly !== false && action !== 'metadata')) return nothing
  const name = stream ?? ''
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  const form = () => {
    switch (action) {
      case 'append':
        return html`<rillbox-append-form .session=${session} .stream=${name}></rillbox-append-form>`
      case 'generate':
        return html`<rillbox-stream-generate .session=${session} .stream=${name}></rillbox-stream-generate>`
      case 'metadata':
        return html`<rillbox-stream-metadata .session=${session} .stream=${name}></rillbox-stream-metadata>`
      case 'delete':
        return html`<rillbox-stream-delete .session=${session} .stream=${name}></rillbox-stream-delete>`
    }
  }
  return html`<div class="form box" part="form" role="group" aria-label=${nameOf(action)} tabindex="-1" @keydown=${escape}>${form()}</div>`
}
