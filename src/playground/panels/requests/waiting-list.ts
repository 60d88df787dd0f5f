// Renders the faults that wait for one request each, with a button that takes each away.

import { html, nothing } from 'lit'
import type { FaultRule, Faults } from '../../../engine/faults/faults.ts'
import { outcomeOf, waitingFaults } from '../../model/requests/next-time.ts'
import { requests as texts } from '../../strings/english/requests.ts'
import { decoded } from './exchange-row.ts'

/** @param changed called when one was taken away. */
export function waitingList(faults: Faults, changed: () => void) {
  const waiting = waitingFaults(faults)
  if (waiting.length === 0) return nothing
  return html`<ul class="waiting" part="waiting">
    ${waiting.map(({ rule, remove }) => {
      const text = texts.nextTime.waiting(`${rule.method} ${decoded(rule.path!)}`, effectOf(rule))
      const cancel = (): void => {
        remove()
        changed()
      }
      return html`<li class="flow">
        <span>${text}</span>
        <button type="button" aria-label=${texts.nextTime.cancelThis(text)} @click=${cancel}>${texts.nextTime.cancel}</button>
      </li>`
    })}
  </ul>`
}

function effectOf(rule: FaultRule): string {
  const effect = texts.nextTime.outcomes[outcomeOf(rule)]
  if (rule.kind === 'status') return `${effect} ${rule.status}`
  return rule.kind === 'latency' ? `${effect}, ${texts.duration(Number(rule.milliseconds))}` : effect
}
