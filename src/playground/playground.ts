// <rillbox-playground>: arranges all panels: the query beside its result, and tabs for streams, requests and steps.

import { computed } from '@preact/signals-core'
import type { CSSResultGroup, LitElement, PropertyDeclarations, PropertyValues } from 'lit'
import { adoptStyles, html, nothing } from 'lit'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { PlaygroundElement } from './elements.ts'
import type { Arrangement, PanelName } from './frame/arrangement.ts'
import { arrange, isBeside, isPanelName, panelNames, titleOf, wordsOf } from './frame/arrangement.ts'
import { PanelRequestEvent } from './frame/panel-request.ts'
import { loadEngine } from './model/store/load-engine.ts'
import { playgroundStyle, restingStyle } from './frame/frame-style.ts'
import type { Pane } from './frame/pane-choice.ts'
import type { Splitters } from './frame/splitters.ts'
import type { Draft } from './model/draft/draft.ts'
import { mayLog } from './model/draft/draft.ts'
import { restingView } from './frame/resting-view.ts'
import type { Phase } from './model/session.ts'
import { watchUpdate } from './model/watched-update.ts'
import type { ShareDialogElement } from './panels/share/share-dialog.ts'
import type { Shared } from './panels/share/share-link.ts'
import { RillboxStore } from './store-element.ts'
import type { NextScenarioEvent } from './panels/lesson/lesson-panel.ts'
import { looksShared, openFragment, takeFragment } from './panels/share/page-fragment.ts'
import { theme } from './kit/theme.ts'
import { frame as texts } from './strings/english/frame.ts'
import { languageInUse } from './strings/texts.ts'
import { troubleOf } from './model/trouble.ts'

export class RillboxPlayground extends RillboxStore implements PlaygroundElement {
  static override properties: PropertyDeclarations = {
    hide: { type: String },
    panel: { type: String },
    height: { type: String },
    share: { type: String },
    title: { type: String },
    announcement: { state: true },
    isWide: { state: true },
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
  /** Whether there is room for two columns. */
  declare isWide: boolean
  /** The pane that has the whole playground. */
  declare onlyPane: Pane | undefined

  /** Panels that the reader or the page asked for, the latest first. */
  #asked: readonly PanelName[] = []
  /** Panels that have been visible; the others are not rendered yet. */
  readonly #met = new Set<PanelName>()
  #shared: Shared | undefined
  #releaseFragment: (() => void) | undefined
  /** Whether the reader chose to open the playground without the link in the page's address. */
  #ignoresFragment = false
  #startedByHand = false
  /** Not every keystroke in the query arranges the panels anew. */
  readonly #logs = computed(() => mayLog(this.session.draft.query))
  #unwatch: (() => void) | undefined
  #frame: Element | undefined
  /** There from the first opening on. */
  #splitters: Splitters | undefined
  /** The styles decide the number of columns; the observer reports it before the first paint. */
  readonly #resizing = new ResizeObserver(() => {
    if (!this.#frame) return
    this.#splitters?.measure()
    this.isWide = getComputedStyle(this.#frame).getPropertyValue('--_wide').trim() === '1'
  })
  readonly #onFragment = (): void => {
    this.#ignoresFragment = false
    if (looksShared(location.hash)) this.reopen()
  }

