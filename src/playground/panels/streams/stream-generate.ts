// <rillbox-stream-generate>: appends events like those of the stream, as many as a reader wants.

import { html } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { later, withState } from '../../kit/with-state.ts'
import { appendGenerated, readSamples } from '../../model/generate/append-generated.ts'
import type { Sample } from '../../model/generate/generate.ts'
import { generateEvents } from '../../model/generate/generate.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { answerShown } from '../append/form-parts.ts'
import { onNumber } from '../../kit/fields.ts'
import { StreamFormElement } from '../append/stream-form.ts'

/** Events of one request. */
const mostEvents = 5000

export class StreamGenerateElement extends withState(StreamFormElement, {
  /** Undefined until the stream is read. */
  samples: later<readonly Sample[]>(),
  count: 20,
  seed: 1,
}) {
  protected override begin(): void {
    this.samples = undefined
    this.answer = undefined
    void this.#read()
  }

  async #read(): Promise<void> {
    const { session, stream } = this
    if (!session?.store) return
    const samples = await readSamples(session.store, stream)
    if (session === this.session && stream === this.stream) this.samples = samples
  }

  protected override render() {
    const { samples, count } = this
    const words = texts.generate
    if (!samples) return html`<p class="muted">${words.reading}</p>`
    if (samples.length === 0) return html`<p class="muted">${words.nothing}</p>`
    const types = [...new Set(samples.map(({ type }) => type))].map(visibleLine).join(', ')
    return html`<form @submit=${this.#submit}>
      <p class="tiny muted">${words.learned(samples.length, types)}</p>
      <div class="row">
        ${this.#field(words.count, 'count', 1, mostEvents)} ${this.#field(words.seed, 'seed', 0, 0xffffffff, words.seedHint)}
      </div>
      <div class="flow">
        <button class="primary" aria-disabled=${this.sending}>${words.append(Number.isNaN(count) ? 0 : count)}</button>
      </div>
      ${answerShown(this.answer)}
    </form>`
  }

  #field(label: string, what: 'count' | 'seed', least: number, most: number, hint = '') {
    return html`<div class="field">
      <label for=${what}>${label}</label>
      <input
        id=${what}
        type="number"
        min=${least}
        max=${most}
        step="1"
        required
        aria-describedby=${`${what}-hint`}
        .value=${String(this[what])}
        @input=${onNumber((number) => (this[what] = number))}
      />
      <span id=${`${what}-hint`} class="tiny muted">${hint}</span>
    </div>`
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault()
    const { stream, samples, count, seed } = this
    if (!samples) return
    // The next ones count on from these.
    if (await this.send((session, { release }) => appendGenerated(session, stream, generateEvents(samples, count, seed), release)))
      await this.#read()
  }
}
