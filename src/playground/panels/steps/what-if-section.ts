// Renders the fold behind a step in which its event can be otherwise; what is inside loads when it first opens.

import { html, nothing } from 'lit'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import type { LateView } from '../../model/timing/late-view.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'

/** @param view of the element inside. */
export const whatIfSection = (session: PlaygroundSession, { event }: TraceStep, view: LateView) =>
  html`<details class="what-if" part="what-if" @toggle=${() => void view.load()}>
    <summary>${texts.whatIf.title}</summary>
    ${view.trouble || view.isLoaded ? view.shown(() => html`<rillbox-what-if .session=${session} .event=${event}></rillbox-what-if>`) : nothing}
  </details>`
