// <rillbox-lesson>: shows the lesson of the open scenario: steps to send, their answers, and the promises that the store keeps.

import type { PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import type { Instead } from '../../../engine/scenario/lesson-promises.ts'
import { contentOf } from '../../../engine/scenario/lesson-promises.ts'
import type { LessonPromise, LessonRequest } from '../../../engine/scenario/scenario.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { visibleLine, withoutBidiControls } from '../../kit/visible-text.ts'
import type { Tense } from '../../strings/english/lesson.ts'
import { lesson as texts } from '../../strings/english/lesson.ts'
import { theme } from '../../kit/style/theme.ts'
import { typed, withState } from '../../kit/with-state.ts'
import type { StorePromise } from './instead-lines.ts'
import { insteadLines } from './instead-lines.ts'
import type { StepProgress } from './lesson-progress.ts'
import { LessonProgress } from './lesson-progress.ts'
import { lessonStyle } from './lesson-style.ts'
import { labelOf } from './step-label.ts'

/** Asks for the scenario that follows this one; its address is as the scenario spells it. */
export type NextScenarioEvent = CustomEvent<{ readonly src: string }>

export class LessonElement extends withState(ConnectedElement, { steps: typed<readonly StepProgress[]>([]) }) {
  static override styles = [theme, lessonStyle]

  #progress: LessonProgress | undefined
  /** The filling of the store that the progress belongs to. */
  #filling = -1

  protected override onSession(session: PlaygroundSession): void {
    this.whenever(() => this.#follow())
    this.onTick(session, () => this.#follow())
  }

  /** Begins the lesson anew where the store was opened or filled anew. */
  #follow(): void {
    const { session } = this
    const store = session?.store
    if (!session || !store) {
      this.#progress = undefined
      this.steps = []
      return
    }
    if (this.#progress?.store !== store || this.#filling !== session.fillings) {
      this.#filling = session.fillings
      const progress = new LessonProgress(session, store, () => {
        if (progress === this.#progress) this.steps = progress.steps
      })
      this.#progress = progress
      this.steps = progress.steps
    }
    // A store that closes meanwhile has no promises to keep.
    void this.#progress.look().catch(() => undefined)
  }

  /** What differs stands at the end of its step: it comes into view here, while the page stays where it is. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    const before = changed.get('steps')
    const told = this.steps.findIndex(
      ({ state, instead }, index) => state === 'open' && instead.size > 0 && before?.[index]?.instead.size === 0,
    )
    const bottom = this.renderRoot.querySelectorAll('ol > li')[told]?.getBoundingClientRect().bottom ?? 0
    this.scrollTop += Math.max(0, bottom - this.getBoundingClientRect().bottom)
  }

  protected override render() {
    const { session, steps } = this
    if (session?.phase.kind === 'failed') return html`<p class="empty">${texts.failed}</p>`
    if (!session?.store) return html`<p class="muted">${texts.waiting}</p>`
    if (steps.length === 0) return html`<p class="empty">${texts.noSteps}</p>`
    const next = session.scenario?.next
    return html`
      <ol part="steps">
        ${steps.map((step, index) => this.#step(session, step, index))}
      </ol>
      ${next ? html`<button type="button" class="next" part="next" @click=${() => this.#goOn(next.src)}>${texts.next(next.title)}</button>` : nothing}
    `
  }

  #step(session: PlaygroundSession, { step, state, answer, instead }: StepProgress, index: number) {
    const { text, send, expect: promises = [] } = step
    const shown = promises.filter(isAboutStore)
    return html`
      <li part="step" class=${state}>
        <span class="visually-hidden">${{ open: '', sending: texts.sending, kept: texts.kept, broken: '' }[state]}</span>
        <p>${text}</p>
        ${send ? this.#request(session, send, state, index) : nothing}
        ${
          send || promises.length > 0 || state === 'kept'
            ? nothing
            : html`<button type="button" class="tick" @click=${() => this.#progress?.tick(index)}>${texts.tick}</button>`
        }
        <p class="answer" role="status">${answer}</p>
        ${
          shown.length === 0
            ? nothing
            : html`<ul>
                ${shown.map((promise) => html`<li>${promiseText(promise, tenseOf(state, instead.has(promise)))} ${foundInstead(promise, instead.get(promise))}</li>`)}
              </ul>`
        }
      </li>
    `
  }

  #request(session: PlaygroundSession, send: LessonRequest, state: StepProgress['state'], index: number) {
    return html`
      ${
        session.readonly
          ? html`<p class="label strong">${labelOf(send)}</p>`
          : html`<button
              type="button"
              class="send"
              part="send"
              aria-disabled=${state === 'sending'}
              @click=${() => void this.#progress?.send(index)}
            >
              ${labelOf(send)}
            </button>`
      }
      <details>
        <summary>${texts.request}</summary>
        <pre part="request">${withoutBidiControls(requestText(send))}</pre>
      </details>
    `
  }

  #goOn(src: string): void {
    this.dispatchEvent(new CustomEvent('rillbox-next', { detail: { src }, bubbles: true, composed: true, cancelable: true }))
  }
}

const foundInstead = (promise: StorePromise, instead: Instead | undefined) =>
  instead && insteadLines(promise, instead).map((line) => html`<span class="instead">${visibleLine(line)}</span>`)

const isAboutStore = (promise: LessonPromise): promise is StorePromise => !('status' in promise)

/** A promise is no fact before its step is done. */
const tenseOf = (state: StepProgress['state'], isBroken: boolean): Tense => (state === 'kept' ? 'is' : isBroken ? 'should be' : 'will be')

function promiseText(promise: StorePromise, tense: Tense) {
  if ('stream' in promise) {
    return texts.hasEvents(html`<code>${visibleLine(promise.stream)}</code>`, promise.events.length, tense)
  }
  if ('fault' in promise)
    return texts.hasFailed(html`<code>${visibleLine(promise.projection)}</code>`, html`<code>${visibleLine(promise.fault)} …</code>`, tense)
  return texts.isState(
    html`<code>${visibleLine(promise.partition ?? promise.projection)}</code>`,
    html`<code>${onOneLine(promise.state)}</code>`,
    tense,
  )
}

const onOneLine = (state: unknown): string => visibleLine(JSON.stringify(state, null, 1).replaceAll(/\n\s*/g, ' '))

/** The request as it is sent, but for the credentials. */
function requestText(request: LessonRequest): string {
  const { headers, body } = contentOf(request)
  const lines = [`${request.method} ${request.path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return body === undefined ? lines.join('\n') : [...lines, '', body].join('\n')
}
