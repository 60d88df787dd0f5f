// Renders a request of a page once one was sent: its buttons, what happened, and the answer in place of the page's own.

import { html, nothing } from 'lit'
import type { PrintedAnswer } from '../../renderings/http-text.ts'
import { answerText } from '../../renderings/http-text.ts'
import type { PageRequestData } from '../../renderings/page-request.ts'
import type { WrittenRequest } from '../../renderings/request.ts'
import type { Trouble } from '../model/trouble.ts'
import { troubleOf } from '../model/trouble.ts'
import { frame } from '../strings/english/frame.ts'
import { page as texts } from '../strings/english/page.ts'
import type { SharedStore, PlacedRequest } from './shared-store.ts'
import type { RillboxRequest } from './request-element.ts'
import { onTick } from '../kit/fields.ts'

export class SentRequestView implements PlacedRequest {
  readonly #element: RillboxRequest
  readonly #store: SharedStore
  readonly #data: PageRequestData
  #answer: PrintedAnswer | undefined
  #note = ''
  #isBusy = false

  constructor(element: RillboxRequest, store: SharedStore, data: PageRequestData) {
    this.#element = element
    this.#store = store
    this.#data = data
    element.view = () => this.#render()
  }

  get request(): WrittenRequest {
    return this.#data.request
  }

  readonly show = (answer: PrintedAnswer | undefined): void => {
    this.#answer = answer
    this.#note = ''
    this.#element.requestUpdate()
  }

  tell({ what, hint = '' }: Trouble): void {
    this.#note = `${what} ${hint}`.trim()
    this.#element.requestUpdate()
  }

  async send(): Promise<void> {
    await this.#work(async () => texts.answered((await this.#store.send(this)).others))
  }

  /** @param work resolves to what is then told. */
  async #work(work: () => Promise<string>): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#note = texts.working
    this.#element.requestUpdate()
    try {
      this.#note = await work()
    } catch (error) {
      this.tell(troubleOf(error))
    }
    this.#isBusy = false
    this.#element.requestUpdate()
  }

  #render() {
    return html`
      <slot></slot>
      <div class="bar flow" part="bar" aria-busy=${this.#isBusy}>
        <button class="primary" part="button" aria-disabled=${this.#isBusy} @click=${() => this.send()}>${frame.send}</button>
        <button part="button" aria-disabled=${this.#isBusy} @click=${() => this.#reset()}>${frame.startOver}</button>
        ${this.#data.beginning?.store === undefined ? nothing : this.#keeping()}
        <span class="muted" part="note" role="status">${this.#note}</span>
      </div>
      ${this.#answer ? this.#shown(this.#answer) : html`<slot name="answer"></slot>`}
    `
  }

  #keeping() {
    return html`<label part="keep"
      ><input type="checkbox" .checked=${this.#store.isKept} @change=${onTick((isTicked) => void this.#keep(isTicked))} />
      ${texts.keep}</label
    >`
  }

  #shown(answer: PrintedAnswer) {
    const text = answerText(answer, this.#data.shown)
    return html`<p part="label"><strong>${texts.answer}</strong></p>
      <pre part="code" tabindex="0">${text}</pre>`
  }

  async #reset(): Promise<void> {
    await this.#work(async () => {
      await this.#store.reset()
      return texts.reset
    })
  }

  async #keep(isKept: boolean): Promise<void> {
    await this.#work(async () => {
      await this.#store.keep(isKept)
      return isKept ? texts.kept : texts.forgotten
    })
  }
}
