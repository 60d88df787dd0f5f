// <rillbox-devtools-faults>: puts faults in force for the application's requests, and shows how many have met each.

import { html, nothing } from 'lit'
import type { FaultRule, RuleInForce } from '../../engine/faults/faults.ts'
import type { Store } from '../../engine/store.ts'
import { ConnectedElement } from '../../playground/model/connected-element.ts'
import { troubleOf } from '../../playground/model/trouble.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { printCount } from '../../playground/strings/counts.ts'
import { tableHead } from '../../playground/kit/table-head.ts'
import { theme } from '../../playground/kit/style/theme.ts'
import { choiceField, onSubmit, onText, onTick } from '../../playground/kit/fields.ts'
import { withState } from '../../playground/kit/with-state.ts'
import { panelStyle } from '../panel-style.ts'
import { describeFault, describeRequests } from './describe-rule.ts'
import { faultStyle } from './fault-style.ts'
import type { RuleForm } from './read-rule.ts'
import { firstForm, readRule } from './read-rule.ts'
import { addRule } from './remembered-rules.ts'

/** Faults that are one click away. */
const presets = {
  slow: { kind: 'latency', milliseconds: [400, 2000], name: 'slow' },
  flaky: { kind: 'status', status: 503, reason: 'Server Is Too Busy', probability: 0.3, name: 'flaky' },
} as const satisfies Record<string, FaultRule>

type TextField = { readonly [Name in keyof RuleForm]: RuleForm[Name] extends string ? Name : never }[keyof RuleForm]

/** Empty for any. */
const methods = ['', 'GET', 'POST', 'PUT', 'DELETE']

