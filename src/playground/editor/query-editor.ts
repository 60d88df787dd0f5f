// <rillbox-query-editor>: edits the draft, shows its fault, and runs it; loads the code editor on first use.

import type { PropertyDeclarations, PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import { projectionPath } from '../../engine/paths.ts'
import { ConnectedElement } from '../session/connected-element.ts'
import type { CodeEditor } from './code-editor.ts'
import { faultText } from './fault-range.ts'
import { FaultFinder, isSameFault } from './find-fault.ts'
import { plainView } from './plain-view.ts'
import { runForm } from './run-form.ts'
import type { ExistingProjection } from './run-requests.ts'
import { replacedMode } from './run-requests.ts'
import { NamesReader } from './store-names.ts'
import { syntaxColours } from '../ui-kit/syntax-colours.ts'
import { singleFlight } from '../session/single-flight.ts'
import { readUnlogged } from '../session/unlogged-read.ts'
import { queryEditorStyle } from './query-editor-style.ts'
import type { Draft } from '../session/draft.ts'
import type { PlaygroundSession, SessionTopic } from '../session/session.ts'
import { theme } from '../ui-kit/theme.ts'

const hint = 'fromAll().when({ $any: (state, event) => … })'

/** Milliseconds without a keystroke before the syntax check. */
const pause = 500

export class QueryEditorElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    readonly: { type: Boolean, reflect: true },
    isRunning: { state: true },
    news: { state: true },
    alarm: { state: true },
    replaced: { state: true },
  }
  static override styles = [theme, syntaxColours, queryEditorStyle]

  /** Whether the query can be run but not edited. */
  declare readonly: boolean
  declare isRunning: boolean
  /** Outcome of the last run. */
  declare news: string
  /** Reason why the last run failed. */
  declare alarm: string
  /** Mode of the projection that a run would replace, for a sentence. */
  declare replaced: string | undefined

  #code: CodeEditor | undefined
  #loading: Promise<void> | undefined
  #pressed = false
  #run = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #faults = new FaultFinder()
  readonly #names = new NamesReader()

  constructor() {
    super()
    this.readonly = false
    this.isRunning = false
    this.news = ''
    this.alarm = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.#code?.destroy()
    this.#code = undefined
    this.#loading = undefined
  }

  protected override onSession(): void {
    this.#code?.setText(this.session?.draft.query ?? '')
    void this.#check()
  }

  protected override onTopic(topic: SessionTopic): void {
    if (topic === 'requests' || topic === 'selection') return
    if (topic === 'draft') this.#onDraft()
    if (topic === 'content' || topic === 'phase') void this.#check()
    if (topic === 'fault') this.#code?.mark(this.session?.fault)
    if (topic !== 'content') this.requestUpdate()
  }

  #onDraft(): void {
    this.#code?.setText(this.session?.draft.query ?? '')
    this.news = ''
    this.alarm = ''
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#check(), pause)
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    this.#code?.setReadOnly(this.#isReadOnly)
  }

  get #isReadOnly(): boolean {
    return this.readonly || (this.session?.readonly ?? false)
  }

  /** Updates the session's fault. */
  readonly #check = singleFlight(() => this.#checkOnce())

  async #checkOnce(): Promise<void> {
    const { session } = this
    if (!session?.store) return
    const { draft, store } = session
    const [fault, existing] = await Promise.all([
      this.#faults.find(store, draft),
      readUnlogged<ExistingProjection>(store, projectionPath(draft.name)),
    ])
    if (session !== this.session || draft !== session.draft) return
    this.replaced = replacedMode(draft, existing)
    if (!isSameFault(fault, session.fault)) session.blame(fault)
  }

  async #start(): Promise<void> {
    const { session } = this
    if (!session || session.readonly || this.isRunning) return
    const run = ++this.#run
    this.isRunning = true
    this.news = ''
    this.alarm = ''
    try {
      const { runDraft, newsOf } = await import('./run-draft.ts')
      const { name } = session.draft
      const outcome = await runDraft(session)
      this.isRunning = false
      if (outcome.kind === 'refused') this.alarm = outcome.reason
      if (outcome.kind === 'refused') return
      session.select({ ...session.selection, projection: name, partition: undefined })
      const news = await newsOf(session, name)
      await this.#check()
      if (run !== this.#run || session !== this.session) return
      if (session.fault) this.alarm = faultText(session.fault)
      else this.news = news
    } finally {
      this.isRunning = false
    }
  }

  /** Replaces the text area, editable until then, by the code editor. */
  #wake(): Promise<void> {
    if (this.#isReadOnly) return Promise.resolve()
    this.#loading ??= this.#load().catch(() => {
      // The text area works without the editor; the next focus tries again.
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(): Promise<void> {
    const { createCodeEditor } = await import('./code-editor.ts')
    while (this.#pressed) await new Promise((resolve) => window.addEventListener('pointerup', resolve, { once: true }))
    const plain = this.renderRoot.querySelector('.plain')
    const area = plain?.querySelector('textarea')
    if (!plain || !area || !this.isConnected) return
    const hadFocus = this.shadowRoot?.activeElement === area
    this.#code = createCodeEditor({
      parent: this.renderRoot.querySelector<HTMLElement>('.mount')!,
      root: this.shadowRoot!,
      overlays: this.renderRoot.querySelector<HTMLElement>('.overlays')!,
      text: area.value,
      selection: { from: area.selectionStart, to: area.selectionEnd },
      scroll: { top: plain.scrollTop, left: plain.scrollLeft },
      readOnly: this.#isReadOnly,
      label: 'Query',
      hint,
      describedBy: 'way-out',
      onChange: (query) => this.#edit({ query }),
      onRun: () => void this.#start(),
      names: async () => (this.session?.store ? this.#names.read(this.session.store) : this.#names.names),
    })
    this.#code.mark(this.session?.fault)
    if (hadFocus) this.#code.focus()
    this.requestUpdate()
    await this.updateComplete
  }

  #edit(change: Partial<Draft>): void {
    const { session } = this
    if (!session || (change.query !== undefined && change.query === session.draft.query)) return
    session.edit(change)
  }

  async #showFault(): Promise<void> {
    await this.#wake()
    if (this.session?.fault) this.#code?.goTo(this.session.fault)
  }

  readonly #onPointerDown = (): void => {
    this.#pressed = true
    const release = (): void => {
      this.#pressed = false
    }
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { once: true, capture: true })
    void this.#wake()
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    void this.#start()
  }

  protected override render() {
    const { session } = this
    if (!session) return html`<p class="muted">Waiting for the store.</p>`
    const { draft, fault, phase } = session
    return html`
      <div class="frame" @keydown=${this.#onKeyDown}>
        ${runForm({
          draft,
          isLocked: this.#isReadOnly,
          isRunning: this.isRunning,
          mayRun: !session.readonly,
          onEdit: (change) => this.#edit(change),
          onRun: () => void this.#start(),
        })}
        <div class="code" part="code" @focusin=${() => void this.#wake()} @pointerdown=${this.#onPointerDown}>
          <div class="mount"></div>
          ${
            this.#code
              ? nothing
              : plainView({
                  text: draft.query,
                  fault,
                  readOnly: this.#isReadOnly,
                  hint,
                  onInput: (query) => this.#edit({ query }),
                })
          }
        </div>
        <div class="foot">
          <div class="message">
            ${phase.kind === 'failed' ? html`<span class="danger">${phase.trouble.what}</span>` : this.#message(session)}
          </div>
          ${this.#isReadOnly ? nothing : html`<p class="way-out" id="way-out">Tab indents. To leave, press Escape, then Tab.</p>`}
        </div>
        <div class="overlays"></div>
        <p class="visually-hidden" role="status">${fault && this.alarm === '' ? faultText(fault) : this.news}</p>
        <p class="visually-hidden" role="alert">${this.alarm}</p>
      </div>
    `
  }

  #message({ fault }: PlaygroundSession) {
    if (fault?.line !== undefined && !this.#isReadOnly)
      return html`<span class="danger"
        ><button type="button" @click=${() => void this.#showFault()}>${placeText(fault)}</button> ${fault.message}</span
      >`
    if (fault) return html`<span class="danger">${faultText(fault)}</span>`
    if (this.alarm !== '') return html`<span class="danger">${this.alarm}</span>`
    if (this.replaced !== undefined && this.news === '')
      return html`<span>Run first deletes the ${this.replaced} projection of this name, and everything it wrote.</span>`
    return html`<span class="muted">${this.news}</span>`
  }
}

const placeText = ({ line, column }: { readonly line?: number; readonly column?: number }): string =>
  faultText({ message: '', ...(line !== undefined && { line }), ...(column !== undefined && { column }) }).replace(/ $/, '')
