// <rillbox-share-dialog>: creates and copies a link to the store's content, and offers the scenario and the whole store as files.

import { namedRelease } from '../../../base/release/releases.ts'
import { html, nothing } from 'lit'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import type { PanelName } from '../../frame/arrangement.ts'
import { tabBar, tabId, tabStyle } from '../../frame/tab-bar.ts'
import { inFreshStore } from '../../model/store/fresh-store.ts'
import type { Finding } from './generated-code.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { elementCode, frameCode, isTooLongForTest, playwrightCode, vitestCode } from './generated-code.ts'
import { ConnectedElement } from '../../model/connected-element.ts'
import { longestLink, writeFragment } from './share-link.ts'
import { frame as frameTexts } from '../../strings/english/frame.ts'
import { kit as kitTexts } from '../../strings/english/kit.ts'
import { session as sessionTexts } from '../../strings/english/session.ts'
import { share as texts } from '../../strings/english/share.ts'
import { printCount } from '../../strings/counts.ts'
import { dialogStyle } from '../../kit/style/dialog-style.ts'
import { download } from '../../kit/download.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, typed, withState } from '../../kit/with-state.ts'
import type { Trouble } from '../../model/trouble.ts'
import { troubleOf } from '../../model/trouble.ts'
import { shareStyle } from './share-style.ts'

const ways = ['link', 'embed', 'test'] as const
type Way = (typeof ways)[number]

interface Offer {
  readonly link: string
  readonly scenario: Scenario
  readonly leftOut: readonly string[]
}