  constructor() {
    super()
    // The steps stand below the query; if there is no room for both, the query has the controls.
    this.addEventListener('rillbox-step-through', () => {
      this.panel = this.isWide || this.#hidden.has('editor') ? 'steps' : 'editor'
    })
    // After the page's own listeners on the element.
    this.addEventListener('rillbox-next', (event) => queueMicrotask(() => this.#onNext(event)))
    this.addEventListener(PanelRequestEvent.type, (event) => void this.#openPanel((event as PanelRequestEvent).panel))
    this.title = ''
    this.announcement = ''
    this.isWide = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.requestUpdate()
    this.#attendFragment()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#resizing.disconnect()
    this.#unwatch?.()
    this.#frame = undefined
    this.#leaveFragment()
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
    if (changed.has('share')) this.#attendFragment()
  }

  protected override onPhase(phase: Phase): void {
    if (phase.kind === 'open') this.#showShared()
    this.announcement = { asleep: '', opening: texts.starting, open: texts.ready, failed: '' }[phase.kind]
    this.requestUpdate()
    super.onPhase(phase)
  }

  protected override async startingScenario(): Promise<Scenario | undefined> {
    this.#shared = this.#readsFragment ? await openFragment(location.hash) : undefined
    return await (this.#shared?.scenario ?? super.startingScenario())
  }

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return
    this.#unwatch?.()
    this.#unwatch = watchUpdate(this, () => super.performUpdate())
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    this.#observe(this.renderRoot.querySelector('.frame')!)
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
      waitsForClick: this.loading === 'click',
      hasFallback: [...this.children].some(({ localName }) => localName !== 'script'),
      isLinkBroken: this.#readsFragment && looksShared(location.hash),
      prepare: () => void loadEngine().catch(() => undefined),
      start: () => this.#start(),
      ignoreLink: () => {
        this.#ignoresFragment = true
        this.#start()
      },
    })
  }

  #open() {
    const hidden = this.#hidden
    const arrangement = arrange(hidden, this.isWide, this.#asked)
    const { beside, tabs } = arrangement
    this.#prepare()
    // In the order in which they are seen: the tabs stand above what they open, below or beside the query and its result.
    const bar = hasTabs(arrangement) ? this.#tabs(arrangement) : nothing
    const classes = [
      tabs.length === 0 && 'no-tabs',
      beside.length === 1 && `only-${beside[0]}`,
      this.isWide && beside.length === 0 && 'only-tabs',
      this.isWide && this.onlyPane && this.#panes(arrangement).length > 1 && `all-${this.onlyPane}`,
    ]
    return html`
      <div
        class="frame ${classes.filter(Boolean).join(' ')}"
        part="frame"
        role="group"
        lang=${languageInUse()}
        aria-label=${this.#name}
        title=""
        tabindex="-1"
      >
        <div class="top">
          ${hidden.has('header') ? nothing : this.#header(hidden, arrangement)} ${this.#warning()}
          <rillbox-undo .session=${this.session} exportparts="undo"></rillbox-undo>
        </div>
        ${beside.length === 0 ? bar : nothing} ${panelNames.filter(isBeside).map((name) => this.#panel(name, arrangement))}
        ${beside.length === 0 ? nothing : bar} ${panelNames.filter((name) => !isBeside(name)).map((name) => this.#panel(name, arrangement))}
        ${beside.length === 2 ? this.#splitters?.view('columns') : nothing}
        ${beside.length > 0 && tabs.length > 0 ? this.#splitters?.view('rows') : nothing} ${this.#compactResult(arrangement, hidden)}
        <rillbox-print .session=${this.session}></rillbox-print>
      </div>
    `
  }

  /** Takes what only an open playground needs from the code that loads with its panels. */
  #prepare(): void {
    if (!this.panels || this.#splitters) return
    const { Splitters, openStyle, paneChoiceStyle, printStyle, tabStyle } = this.panels
    this.#splitters = new Splitters(this)
    const { elementStyles } = this.constructor as typeof LitElement
    adoptStyles(this.renderRoot as ShadowRoot, [...elementStyles, tabStyle, openStyle, paneChoiceStyle, printStyle])
    this.addEventListener('fullscreenchange', () => this.requestUpdate())
  }

  /** A scenario without a lesson has no panel for it, and neither has a query that does not log, unless the reader or the page asked for it. */
  get #hidden(): ReadonlySet<string> {
    const hidden = new Set(wordsOf(this.hide))
    if (!this.session.scenario?.lesson) hidden.add('lesson')
    if (!this.#logs.value && !this.#asked.includes('log')) hidden.add('log')
    return hidden
  }

  get #name(): string {
    return titleOf(this.title, this.session.scenario?.title, this.src)
  }

