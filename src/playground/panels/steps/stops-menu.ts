// Renders the menu of stops: those that there are, and a form for conditions.

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { visibleLine } from '../../kit/visible-text.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'
import type { Stepping } from '../../model/steps/stepping.ts'
import type { Condition } from '../../model/trace/stops.ts'
import { conditionProblem, isSameCondition } from '../../model/trace/stops.ts'
import { choiceField, onText } from '../../kit/fields.ts'

export class StopsMenu {
  readonly #onChange: () => void
  #draft: Condition = { kind: 'holds', text: '' }
  #problem: string | undefined

  /** @param onChange called when the form has changed. */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  render(stepping: Stepping) {
    const { lines, conditions } = stepping.stops
    return html`
      <rillbox-menu
        .label=${texts.stops.menu(lines.length + conditions.length)}
        .text=${texts.stops.menu(lines.length + conditions.length)}
        .stays=${true}
      >
        <div class="stops">
          ${
            lines.length + conditions.length > 0
              ? html`<ul>
                  ${lines.map((line) => this.#stop(texts.stops.line(line), texts.stops.line(line), undefined, () => stepping.toggleLine(line)))}
                  ${conditions.map((condition) => this.#condition(stepping, condition))}
                </ul>`
              : nothing
          }
          <p class="muted fine">${texts.stops.hint}</p>
          ${this.#form(stepping)}
        </div>
      </rillbox-menu>
    `
  }

  #condition(stepping: Stepping, condition: Condition) {
    const place = stepping.traced?.conditions.findIndex((other) => isSameCondition(other, condition)) ?? -1
    const pieces = texts.stops[condition.kind](html`<code>${visibleLine(condition.text)}</code>`)
    return this.#stop(pieces, visibleLine(condition.text), stepping.run.conditionFaults[place], () => stepping.removeCondition(condition))
  }

  #stop(shown: unknown, name: string, fault: string | undefined, remove: () => void) {
    return html`
      <li>
        <span class="text">${shown}${fault === undefined ? nothing : html`<span class="danger fine">${fault}</span>`}</span>
        <button class="quiet" type="button" aria-label=${texts.stops.remove(name)} title=${texts.stops.remove(name)} @click=${remove}>
          ✕
        </button>
      </li>
    `
  }

  #form(stepping: Stepping) {
    const { kind, text } = this.#draft
    const submit = (event: Event): void => {
      event.preventDefault()
      this.#problem = conditionProblem(this.#draft)
      if (this.#problem === undefined) {
        // Not `text`: Enter can submit the form before the last keystrokes are rendered.
        stepping.addCondition({ ...this.#draft, text: this.#draft.text.trim() })
        this.#draft = { ...this.#draft, text: '' }
      }
      this.#onChange()
    }
    return html`
      <form @submit=${submit}>
        ${choiceField(texts.stops.kind, Object.entries(texts.stops.kinds), kind, (value) => this.#edit({ kind: value }))}
        <label class="field">
          ${texts.stops.condition}
          <input
            class="code"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            placeholder=${kind === 'holds' ? texts.stops.holdsHint : texts.stops.changesHint}
            .value=${live(text)}
            @input=${onText((given) => this.#edit({ text: given }))}
          />
        </label>
        <button type="submit">${texts.stops.add}</button>
        <p class="fine ${this.#problem === undefined ? 'muted' : 'danger'}" role="status">
          ${this.#problem ?? (kind === 'holds' ? texts.stops.names : '')}
        </p>
      </form>
    `
  }

  #edit(change: Partial<Condition>): void {
    this.#draft = { ...this.#draft, ...change }
    this.#problem = undefined
    this.#onChange()
  }
}