export class ShareDialogElement extends withState(ConnectedElement, {
  offer: later<Offer>(),
  way: typed<Way>('link'),
  /** What a test expects; undefined until it is asked for. */
  findings: later<readonly Finding[]>(),
  trouble: later<Trouble>(),
  copied: typed<'not-yet' | 'copied' | 'by-hand'>('not-yet'),
}) {
  static override styles = [theme, dialogStyle, tabStyle, shareStyle]

  /**
   * Creates the link to the current content, and shows it.
   *
   * @param page address of the page that opens the link.
   * @param panel the open panel.
   */
  async share(page: string, panel: PanelName | undefined): Promise<void> {
    this.offer = undefined
    this.findings = undefined
    this.trouble = undefined
    this.copied = 'not-yet'
    await this.updateComplete
    this.#dialog.showModal()
    try {
      this.offer = await this.#makeOffer(page, panel)
      if (this.way === 'test') void this.#findOut()
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }

  protected override render() {
    return html`
      <dialog part="share-dialog" aria-labelledby="heading">
        <h2 id="heading">${texts.heading}</h2>
        ${this.trouble ? html`<p class="danger" role="alert">${this.trouble.what}</p>` : this.#ways()}
        <p class="muted files-hint">${texts.files(html`<code>rillbox import</code>`)}</p>
        <div class="actions">
          <span class="flow">
            <button ?disabled=${!this.offer} @click=${this.#download}>${texts.downloadScenario}</button>
            <button ?disabled=${!this.session?.store} @click=${this.#downloadStore}>${texts.downloadStore}</button>
          </span>
          <button @click=${() => this.#dialog.close()}>${texts.close}</button>
        </div>
      </dialog>
    `
  }

  #ways() {
    return html`
      ${tabBar({
        label: texts.tabList,
        tabs: ways,
        labels: texts.tabs,
        open: this.way,
        panelOf: () => 'way',
        choose: (way) => this.#choose(way),
      })}
      <div role="tabpanel" id="way" aria-labelledby=${tabId(this.way)}>
        ${this.way === 'link' ? this.#link() : this.way === 'embed' ? this.#embed() : this.#test()}
      </div>
    `
  }

  #embed() {
    const { offer } = this
    if (!offer) return html`<p class="muted">${texts.creating}</p>`
    const { scenario, link } = offer
    const name = scenario.title ?? frameTexts.untitled
    return html`
      <h3>${texts.element}</h3>
      <p class="muted">${texts.elementHint(html`<code>dist/element</code>`)}</p>
      ${codeView(texts.elementCode, elementCode(scenario, this.#scenarioFile))}
      <h3>${texts.frame}</h3>
      <p class="muted">${this.#fits ? texts.frameHint : texts.frameTooLarge}</p>
      ${this.#fits ? codeView(texts.frameCode, frameCode(bareLink(link), name)) : nothing}
    `
  }

  #test() {
    const { offer, findings } = this
    if (!offer || !findings) return html`<p class="muted" role="status">${texts.writingTests}</p>`
    const { title = frameTexts.untitled, lesson: _lesson, description: _description, ...content } = offer.scenario
    const file = this.#fileName || 'playground'
    const start = { title, scenario: content, file: isTooLongForTest(content) ? this.#scenarioFile : undefined }
    return html`
      <p class="muted">${texts.testHint} ${start.file === undefined ? nothing : texts.testFile(html`<code>${start.file}</code>`)}</p>
      <h3>${texts.vitest}</h3>
      ${codeView(texts.vitestCode, vitestCode(start, findings), `${file}.test.ts`)}
      <h3>${texts.playwright}</h3>
      ${codeView(texts.playwrightCode, playwrightCode(start, findings), `${file}.spec.ts`)}
    `
  }

  #choose(way: Way): void {
    this.way = way
    if (way === 'test' && !this.findings) void this.#findOut()
  }

  /** Runs the scenario in a store of its own. */
  async #findOut(): Promise<void> {
    const { offer } = this
    if (!offer) return
    try {
      const { findingsIn } = await import('./read-findings.ts')
      const findings = await inFreshStore(undefined, (store) => findingsIn(store, offer.scenario))
      if (offer === this.offer) this.findings = findings
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }

  #link() {
    const { offer } = this
    const leftOut = offer?.leftOut.length ? html`<p>${texts.leftOut(visibleLine(offer.leftOut.join(', ')))}</p>` : nothing
    if (offer && !this.#fits)
      return html`
        <p role="status">${texts.tooLarge(printCount(offer.link.length), printCount(longestLink))}</p>
        ${leftOut}
      `
    return html`
      <p>${texts.content}</p>
      ${leftOut}
      <div class="link">
        <input aria-label=${texts.link} readonly .value=${offer?.link ?? ''} @focus=${select} />
        <button class="primary" ?disabled=${!offer} @click=${this.#copy}>${texts.copy}</button>
      </div>
      <p class="state muted" role="status">${this.#state()}</p>
    `
  }

  #state(): string {
    if (!this.offer) return texts.creating
    if (this.copied === 'copied') return texts.copied(printCount(this.offer.link.length))
    return this.copied === 'by-hand' ? texts.copyByHand : ''
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!
  }

  get #fits(): boolean {
    return !this.offer || this.offer.link.length <= longestLink
  }

  async #makeOffer(page: string, panel: PanelName | undefined): Promise<Offer> {
    const { session } = this
    if (!session?.store) throw new Error(sessionTexts.notOpen)
    const { scenarioOfSnapshot } = await import('../../../engine/snapshot/to-scenario.ts')
    const { scenario: content, leftOut } = scenarioOfSnapshot(await session.store.snapshot())
    const { title, description, lesson } = session.scenario ?? {}
    const release = namedRelease(session.store.release)
    const about = { ...(release && { release }), ...(title && { title }), ...(description && { description }), ...(lesson && { lesson }) }
    const scenario = { ...content, ...about }
    const { draft, selection } = session
    const fragment = await writeFragment({ scenario, draft, selection, ...(panel && { panel }) })
    return { link: page.replace(/#.*$/s, '') + fragment, scenario, leftOut }
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.offer!.link)
      this.copied = 'copied'
    } catch {
      // Denied, or missing without HTTPS.
      this.copied = 'by-hand'
    }
  }

  #download(): void {
    download(this.#scenarioFile, new Blob([JSON.stringify(this.offer!.scenario, null, 2)], { type: 'application/json' }))
  }

  async #downloadStore(): Promise<void> {
    try {
      const { snapshotLines } = await import('../../../engine/snapshot/lines.ts')
      const lines = snapshotLines(await this.session!.store!.snapshot())
      const parts = Array.from(lines, (line) => `${line}\n`)
      download(`${this.#fileName || 'store'}.ndjson`, new Blob(parts, { type: 'application/x-ndjson' }))
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }

  get #scenarioFile(): string {
    return `${this.#fileName || 'scenario'}.json`
  }

  get #fileName(): string | undefined {
    return this.session?.scenario?.title
      ?.toLowerCase()
      .replaceAll(/[^\p{L}\d]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
  }
}

/** The page shows nothing but its playground then, if it knows how to. */
function bareLink(link: string): string {
  const address = new URL(link)
  address.searchParams.set('embed', '')
  return address.href.replace(/([?&]embed)=(?=[&#]|$)/, '$1')
}

const codeView = (what: string, code: string, file?: string) => html`
  <pre class="box" tabindex="0" aria-label=${what}>${code}</pre>
  <div class="beside flow">
    <rillbox-copy .text=${code} .what=${what}></rillbox-copy>
    ${
      file
        ? html`<button
            type="button"
            class="small"
            aria-label=${kitTexts.copyThing(texts.download, what)}
            @click=${() => download(file, code)}
          >
            ${texts.download}
          </button>`
        : nothing
    }
  </div>
`

const select = ({ target }: Event): void => (target as HTMLInputElement).select()