  /** What stands side by side. */
  #panes({ beside, tabs }: Arrangement): Pane[] {
    const besides = beside.filter((name): name is 'editor' | 'result' => name === 'editor' || name === 'result')
    return [...besides, ...(besides.length > 0 && tabs.length > 0 ? (['tabs'] as const) : [])]
  }

  #header(hidden: ReadonlySet<string>, arrangement: Arrangement) {
    const canReset = !this.isLent && !hidden.has('reset')
    return html`
      <div class="header" part="header">
        <p class="title" part="title">${this.#name}</p>
        <span class="badge" part="badge">${this.readonly ? texts.readonly : this.isLent ? texts.lentStore : texts.inMemory}</span>
        ${this.panels?.paneChoice({
          there: this.#panes(arrangement),
          only: this.onlyPane,
          choose: (pane) => (this.onlyPane = pane),
        })}
        ${canReset ? html`<button class="quiet" part="button" @click=${this.#resetByHand}>${texts.startOver}</button>` : nothing}
        ${
          this.share === undefined || hidden.has('share')
            ? nothing
            : html`<button class="quiet" part="button" aria-haspopup="dialog" @click=${this.#shareIt}>${texts.share}</button>
                <rillbox-share-dialog .session=${this.session}></rillbox-share-dialog>`
        }
        ${this.panels?.screenButton(this)}
      </div>
    `
  }

  /** Where one panel is open at a time, what a click does to the result is seen below it. */
  #compactResult({ beside, open }: Arrangement, hidden: ReadonlySet<string>) {
    if (beside.length > 0 || open === 'result' || open === undefined || hidden.has('result')) return nothing
    return html`<rillbox-compact-result class="compact" .session=${this.session} exportparts="compact"></rillbox-compact-result>`
  }

  /** A warning about the environment of an open store, until the reader dismisses it. */
  #warning() {
    const { warning } = this.session
    if (!warning) return nothing
    return html`
      <div class="warning" part="warning" role="alert">
        <p><strong>${warning.what}</strong> ${warning.hint}</p>
        <button class="quiet" part="button" aria-label=${texts.dismiss} @click=${this.#dismiss}>✕</button>
      </div>
    `
  }

  #tabs({ tabs, open }: Arrangement) {
    return this.panels?.tabBar({
      label: texts.panelTabs,
      tabs,
      labels: texts.panels,
      open,
      panelOf: (name) => (this.#met.has(name) ? name : undefined),
      choose: (name) => (this.panel = name),
    })
  }

  #panel(name: PanelName, arrangement: Arrangement) {
    const isTab = arrangement.tabs.includes(name)
    const isShown = arrangement.beside.includes(name) || name === arrangement.open
    if (isShown) this.#met.add(name)
    if (!this.#met.has(name) || !(isTab || isShown)) return nothing
    const isLabelled = isTab && hasTabs(arrangement)
    return html`
      <div
        class="panel ${name}"
        part="panel ${name}"
        id=${name}
        role=${isLabelled ? 'tabpanel' : 'group'}
        aria-labelledby=${isLabelled ? (this.panels?.tabId(name) ?? nothing) : nothing}
        aria-label=${isLabelled ? nothing : texts.panels[name]}
        ?hidden=${!isShown}
      >
        ${this.panels?.panelView(name, this.session)}
      </div>
    `
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
    const { open } = arrange(this.#hidden, this.isWide, this.#asked)
    void this.renderRoot.querySelector<ShareDialogElement>('rillbox-share-dialog')?.share(page, open)
  }

  #showShared(): void {
    if (!this.#shared) return
    const { selection, panel } = this.#shared
    if (selection) this.session.select(selection)
    if (panel) this.panel = panel
  }

  get #readsFragment(): boolean {
    return this.#releaseFragment !== undefined && !this.#ignoresFragment
  }

  #attendFragment(): void {
    const wants = this.isConnected && this.share === ''
    if (wants === (this.#releaseFragment !== undefined)) return
    if (!wants) return this.#leaveFragment()
    this.#releaseFragment = takeFragment(this)
    if (!this.#releaseFragment) return
    window.addEventListener('hashchange', this.#onFragment)
    // A reader who follows a link wants to see its content.
    if (looksShared(location.hash)) void this.session.open()
  }

  #leaveFragment(): void {
    this.#releaseFragment?.()
    this.#releaseFragment = undefined
    window.removeEventListener('hashchange', this.#onFragment)
  }

  #observe(frame: Element): void {
    if (frame === this.#frame) return
    this.#resizing.disconnect()
    this.#resizing.observe(frame)
    this.#frame = frame
  }
}

const hasTabs = ({ tabs, beside }: Arrangement): boolean => tabs.length > 1 || (tabs.length > 0 && beside.length > 0)
