// <rillbox-playground>: arranges all panels: the query beside its result, and tabs for streams, requests and steps.

import { computed } from '@preact/signals-core'
import type { CSSResultGroup, LitElement, PropertyDeclarations, PropertyValues } from 'lit'
import { adoptStyles, html } from 'lit'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { PlaygroundElement } from './elements.ts'
import type { PanelName } from './frame/arrangement.ts'
import { arrange, isPanelName, titleOf, wordsOf } from './frame/arrangement.ts'
import { panelRequest } from './frame/panel-request.ts'
import { loadEngine } from './model/store/load-engine.ts'
import { playgroundStyle, restingStyle } from './frame/frame-style.ts'
import { FrameWidth } from './frame/frame-width.ts'
import type { Pane } from './frame/pane-choice.ts'
import type { Splitters } from './frame/splitters.ts'
import type { Draft } from './model/draft/draft.ts'
import { draftIn, mayLog } from './model/draft/draft.ts'
import { restingView } from './frame/resting-view.ts'
import type { Phase } from './model/session.ts'
import { watchUpdate } from './model/watched-update.ts'
import type { ShareDialogElement } from './panels/share/share-dialog.ts'
import type { Shared } from './panels/share/share-link.ts'
import { RillboxStore } from './store-element.ts'
import type { NextScenarioEvent } from './panels/lesson/lesson-panel.ts'
import { PageLink } from './panels/share/page-link.ts'
import { theme } from './kit/style/theme.ts'
import { frame as texts } from './strings/english/frame.ts'
import { troubleOf } from './model/trouble.ts'

/** Children that show nothing where this code runs. */
const unseen = new Set(['script', 'noscript', 'template', 'style'])

export class RillboxPlayground extends RillboxStore implements PlaygroundElement {
  static override properties: PropertyDeclarations = {
    hide: { type: String },
    panel: { type: String },
    height: { type: String },
    share: { type: String },
    title: { type: String },
    announcement: { state: true },
    onlyPane: { state: true },
  }
  static override styles: CSSResultGroup = [theme, playgroundStyle, restingStyle]

  declare hide: string | undefined
  declare panel: PanelName | undefined
  declare height: string | undefined
  declare share: string | undefined
  /** Title in the header. Default: the scenario's own title. */
  declare title: string
  /** Text of the status line for screen readers. */
  declare announcement: string
  /** The pane that has the whole playground. */
  declare onlyPane: Pane | undefined

