// Renders the fold behind a step in which its event can be otherwise; what is inside loads when it first opens.

import { html, nothing } from 'lit'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import { define } from '../../kit/define.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'

let isLoaded = false

/** @param loaded called once the fold has something to show. */
export function whatIfSection(session: PlaygroundSession, { event }: TraceStep, loaded: () => void) {
  const open = async (): Promise<void> => {
    if (isLoaded) return
    const { WhatIfElement } = await import('./what-if-view.ts')
    define('rillbox-what-if', WhatIfElement)
    isLoaded = true
    loaded()
  }
  return html`<details class="what-if" part="what-if" @toggle=${open}>
    <summary>${texts.whatIf.title}</summary>
    ${isLoaded ? html`<rillbox-what-if .session=${session} .event=${event}></rillbox-what-if>` : nothing}
  </details>`
}
