// <rillbox-query-editor>: edits the draft, shows its fault, and runs it; loads the code editor on first use.

import { untracked } from '@preact/signals-core'
import type { PropertyDeclarations, PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { CodeEditor } from './code-editor.ts'
import { faultText } from './fault-range.ts'
import { gravest, nameOfFix } from '../../language/finding-text.ts'
import type { QueryFinding } from '../../language/findings.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { editor } from '../../strings/english/editor.ts'
import { FaultFinder, isSameFault } from './find-fault.ts'
import { plainView } from './plain-view.ts'
import { runForm } from './run-form.ts'
import type { DraftState } from '../../model/draft/run-state.ts'
import { runStateOf } from '../../model/draft/run-state.ts'
import type { StepLines } from '../../model/steps/line-notes.ts'
import { changeLine } from '../steps/change-line.ts'
import { changeLineStyle } from '../steps/change-line-style.ts'
import type { Stepping } from '../../model/steps/stepping.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import { run as texts } from '../../strings/english/run.ts'
import { stepper } from '../../strings/english/stepper.ts'
import { replacedMode } from '../../model/draft/run-requests.ts'
import { NamesReader } from '../../model/store/store-names.ts'
import { syntaxColours } from '../../kit/syntax-colours.ts'
import { Pause, rest } from '../../kit/pause.ts'
import { Visibility } from '../../kit/visibility.ts'
import { singleFlight } from '../../model/single-flight.ts'
import { queryEditorStyle } from './query-editor-style.ts'
import { troubleOf } from '../../model/trouble.ts'
import type { Draft } from '../../model/draft/draft.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { theme } from '../../kit/theme.ts'

/** Milliseconds without a keystroke before the syntax check. */
const pause = 500

declare global {
  interface HTMLElementEventMap {
    /** The reader steps through the query: the page around may show the steps. */
    'rillbox-step-through': CustomEvent<undefined>
  }
}

export class QueryEditorElement extends ConnectedElement {
  static override properties: PropertyDeclarations = {
    readonly: { type: Boolean, reflect: true },
    isRunning: { state: true },
    news: { state: true },
    alarm: { state: true },
    replaced: { state: true },
    runState: { state: true },
    findings: { state: true },
  }
  static override styles = [theme, syntaxColours, queryEditorStyle, changeLineStyle]

  /** Whether the query can be run but not edited. */
  declare readonly: boolean
  declare isRunning: boolean
  /** Outcome of the last run. */
  declare news: string
  /** Reason why the last run failed. */
  declare alarm: string
  /** Mode of the projection that a run would replace, for a sentence. */
  declare replaced: string | undefined
  /** Whether the store runs what the editor shows; undefined until it is known. */
  declare runState: DraftState | undefined
  /** What is wrong in the query, as far as it can be told before a run. */
  declare findings: readonly QueryFinding[]

  #code: CodeEditor | undefined
  #loading: Promise<void> | undefined
  /** Resolves when the reader lets go of the pointer. */
  #released: Promise<void> | undefined
  /** Resolves when an input method has composed what it began to. */
  #composed: Promise<unknown> | undefined
  #run = 0
  /** Whether the draft may emit, as the query was last judged for. */
  #emits: boolean | undefined
  readonly #pause = new Pause()
  #stepping: Stepping | undefined
  #unsubscribe: (() => void) | undefined
  /** The last event when `news` was written. */
  #newsEvent: string | undefined
  readonly #faults = new FaultFinder()
  readonly #names = new NamesReader()

  constructor() {
    super()
    this.readonly = false
    this.isRunning = false
    this.news = ''
    this.alarm = ''
    this.findings = []
  }

  /** The panel of steps shows the query itself where no editor does. */
  readonly #visibility = new Visibility(this, () => this.#onStepping())
  /** Whether the code editor is read-only, as it was last told. */
  #isLocked: boolean | undefined

  override disconnectedCallback(): void {
    this.#unsubscribe?.()
    this.#stepping?.attend(this, undefined)
    this.#stepping = undefined
    super.disconnectedCallback()
    this.#pause.end()
    this.#code?.destroy()
    this.#code = undefined
    this.#loading = undefined
  }

  protected override onSession(session: PlaygroundSession): void {
    this.#code?.setText(session.draft.query)
    this.#unsubscribe?.()
    this.#stepping?.attend(this, undefined)
    this.#stepping = steppingOf(session)
    this.#unsubscribe = this.#stepping.subscribe(() => this.#onStepping())
    this.#onStepping()
    this.whenever(() => {
      const { fault } = session
      this.#code?.mark(fault)
    })
    this.whenever(() => this.#onDraft(session.draft))
    this.whenever(() => {
      const { picture } = session
      untracked(() => {
        void this.#check()
        this.#forgetNews(picture?.lastEvent)
        this.#code?.judge()
      })
    })
  }

  #onDraft({ query, emit }: Draft): void {
    this.#code?.setText(query)
    if (emit !== this.#emits) this.#code?.judge()
    this.#emits = emit
    this.news = ''
    this.alarm = ''
    this.#pause.begin(pause, () => void this.#check())
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    // Each change makes the editor work out its extensions anew.
    if (this.#isLocked !== this.#isReadOnly) this.#code?.setReadOnly(this.#isReadOnly)
    this.#isLocked = this.#isReadOnly
  }

  get #isReadOnly(): boolean {
    return this.readonly || (this.session?.readonly ?? false)
  }

  /** Updates the session's fault. */
  readonly #check = singleFlight(() => this.#checkOnce())

  async #checkOnce(): Promise<void> {
    const { session } = this
    if (!session?.store) return
    const { draft, store, picture } = session
    const existing = picture?.projections.find(({ name }) => name === draft.name)
    const fault = await this.#faults.find(store, draft.query, existing)
    if (session !== this.session || draft !== session.draft) return
    this.runState = picture && runStateOf(draft, existing)
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
    const { name, refusal } = await this.#send(session)
    this.isRunning = false
    if (session !== this.session) return
    if (refusal !== undefined) {
      this.alarm = refusal
      return
    }
    session.select({ ...session.selection, projection: name, partition: undefined })
    await this.#tellNews(session, name, () => run === this.#run && session === this.session)
  }

  /** Never rejects. */
  async #send(session: PlaygroundSession): Promise<{ readonly name: string; readonly refusal: string | undefined }> {
    try {
      const { runDraft } = await import('../../model/draft/run-draft.ts')
      const { name } = session.draft
      return { name, refusal: await runDraft(session) }
    } catch (error) {
      return { name: '', refusal: troubleOf(error).what }
    }
  }

  /** @param isLast whether no other run has begun meanwhile. */
  async #tellNews(session: PlaygroundSession, name: string, isLast: () => boolean): Promise<void> {
    const { newsOf } = await import('../../model/draft/run-draft.ts')
    const news = await newsOf(session, name)
    await this.#check()
    this.#newsEvent = session.picture?.lastEvent
    if (!isLast()) return
    if (session.fault) this.alarm = faultText(session.fault)
    else this.news = news
  }

  /** A message about a run is old news once another event has come. */
  #forgetNews(last: string | undefined): void {
    if (this.isRunning || last === this.#newsEvent) return
    this.news = ''
    this.alarm = ''
  }

  // ---- stepping

  /** Shows the step in the editor, which loads for it; without stepping the text area stays. */
  #onStepping(): void {
    const stepping = this.#stepping
    if (!stepping) return
    stepping.attend(this, this.#visibility.isVisible ? 'editor' : undefined)
    if (stepping.isOn && this.#visibility.isVisible && !this.#code) void this.#wake(true)
    this.#showStep()
    this.requestUpdate()
  }

  #showStep(): void {
    const stepping = this.#stepping
    if (!stepping || !this.#code) return
    const isShown = stepping.isOn && stepping.query === this.session?.draft.query
    const lines = isShown ? stepping.lines : undefined
    if (lines !== this.#shown) this.#code.showStep(lines)
    this.#shown = lines
    if (stepping.stops.lines !== this.#stops) this.#code.showStops(stepping.stops.lines)
    this.#stops = stepping.stops.lines
  }
  #shown: StepLines | undefined
  #stops: readonly number[] | undefined

  /** Asks the page around to show the panel of steps, if there is one. */
  readonly #step = (): void => {
    const stepping = this.#stepping
    if (!stepping) return
    if (stepping.isOnByHand) return stepping.end()
    this.dispatchEvent(new CustomEvent('rillbox-step-through', { bubbles: true, composed: true }))
    stepping.begin()
  }

  #toggleStop(line: number | undefined): void {
    const stepping = this.#stepping
    if (line === undefined || !stepping) this.news = stepper.stops.nowhere
    else {
      stepping.toggleLine(line)
      this.news = stepping.stops.lines.includes(line) ? stepper.stops.set(line) : stepper.stops.cleared(line)
    }
    this.#newsEvent = undefined
  }

  /**
   * Replaces the text area, editable until then, by the code editor.
   *
   * @param isStepping whether there is something to show to readers who may not edit, too.
   */
  #wake(isStepping = false): Promise<void> {
    if (this.#isReadOnly && !isStepping) return Promise.resolve()
    this.#loading ??= this.#load().catch(() => {
      // The text area works without the editor; the next focus tries again.
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(): Promise<void> {
    const { createCodeEditor } = await import('./code-editor.ts')
    await this.#released
    await this.#composed
    const plain = this.renderRoot.querySelector('.plain')
    const area = plain?.querySelector('textarea')
    // An element that was moved meanwhile may have begun to load a second time.
    if (!plain || !this.isConnected || this.#code) return
    const hadFocus = area !== null && area !== undefined && this.shadowRoot?.activeElement === area
    this.#code = createCodeEditor({
      parent: this.renderRoot.querySelector<HTMLElement>('.mount')!,
      root: this.shadowRoot!,
      overlays: this.renderRoot.querySelector<HTMLElement>('.overlays')!,
      text: area?.value ?? this.session?.draft.query ?? '',
      selection: { from: area?.selectionStart ?? 0, to: area?.selectionEnd ?? 0 },
      scroll: { top: plain.scrollTop, left: plain.scrollLeft },
      readOnly: this.#isReadOnly,
      label: editor.query,
      hint: editor.hint,
      describedBy: 'way-out',
      onChange: (query) => this.#edit({ query }),
      onRun: () => void this.#start(),
      stops: { toggle: (line) => this.#toggleStop(line), move: (lines) => this.#stepping?.setLines(lines) },
      onFindings: (findings) => (this.findings = findings),
      onFormat: () => void this.#format(),
      names: async () => (this.session?.store ? await this.#names.read(this.session.store) : this.#names.names),
      judgedFor: () => ({ emit: this.session?.draft.emit ?? true, release: this.session?.store?.release }),
    })
    this.#code.mark(this.session?.fault)
    this.#shown = undefined
    this.#stops = undefined
    this.#showStep()
    if (hadFocus) this.#code.focus()
    this.requestUpdate()
    await this.updateComplete
  }

  #edit(change: Partial<Draft>): void {
    const { session } = this
    if (!session || (change.query !== undefined && change.query === session.draft.query)) return
    session.edit(change)
  }

  async #format(): Promise<void> {
    await this.#wake()
    // Without a code editor, its code could not be loaded.
    const outcome = this.#code ? await this.#code.format() : 'failed'
    this.alarm = ''
    this.news = {
      formatted: editor.formatted,
      unchanged: editor.alreadyFormatted,
      broken: editor.cannotFormat,
      failed: editor.formatFailed,
    }[outcome]
  }

  async #showFault(): Promise<void> {
    await this.#wake()
    if (this.session?.fault) this.#code?.goTo(this.session.fault)
  }

  readonly #onPointerDown = (): void => {
    const pressing = new AbortController()
    const { signal } = pressing
    this.#released = new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => pressing.abort(), { capture: true, signal })
    void this.#wake()
  }

  readonly #onComposition = ({ target }: Event): void => {
    // In the task of the event the last text has not arrived everywhere yet.
    this.#composed = new Promise((resolve) => target?.addEventListener('compositionend', () => void rest(0).then(resolve), { once: true }))
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    void this.#start()
  }

  protected override render() {
    const { session } = this
    if (!session) return html`<p class="muted">${editor.waiting}</p>`
    const { draft, fault, phase } = session
    return html`
      <div class="frame" @keydown=${this.#onKeyDown}>
        ${runForm({
          draft,
          isLocked: this.#isReadOnly,
          isRunning: this.isRunning,
          mayRun: !session.readonly,
          isStepping: this.#stepping?.isOnByHand ?? false,
          runState: phase.kind === 'open' && !this.#isReadOnly ? this.runState : undefined,
          onEdit: (change) => this.#edit(change),
          onRun: () => void this.#start(),
          onStep: this.#step,
        })}
        <div
          class="code"
          part="code"
          @focusin=${() => void this.#wake()}
          @pointerdown=${this.#onPointerDown}
          @compositionstart=${this.#onComposition}
        >
          <div class="mount"></div>
          ${
            this.#code
              ? nothing
              : plainView({
                  text: draft.query,
                  fault,
                  readOnly: this.#isReadOnly,
                  hint: editor.hint,
                  onInput: (query) => this.#edit({ query }),
                })
          }
        </div>
        ${this.#stepping?.isOnInEditor ? this.#steps(this.#stepping) : nothing}
        <div class="foot">
          <div class="message">
            ${phase.kind === 'failed' ? html`<span class="danger">${phase.trouble.what}</span>` : this.#message(session)}
          </div>
          ${
            this.#isReadOnly
              ? nothing
              : html`<button
                  type="button"
                  class="quiet format"
                  part="format"
                  title=${editor.formatKeys}
                  @click=${() => void this.#format()}
                >
                  ${editor.format}
                </button>`
          }
          ${this.#isReadOnly ? nothing : html`<p class="way-out" id="way-out">${editor.wayOut}</p>`}
        </div>
        <div class="overlays"></div>
        <p class="visually-hidden" role="status">
          ${fault && this.alarm === '' ? faultText(fault) : this.news || this.findings[0]?.message}
        </p>
        <p class="visually-hidden" role="alert">${this.alarm}</p>
      </div>
    `
  }

  /** The controls, where no panel has them in sight; and what changed. */
  #steps(stepping: Stepping) {
    const { step } = stepping
    return html`
      <div class="stepping" part="stepping">
        <rillbox-step-bar .stepping=${stepping}></rillbox-step-bar>
        ${step && !step.skipped && !step.fault ? changeLine(step.state.before, step.state.after) : nothing}
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
    if (this.replaced !== undefined && this.news === '') return html`<span>${texts.replaces(this.replaced)}</span>`
    const finding = gravest(this.findings)
    // What a run did does not make a finding untrue.
    if (finding) return html`${this.news === '' ? nothing : html`<span class="muted">${this.news}</span> `}${this.#findingShown(finding)}`
    return this.news === '' ? this.#restoredShown() : html`<span class="muted">${this.news}</span>`
  }

  #findingShown(finding: QueryFinding) {
    const { message, fix, page, severity } = finding
    const others = this.findings.length - 1
    return html`<span class=${severity === 'error' ? 'danger' : 'hint'}
      ><span lang="en">${visibleLine(message)}</span>
      ${fix ? html`<button type="button" @click=${() => this.#code?.follow(finding)}>${nameOfFix(fix)}</button>` : nothing}
      <a href=${page} target="_blank" rel="noopener">${editor.whatItMeans}</a> ${others > 0 ? editor.moreFindings(others) : nothing}</span
    >`
  }

  #restoredShown() {
    const { session } = this
    if (!session?.isRestored || this.#isReadOnly) return nothing
    return html`<span class="muted"
      >${editor.restored} <button type="button" @click=${() => session.discardDraft()}>${editor.discard}</button></span
    >`
  }
}

const placeText = ({ line, column }: { readonly line?: number; readonly column?: number }): string =>
  faultText({ message: '', ...(line !== undefined && { line }), ...(column !== undefined && { column }) }).replace(/ $/, '')
