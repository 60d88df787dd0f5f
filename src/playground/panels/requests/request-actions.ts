// <rillbox-request-actions>: sends a listed request again, or decides what becomes of it the next time.

import { LitElement, css, html, nothing } from 'lit'
import type { LoggedRequest } from '../../../engine/observe/request-log.ts'
import type { Store } from '../../../engine/store.ts'
import { theme } from '../../kit/style/theme.ts'
import { given, typed, withState } from '../../kit/with-state.ts'
import type { NextOutcome } from '../../model/requests/next-time.ts'
import { failNext, nextRule, outcomesFor, sendAgain, sentRequest } from '../../model/requests/next-time.ts'
import { addressOf } from '../../model/store/store-address.ts'
import { troubleOf } from '../../model/trouble.ts'
import { requests as texts } from '../../strings/english/requests.ts'
import { onNumber, onText, onSubmit } from '../../kit/fields.ts'

export class RequestActionsElement extends withState(LitElement, {
  store: given<Store>(),
  request: given<LoggedRequest>(),
  /** Called when other faults are in force, also when a fault is met later. */
  changed: given<() => void>(),
  outcome: typed<NextOutcome>('status'),
  status: 503,
  /** Milliseconds. */
  delay: 3000,
  news: '',
  problem: '',
}) {
  static override styles = [
    theme,
    css`
      form {
        gap: 0.25rem 0.5rem;
        padding-block: 0.5rem 0.25rem;
      }
      label {
        gap: 0.35rem;
      }
      input {
        inline-size: 5rem;
      }
    `,
  ]

  protected override render() {
    const { store, request } = this
    const words = texts.nextTime
    return html`
      <form class="flow" aria-label=${words.form} @submit=${onSubmit(() => this.#failNext())}>
        <button type="button" title=${words.againHint} @click=${() => void this.#again()}>${words.again}</button>
        <label class="flow">
          ${words.label}
          <select @change=${onText<NextOutcome>((value) => (this.outcome = value))}>
            ${outcomesFor(request, addressOf(store)).map(
              (each) => html`<option value=${each} ?selected=${each === this.outcome}>${words.outcomes[each]}</option>`,
            )}
          </select>
        </label>
        ${this.outcome === 'status' ? this.#field(words.status, 'status') : this.outcome === 'delay' ? this.#field(words.milliseconds, 'delay') : nothing}
        <button type="submit">${words.set}</button>
        <p role="status" class=${this.problem === '' ? 'muted' : 'danger'}>${this.problem || this.news}</p>
      </form>
    `
  }

  #field(label: string, what: 'status' | 'delay') {
    return html`<label class="flow"
      >${label}
      <input
        type="number"
        min=${what === 'status' ? 200 : 0}
        max=${what === 'status' ? 599 : nothing}
        required
        .value=${String(this[what])}
        @input=${onNumber((number) => (this[what] = number))}
    /></label>`
  }

  async #again(): Promise<void> {
    this.problem = ''
    this.news = texts.nextTime.sent(await sendAgain(this.store, sentRequest(this.request)))
  }

  #failNext(): void {
    const { store, request, outcome } = this
    this.problem = ''
    this.news = ''
    try {
      failNext(store, nextRule(request, outcome, outcome === 'delay' ? this.delay : this.status, addressOf(store)), this.changed)
      this.changed()
    } catch (error) {
      const { what, details = [] } = troubleOf(error)
      this.problem = [what, ...details].join(' ')
    }
  }
}