export class FaultPanelElement extends withState(ConnectedElement, {
  form: firstForm,
  problem: '',
  news: '',
}) {
  static override styles = [theme, panelStyle, faultStyle]

  protected override render() {
    const store = this.session?.store
    if (!store) return html`<p class="muted">${texts.opening}</p>`
    // Read so that hits are counted anew with every request.
    void this.session?.requests
    return html`
      ${this.#presets(store)} ${this.#inForce(store)} ${this.#form(store)}
      <p class="muted" role="status">${this.news}</p>
    `
  }

  #presets(store: Store) {
    const words = texts.faults
    const isOn = (name: string): RuleInForce | undefined => store.faults.rules.find(({ rule }) => rule.name === name)
    const toggle = (name: keyof typeof presets): void =>
      this.#change(() => {
        const rule = isOn(name)
        if (rule) rule.remove()
        else addRule(store.faults, { ...presets[name] })
      })
    const button = (name: 'offline' | 'slow' | 'flaky', isPressed: boolean, onClick: () => void) =>
      html`<div class="flow">
        <button type="button" aria-pressed=${isPressed} aria-describedby=${`about-${name}`} @click=${onClick}>${words[name]}</button>
        <small class="muted fine" id=${`about-${name}`}>${words[`${name}Hint`]}</small>
      </div>`
    return html`<div class="presets flow" role="group" aria-label=${words.presets}>
      ${button('offline', store.faults.offline, () => this.#change(() => (store.faults.offline = !store.faults.offline)))}
      ${button('slow', !!isOn('slow'), () => toggle('slow'))} ${button('flaky', !!isOn('flaky'), () => toggle('flaky'))}
    </div>`
  }

  #inForce(store: Store) {
    const words = texts.faults
    const { rules } = store.faults
    if (rules.length === 0) return html`<p class="muted">${words.none}</p>`
    const removeAll =
      rules.length > 1
        ? html`<button type="button" @click=${() => this.#change(() => store.faults.clear())}>${words.removeAll}</button>`
        : nothing
    return html`<table>
        ${tableHead(words.inForce, [words.kind, words.requests, [words.hits, 'number']], html`<td>${removeAll}</td>`)}
        <tbody>
          ${rules.map((rule) => this.#row(rule))}
        </tbody>
      </table>
      <p class="muted">${words.keptNote}</p>`
  }

  #row({ rule, met, remove }: RuleInForce) {
    const fault = describeFault(rule)
    return html`<tr>
      <th scope="row">${fault}</th>
      <td>${describeRequests(rule)}</td>
      <td class="number">${printCount(met)}</td>
      <td>
        <button type="button" aria-label=${texts.faults.removeThis(fault)} @click=${() => this.#change(remove)}>
          ${texts.faults.remove}
        </button>
      </td>
    </tr>`
  }

  /** Its kind, the fields of that kind, and the requests that meet it. */
  #form(store: Store) {
    const words = texts.faults
    const { kind, method, projection } = this.form
    const isStop = kind === 'stopped-projection'
    const anyMethod = methods.map((each) => [each, each || words.anyMethod] as const)
    return html`<form class="flow" @submit=${onSubmit(() => this.#add(store))}>
      <div class="fields flow">
        ${choiceField(words.kind, Object.entries(words.kinds), kind, (kind) => this.#edit({ kind }))} ${this.#kindFields()}
      </div>
      <div class="fields flow">
        ${choiceField(words.method, anyMethod, method, (method) => this.#edit({ method }))}
        ${this.#field('path', words.path, 'wide', '/streams/')} ${this.#field('share', words.share, 'narrow')}
        ${this.#field('times', words.times, 'narrow')}
        <span class="flow">
          <button class="primary">${words.add}</button>
          ${isStop ? html`<button type="button" ?disabled=${projection === ''} @click=${() => this.#stopNow(store)}>${words.stopNow}</button>` : nothing}
        </span>
      </div>
      ${this.problem === '' ? nothing : html`<p class="danger" role="alert">${this.problem}</p>`}
    </form>`
  }

  #kindFields(): unknown {
    const words = texts.faults
    const { kind, never, when } = this.form
    switch (kind) {
      case 'latency':
        return [
          never ? nothing : [this.#field('least', words.least, 'narrow'), this.#field('most', words.most, 'narrow')],
          html`<label class="check flow">
            <input type="checkbox" .checked=${never} @change=${onTick((never) => this.#edit({ never }))} />
            ${words.never}
          </label>`,
        ]
      case 'status':
        return [this.#field('status', words.status, 'narrow'), this.#field('reason', words.reason, 'wide')]
      case 'dropped': {
        const times = (['before', 'answered'] as const).map((each) => [each, words[each]] as const)
        return choiceField(words.when, times, when, (when) => this.#edit({ when }))
      }
      case 'lost-race':
        return this.#field('eventType', words.eventType, 'wide')
      case 'stopped-projection':
        return [this.#field('projection', words.projection, 'wide'), this.#field('reason', words.stateReason, 'wide')]
    }
  }

  #field(name: TextField, label: string, width: 'wide' | 'narrow', placeholder = '') {
    return html`<label class=${width}>
      <span>${label}</span>
      <input
        name=${name}
        inputmode=${width === 'narrow' ? 'numeric' : nothing}
        placeholder=${placeholder}
        autocomplete="off"
        spellcheck="false"
        .value=${this.form[name]}
        @input=${onText((text) => this.#edit({ [name]: text }))}
      />
    </label>`
  }

  #edit(change: Partial<RuleForm>): void {
    this.form = { ...this.form, ...change }
  }

  #add(store: Store): void {
    this.problem = ''
    try {
      this.#change(() => addRule(store.faults, readRule(this.form)))
    } catch (error) {
      this.#show(error)
    }
  }

  async #stopNow(store: Store): Promise<void> {
    const { projection, reason } = this.form
    this.problem = ''
    try {
      const isStopped = await store.faults.stopProjection(projection, reason.trim() || undefined)
      this.news = isStopped ? texts.faults.stopped(projection) : texts.faults.notRunning(projection)
    } catch (error) {
      this.#show(error)
    }
  }

  #show(error: unknown): void {
    const { what, details = [] } = troubleOf(error)
    this.problem = [what, ...details].join(' ')
  }

  /** Tells the drawer, which keeps the rules over a reload. */
  #change(work: () => void): void {
    work()
    this.dispatchEvent(new CustomEvent('rillbox-faults', { bubbles: true, composed: true }))
    this.requestUpdate()
  }
}
