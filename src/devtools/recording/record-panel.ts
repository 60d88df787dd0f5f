// <rillbox-devtools-record>: records what the application does to its store, and saves it as a scenario or as a test.

import { css, html, nothing } from 'lit'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import { download } from '../../playground/kit/download.ts'
import { theme } from '../../playground/kit/style/theme.ts'
import { later, withState } from '../../playground/kit/with-state.ts'
import { visibleLine } from '../../playground/kit/visible-text.ts'
import { ConnectedElement } from '../../playground/model/connected-element.ts'
import { inFreshStore } from '../../playground/model/store/fresh-store.ts'
import { addressOf } from '../../playground/model/store/store-address.ts'
import { troubleOf } from '../../playground/model/trouble.ts'
import { isTooLongForTest } from '../../playground/panels/share/generated-code.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { share } from '../../playground/strings/english/share.ts'
import { panelStyle } from '../panel-style.ts'
import { recordedTest } from './recorded-test.ts'
import type { RecordedSession } from './recorder.ts'
import { recorderOf, replayIn } from './recorder.ts'

interface WrittenTest {
  readonly of: RecordedSession
  readonly code: string
  /** Requests that end otherwise in a fresh store, and are left out. */
  readonly leftOut: number
  /** Of the scenario that the test takes from there; undefined: it stands in the test. */
  readonly file: string | undefined
}

export class RecordPanelElement extends withState(ConnectedElement, {
  /** Name of the store. */
  store: '',
  test: later<WrittenTest>(),
  trouble: '',
  isBusy: false,
}) {
  static override styles = [
    theme,
    panelStyle,
    css`
      :host {
        align-items: start;
      }
      pre {
        box-sizing: border-box;
        inline-size: 100%;
        max-block-size: 24rem;
        padding: 0.5rem 0.75rem;
      }
    `,
  ]

  protected override render() {
    const store = this.session?.store
    if (!store) return html`<p class="muted">${texts.opening}</p>`
    const recorder = recorderOf(store)
    const { state } = recorder
    const words = texts.record
    const isRecording = state.kind === 'recording'
    const toggle = (): Promise<void> => this.#attempt(() => (isRecording ? recorder.stop() : recorder.start()))
    return html`<p class="muted">${words.about}</p>
      <button type="button" class="primary" ?disabled=${this.isBusy} @click=${toggle}>
        ${isRecording ? words.stop : state.kind === 'ended' ? words.again : words.start}
      </button>
      <p role="status" class=${this.trouble === '' ? '' : 'danger'}>
        ${this.trouble || (state.kind === 'recording' ? words.recording(state.writes) : state.kind === 'ended' ? words.ended(state.recording.writes.length) : '')}
      </p>
      ${state.kind === 'ended' ? this.#recording(store, state.recording) : nothing}`
  }

  #recording(store: Store, recording: RecordedSession) {
    const words = texts.record
    const test = this.test?.of === recording ? this.test : undefined
    const save = (scenario: Scenario) => saveScenario(`${this.store}.json`, scenario)
    return html`<div class="flow">
        <button type="button" title=${words.wholeHint} @click=${() => save(recording.after)}>${words.whole}</button>
        <button type="button" title=${words.addedHint} @click=${() => save(recording.added)}>${words.added}</button>
        <button type="button" ?disabled=${this.isBusy} @click=${() => this.#attempt(() => this.#write(store, recording))}>
          ${words.test}
        </button>
      </div>
      ${recording.leftOut.length === 0 ? nothing : html`<p class="muted">${texts.notCopied(visibleLine(recording.leftOut.join(', ')))}</p>`}
      ${test ? this.#written(test) : nothing}`
  }

  #written({ of, code, leftOut, file }: WrittenTest) {
    const words = texts.record
    return html`${leftOut === 0 ? nothing : html`<p class="danger">${words.otherwise(leftOut)}</p>`}
      ${
        file === undefined
          ? nothing
          : html`<p>
              ${share.testFile(html`<code>${file}</code>`)}
              <button type="button" @click=${() => saveScenario(file, of.before)}>${words.whole}</button>
            </p>`
      }
      <div class="flow">
        <rillbox-copy .label=${words.copy} .what=${words.test} .text=${code}></rillbox-copy>
        <button type="button" @click=${() => download(`${this.store}.spec.ts`, code)}>${words.download}</button>
      </div>
      <pre class="box" tabindex="0" role="group" aria-label=${words.test}>${code}</pre>`
  }

  /** What the test expects is what comes of the requests in a store like the one it will have. */
  async #write(store: Store, recording: RecordedSession): Promise<void> {
    const replay = await inFreshStore(store.release, (fresh) => replayIn(fresh, recording))
    const title = texts.record.title(this.store)
    const scenario = recording.before
    const file = isTooLongForTest(scenario) ? `${this.store}-before.json` : undefined
    const code = recordedTest({ title, baseUrl: addressOf(store), scenario, file, ...replay })
    this.test = { of: recording, code, leftOut: recording.writes.length - replay.writes.length, file }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.isBusy = true
    this.trouble = ''
    try {
      await work()
    } catch (error) {
      this.trouble = troubleOf(error).what
    } finally {
      this.isBusy = false
    }
  }
}

const saveScenario = (file: string, scenario: Scenario): void =>
  download(file, `${JSON.stringify(scenario, null, 2)}\n`, 'application/json')
