// <rillbox-query-editor>: edits the draft, shows its fault, and runs it; loads the code editor on first use.

import { untracked } from '@preact/signals-core'
import type { PropertyDeclarations, PropertyValues } from 'lit'
import { html, nothing } from 'lit'
import { Pause } from '../../kit/pause.ts'
import { syntaxColours } from '../../kit/style/syntax-colours.ts'
import { theme } from '../../kit/style/theme.ts'
import { typed, withState } from '../../kit/with-state.ts'
import type { QueryFinding } from '../../language/findings.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import type { Draft } from '../../model/draft/draft.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import type { Stepping } from '../../model/steps/stepping.ts'
import { NamesReader } from '../../model/store/store-names.ts'
import { editor } from '../../strings/english/editor.ts'
import { languageInUse } from '../../strings/texts.ts'
import { changeLineStyle, changeLine } from '../steps/change-line.ts'
import type { CodeEditor } from './code-editor.ts'
import type { CodeWishes } from './code-loading.ts'
import { CodeLoading } from './code-loading.ts'
import { DraftCheck } from './draft-check.ts'
import { DraftRun } from './draft-run.ts'
import { editorMessage } from './editor-message.ts'
import { EditorSteps } from './editor-steps.ts'
import { faultText } from './fault-range.ts'
import { plainView } from './plain-view.ts'
import { queryEditorStyle } from './query-editor-style.ts'
import { runForm } from './run-form.ts'
import { partStyle } from '../../kit/style/part-style.ts'

/** Milliseconds without a keystroke before the syntax check. */
const pause = 500

