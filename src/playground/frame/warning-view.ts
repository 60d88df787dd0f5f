// Shows a warning about the environment of an open store, until the reader dismisses it.

import { html, nothing } from 'lit'
import type { PlaygroundSession } from '../session/session.ts'

export function warningView(session: PlaygroundSession) {
  const { warning } = session
  if (!warning) return nothing
  return html`
    <div class="warning" part="warning" role="alert">
      <p><strong>${warning.what}</strong> ${warning.hint}</p>
      <button class="quiet" part="button" aria-label="Dismiss" @click=${() => session.warn(undefined)}>✕</button>
    </div>
  `
}