  /** Panels that the reader or the page asked for, the latest first. */
  #asked: readonly PanelName[] = []
  /** Panels that have been visible; the others are not rendered yet. */
  readonly #met = new Set<PanelName>()
  #shared: Shared | undefined
  /** The query that the scenario begins with, known before the engine has loaded. */
  #query: string | undefined
  #startedByHand = false
  /** Not every keystroke in the query arranges the panels anew. */
  readonly #logs = computed(() => mayLog(this.session.draft.query))
  #unwatch: (() => void) | undefined
  /** There from the first opening on. */
  #splitters: Splitters | undefined
  readonly #width = new FrameWidth(this, () => this.#splitters?.measure())
  readonly #link = new PageLink({
    // A reader who follows a link wants to see its content.
    onFound: () => void this.session.open(),
    onChange: () => this.reopen(),
  })

  constructor() {
    super()
    // The steps stand below the query; if there is no room for both, the query has the controls.
    this.addEventListener('rillbox-step-through', () => {
      this.panel = this.#width.isWide || this.#hidden.has('editor') ? 'steps' : 'editor'
    })
    // After the page's own listeners on the element.
    this.addEventListener('rillbox-next', (event) => queueMicrotask(() => this.#onNext(event)))
    this.addEventListener(panelRequest, (event) => void this.#openPanel((event as CustomEvent<PanelName>).detail))
    this.title = ''
    this.announcement = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.requestUpdate()
    this.#attendLink()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unwatch?.()
    this.#link.attend(false)
  }

  async reset(): Promise<void> {
    await this.session.reset()
    this.#showShared()
    // Where it can be taken back, the offer to do so says it.
    if (!this.session.undoing.offered) this.announcement = texts.startedOver
  }

  async openFile(file: File): Promise<void> {
    const { openFile } = await import('./model/store/open-file.ts')
    try {
      await this.session.open()
      await openFile(this.session, file, file.name)
      this.session.warn(undefined)
    } catch (error) {
      this.session.warn(troubleOf(error))
    }
    this.requestUpdate()
  }

  protected override startingDraft(): Draft | undefined {
    return this.#shared?.draft
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    if (changed.has('panel') && isPanelName(this.panel)) this.#asked = [this.panel, ...this.#asked.filter((name) => name !== this.panel)]
    // What was asked for is seen.
    if (changed.has('panel') && this.onlyPane !== 'tabs') this.onlyPane = undefined
    if (changed.has('height')) this.style.setProperty('--_height', this.height ?? null)
    if (changed.has('share')) this.#attendLink()
  }

  protected override onPhase(phase: Phase): void {
    if (phase.kind === 'open') this.#showShared()
    this.announcement = { asleep: '', opening: texts.starting, open: texts.ready, failed: '' }[phase.kind]
    this.requestUpdate()
    super.onPhase(phase)
  }

  protected override async startingScenario(): Promise<Scenario | undefined> {
    this.#shared = await this.#link.open()
    const scenario = await (this.#shared?.scenario ?? super.startingScenario())
    this.#query = (this.#shared?.draft ?? draftIn(scenario))?.query
    this.requestUpdate()
    return scenario
  }

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return
    this.#unwatch?.()
    this.#unwatch = watchUpdate(this, () => super.performUpdate())
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    if (!this.#startedByHand || this.session.phase.kind !== 'open') return
    this.#startedByHand = false
    this.#focusFrame()
  }

  /** Where the focused button leaves the page. */
  #focusFrame(): void {
    this.renderRoot.querySelector<HTMLElement>('.frame')?.focus({ preventScroll: true })
  }

  #dismiss(): void {
    this.session.warn(undefined)
    this.#focusFrame()
  }

  protected override render() {
    const { phase } = this.session
    return html`
      ${phase.kind === 'open' ? this.#open() : this.#rest(phase)}
      <p class="visually-hidden" role="status">${this.announcement}</p>
    `
  }

  #rest(phase: Exclude<Phase, { kind: 'open' }>) {
    return restingView({
      phase,
      query: this.#query,
      waitsForClick: this.loading === 'click',
      hasFallback: [...this.children].some(({ localName }) => !unseen.has(localName)),
      isLinkBroken: this.#link.isThere,
      prepare: () => void loadEngine().catch(() => undefined),
      start: () => this.#start(),
      ignoreLink: () => {
        this.#link.ignore()
        this.#start()
      },
    })
  }

  #open() {
    const panels = this.panels!
    const hidden = this.#hidden
    return panels.openView({
      element: this,
      session: this.session,
      name: titleOf(this.title, this.session.scenario?.title, this.src),
      isLent: this.isLent,
      mayShare: this.share !== undefined && !hidden.has('share'),
      hidden,
      arrangement: arrange(hidden, this.#width.isWide, this.#asked),
      isWide: this.#width.isWide,
      onlyPane: this.onlyPane,
      met: this.#met,
      splitters: this.#prepare(panels),
      choosePane: (pane) => (this.onlyPane = pane),
      choosePanel: (name) => (this.panel = name),
      onReset: (event) => void this.#resetByHand(event),
      onShare: () => this.#shareIt(),
      onDismiss: () => this.#dismiss(),
    })
  }

  /** Takes what only an open playground needs from the code that loads with its panels. */
  #prepare({ Splitters, openStyle, paneChoiceStyle, printStyle, tabStyle }: typeof import('./panels.ts')): Splitters {
    if (this.#splitters) return this.#splitters
    this.#splitters = new Splitters(this)
    const { elementStyles } = this.constructor as typeof LitElement
    adoptStyles(this.renderRoot as ShadowRoot, [...elementStyles, tabStyle, openStyle, paneChoiceStyle, printStyle])
    this.addEventListener('fullscreenchange', () => this.requestUpdate())
    return this.#splitters
  }

  /** A scenario without a lesson has no panel for it, and neither has a query that does not log, unless the reader or the page asked for it. */
  get #hidden(): ReadonlySet<string> {
    const hidden = new Set(wordsOf(this.hide))
    if (!this.session.scenario?.lesson) hidden.add('lesson')
    if (!this.#logs.value && !this.#asked.includes('log')) hidden.add('log')
    return hidden
  }

  /** Opens the scenario that follows, unless the page does so itself. */
  #onNext(event: NextScenarioEvent): void {
    if (event.defaultPrevented || this.isLent) return
    this.src = new URL(event.detail.src, new URL(this.src ?? '', this.baseURI)).href
  }

  /** The panel that asked may be hidden now, and the focus with it. */
  async #openPanel(panel: PanelName): Promise<void> {
    this.panel = panel
    await this.updateComplete
    if (this.shadowRoot?.activeElement?.checkVisibility()) return
    this.renderRoot.querySelector<HTMLElement>(`#${this.panels?.tabId(panel)}`)?.focus()
  }

  #start(): void {
    this.#startedByHand = true
    void this.session.open()
  }

  async #resetByHand({ detail }: MouseEvent): Promise<void> {
    // The second click of a double click would leave nothing to take back.
    if (detail > 1) return
    try {
      await this.reset()
    } catch (error) {
      this.session.warn(troubleOf(error))
    }
  }

  #shareIt(): void {
    const page = new URL(this.share || location.href, this.baseURI).href
    const { open } = arrange(this.#hidden, this.#width.isWide, this.#asked)
    void this.renderRoot.querySelector<ShareDialogElement>('rillbox-share-dialog')?.share(page, open)
  }

  #showShared(): void {
    if (!this.#shared) return
    const { selection, panel } = this.#shared
    if (selection) this.session.select(selection)
    if (panel) this.panel = panel
  }

  #attendLink(): void {
    this.#link.attend(this.isConnected && this.share === '')
  }
}