export class QueryEditorElement extends withState(ConnectedElement, {
  /** Diagnostics of the query, found without running it. */
  findings: typed<readonly QueryFinding[]>([]),
}) {
  static override properties: PropertyDeclarations = { readonly: { type: Boolean, reflect: true } }
  static override styles = [theme, partStyle, syntaxColours, queryEditorStyle, changeLineStyle]

  /** Whether the query can be run but not edited. */
  declare readonly: boolean

  readonly #loading = new CodeLoading(
    this,
    () => this.#wishes(),
    (code) => this.#onLoad(code),
  )
  readonly #check = new DraftCheck(this)
  readonly #run = new DraftRun(this, this.#check.check)
  readonly #steps = new EditorSteps(this, this.#loading)
  readonly #pause = new Pause()
  readonly #names = new NamesReader()
  /** Whether the draft may emit, as the query was last judged for. */
  #emits: boolean | undefined
  /** Whether the code editor is read-only, as it was last told. */
  #isLocked: boolean | undefined
  /** Of the findings. */
  #language = languageInUse()

  constructor() {
    super()
    this.readonly = false
  }

  get #code(): CodeEditor | undefined {
    return this.#loading.code
  }

  override disconnectedCallback(): void {
    this.#steps.end()
    super.disconnectedCallback()
    this.#pause.end()
    this.#loading.end()
  }

  protected override onSession(session: PlaygroundSession): void {
    this.#code?.setText(session.draft.query)
    this.#steps.follow(session)
    this.whenever(() => {
      const { fault } = session
      this.#code?.mark(fault)
    })
    this.whenever(() => this.#onDraft(session.draft))
    this.whenever(() => {
      void session.picture
      untracked(() => {
        void this.#check.check()
        this.#run.forgetIfOld()
        this.#code?.judge()
      })
    })
  }

  #onDraft({ query, emit }: Draft): void {
    this.#code?.setText(query)
    if (emit !== this.#emits) this.#code?.judge()
    this.#emits = emit
    this.#run.say('')
    this.#pause.begin(pause, () => void this.#check.check())
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    // Each change makes the editor work out its extensions anew.
    if (this.#isLocked !== this.#isReadOnly) this.#code?.setReadOnly(this.#isReadOnly)
    this.#isLocked = this.#isReadOnly
    if (this.#language !== languageInUse()) this.#code?.judge()
    this.#language = languageInUse()
  }

  get #isReadOnly(): boolean {
    return this.readonly || (this.session?.readonly ?? false)
  }

  // ---- the code editor

  /** For readers who may edit. */
  async #wake(): Promise<CodeEditor | undefined> {
    return this.#isReadOnly ? this.#code : await this.#loading.load()
  }

  #wishes(): CodeWishes {
    return {
      text: this.session?.draft.query ?? '',
      readOnly: this.#isReadOnly,
      label: editor.query,
      hint: editor.hint,
      describedBy: 'way-out',
      onChange: (query) => this.#edit({ query }),
      onRun: () => void this.#run.start(),
      stops: { toggle: (line) => this.#run.say(this.#steps.toggleStop(line)), move: (lines) => this.#steps.stepping?.setLines(lines) },
      onFindings: (findings) => (this.findings = findings),
      onFormat: () => void this.#format(),
      names: async () => (this.session?.store ? await this.#names.read(this.session.store) : this.#names.names),
      judgedFor: () => ({ emit: this.session?.draft.emit ?? true, release: this.session?.store?.release }),
    }
  }

  #onLoad(code: CodeEditor): void {
    code.mark(this.session?.fault)
    this.#steps.onLoad()
  }

  #edit(change: Partial<Draft>): void {
    const { session } = this
    if (!session || (change.query !== undefined && change.query === session.draft.query)) return
    session.edit(change)
  }

  async #format(): Promise<void> {
    const code = await this.#wake()
    // Without a code editor, its code could not be loaded.
    const outcome = code ? await code.format() : 'failed'
    const { formatted, alreadyFormatted: unchanged, cannotFormat: broken, formatFailed: failed } = editor
    this.#run.say({ formatted, unchanged, broken, failed }[outcome])
  }

  async #showFault(): Promise<void> {
    const code = await this.#wake()
    if (this.session?.fault) code?.goTo(this.session.fault)
  }

  readonly #onPointerDown = (): void => {
    this.#loading.onPointerDown()
    void this.#wake()
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    void this.#run.start()
  }

  // ---- the view

  protected override render() {
    const { session } = this
    if (!session) return html`<p class="muted">${editor.waiting}</p>`
    const { fault } = session
    const { news, alarm } = this.#run
    const { stepping } = this.#steps
    const message = editorMessage({
      session,
      isReadOnly: this.#isReadOnly,
      news,
      alarm,
      replaced: this.#check.replaced,
      findings: this.findings,
      onShowFault: () => void this.#showFault(),
      onFix: (finding) => this.#code?.follow(finding),
    })
    return html`
      <div class="frame ${stepping?.isOnInEditor ? 'steps' : ''}" @keydown=${this.#onKeyDown}>
        ${this.#form(session)} ${this.#query(session)} ${stepping?.isOnInEditor ? steps(session, stepping) : nothing}
        <div class="foot fine">
          <div class="message ${message === nothing ? '' : 'told'}">${message}</div>
          ${
            this.#isReadOnly
              ? nothing
              : html`<button
                    type="button"
                    class="quiet format fine"
                    part="format"
                    title=${editor.formatKeys}
                    @click=${() => void this.#format()}
                  >
                    ${editor.format}
                  </button>
                  <p class="way-out muted" id="way-out">${editor.wayOut}</p>`
          }
        </div>
        <div class="overlays"></div>
        <p class="visually-hidden" role="status">${fault && alarm === '' ? faultText(fault) : news || this.findings[0]?.message}</p>
        <p class="visually-hidden" role="alert">${alarm}</p>
      </div>
    `
  }

  #form({ draft, readonly, phase }: PlaygroundSession) {
    return runForm({
      draft,
      isLocked: this.#isReadOnly,
      isRunning: this.#run.isRunning,
      mayRun: !readonly,
      isStepping: this.#steps.stepping?.isOnByHand ?? false,
      runState: phase.kind === 'open' && !this.#isReadOnly ? this.#check.runState : undefined,
      onEdit: (change) => this.#edit(change),
      onRun: () => void this.#run.start(),
      onStep: this.#steps.toggle,
    })
  }

  #query({ draft, fault }: PlaygroundSession) {
    const onInput = (query: string): void => this.#edit({ query })
    return html`
      <div
        class="code"
        part="code"
        @focusin=${() => void this.#wake()}
        @pointerdown=${this.#onPointerDown}
        @compositionstart=${this.#loading.onComposition}
      >
        <div class="mount"></div>
        ${this.#code ? nothing : plainView({ text: draft.query, fault, readOnly: this.#isReadOnly, hint: editor.hint, onInput })}
      </div>
    `
  }
}

/** The controls of stepping, where no panel has them in sight; and what changed. */
function steps(session: PlaygroundSession, stepping: Stepping) {
  const { step } = stepping.cursor
  return html`
    <div class="stepping fine" part="stepping">
      <rillbox-step-bar .session=${session}></rillbox-step-bar>
      ${step && !step.skipped && !step.fault ? changeLine(step.state.before, step.state.after) : nothing}
    </div>
  `
}
