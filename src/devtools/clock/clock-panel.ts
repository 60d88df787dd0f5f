// <rillbox-devtools-clock>: shows the time of the store, and moves it forward where it can be moved.

import { css, html, nothing } from 'lit'
import type { ClockOfStore } from '../../engine/clock/clock.ts'
import { ConnectedElement } from '../../playground/model/connected-element.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { theme } from '../../playground/kit/style/theme.ts'
import { withState } from '../../playground/kit/with-state.ts'
import { troubleOf } from '../../playground/model/trouble.ts'
import { panelStyle } from '../panel-style.ts'
import { printDuration } from './duration.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds between two looks at the clock. */
const pace = 1000

/** Less than this is the time between two readings. */
const negligible = 1000

export class ClockPanelElement extends withState(ConnectedElement, { problem: '' }) {
  static override styles = [
    theme,
    panelStyle,
    css`
      :host {
        max-inline-size: 44rem;
      }
      .now {
        font-size: 1.25rem;
      }
      pre {
        padding: 0.75rem;
        border-radius: var(--_radius);
        background: var(--_surface);
      }
    `,
  ]

  #ticking: ReturnType<typeof setInterval> | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.#ticking = setInterval(() => this.checkVisibility() && this.requestUpdate(), pace)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearInterval(this.#ticking)
  }

  protected override render() {
    const clock = this.session?.store?.clock
    if (!clock) return html`<p class="muted">${texts.opening}</p>`
    const now = clock.now()
    return html`
      <div>
        <p class="muted">${texts.clock.now}</p>
        <p class="now"><time datetime=${new Date(now).toISOString()}>${new Date(now).toLocaleString()}</time></p>
        <p class="muted">${difference(now - Date.now())}</p>
      </div>
      ${clock.advance ? this.#controls(clock) : fixed()}
    `
  }

  #controls(clock: ClockOfStore) {
    const words = texts.clock
    const steps = [
      [words.minute, minute],
      [words.hour, hour],
      [words.day, day],
      [words.month, 30 * day],
    ] as const
    return html`
      <div class="flow" role="group" aria-label=${words.move}>
        ${words.move}
        ${steps.map(([label, milliseconds]) => html`<button type="button" @click=${() => this.#move(() => clock.advance!(milliseconds))}>${label}</button>`)}
      </div>
      ${clock.freeze && clock.resume && clock.isFrozen ? this.#standing(clock.isFrozen() ? clock.resume : clock.freeze, clock.isFrozen()) : nothing}
      <form class="flow" @submit=${(event: SubmitEvent) => this.#goTo(event, clock)}>
        <label class="flow">${words.goTo} <input type="datetime-local" name="time" step="1" required /></label>
        <button>${words.go}</button>
      </form>
      ${this.problem === '' ? nothing : html`<p class="danger" role="alert">${this.problem}</p>`}
      <p class="muted">${words.effect}</p>
    `
  }

  #standing(toggle: () => void, isFrozen: boolean) {
    return html`<div class="flow">
      <button type="button" aria-pressed=${isFrozen} @click=${() => this.#move(toggle)}>${texts.clock.stand}</button>
    </div>`
  }

  #goTo(event: SubmitEvent, clock: ClockOfStore): void {
    event.preventDefault()
    const { value } = (event.target as HTMLFormElement).elements.namedItem('time') as HTMLInputElement
    // Fields have longer years, which dates read with a sign and six digits; the clock says why not.
    const time = new Date(value.replace(/^\d{5,6}/, (year) => `+${year.padStart(6, '0')}`)).getTime()
    if (!(time >= clock.now())) this.problem = texts.clock.past
    else this.#move(() => clock.advanceTo!(time))
  }

  #move(work: () => void): void {
    this.problem = ''
    try {
      work()
    } catch (error) {
      const { what, hint } = troubleOf(error)
      this.problem = hint === undefined ? what : `${what} ${hint}`
    }
    this.requestUpdate()
  }
}

function difference(milliseconds: number): string {
  const { same, ahead, behind } = texts.clock
  if (Math.abs(milliseconds) < negligible) return same
  return milliseconds > 0 ? ahead(printDuration(milliseconds)) : behind(printDuration(-milliseconds))
}

const example = `import { movableEnvironment, startStore } from 'rillbox/browser'

const environment = movableEnvironment()
await startStore({ baseUrl, environment })`

const fixed = () =>
  html`<p>${texts.clock.fixed}</p>
    <pre><code>${example}</code></pre>`
