// <rillbox-share-dialog>: creates and copies a link to the store's content, and offers the scenario and the whole store as files.

import { css, html, nothing } from 'lit'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { PanelName } from '../frame/arrangement.ts'
import { ConnectedElement } from '../session/connected-element.ts'
import { longestLink, writeFragment } from './share-link.ts'
import { theme } from '../ui-kit/theme.ts'
import type { Trouble } from '../session/trouble.ts'
import { troubleOf } from '../session/trouble.ts'

interface Offer {
  readonly link: string
  readonly scenario: Scenario
  readonly leftOut: readonly string[]
}

export class ShareDialogElement extends ConnectedElement {
  static override properties = {
    ...ConnectedElement.properties,
    offer: { state: true },
    trouble: { state: true },
    copied: { state: true },
  }
  static override styles = [
    theme,
    css`
      :host {
        display: contents;
      }
      dialog {
        inline-size: min(32rem, calc(100vw - 2rem));
        padding: 1.25rem;
        border: 1px solid var(--_border);
        border-radius: calc(2 * var(--_radius));
        background: var(--_background);
        color: var(--_text);
        box-shadow: 0 1rem 3rem rgb(0 0 0 / 0.3);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.35);
      }
      h2 {
        margin: 0 0 0.5rem;
        font-size: 1.05rem;
      }
      p {
        margin: 0 0 0.75rem;
      }
      .link {
        display: flex;
        gap: 0.5rem;
      }
      input {
        flex: 1;
        min-inline-size: 0;
        font-family: var(--_code-font);
        font-size: 0.8125rem;
      }
      .actions {
        display: flex;
        justify-content: space-between;
        gap: 0.5rem;
        margin-block-start: 1rem;
      }
      .files {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      .state {
        min-block-size: 1.45em;
        margin: 0.4rem 0 0;
      }
    `,
  ]

  declare offer: Offer | undefined
  declare trouble: Trouble | undefined
  declare copied: 'not-yet' | 'copied' | 'by-hand'

  constructor() {
    super()
    this.copied = 'not-yet'
  }

  /**
   * Creates the link to the current content, copies it if the browser allows, and shows it.
   *
   * @param page address of the page that opens the link.
   * @param panel the open panel.
   */
  async share(page: string, panel: PanelName | undefined): Promise<void> {
    this.offer = undefined
    this.trouble = undefined
    this.copied = 'not-yet'
    await this.updateComplete
    this.#dialog.showModal()
    try {
      this.offer = await this.#makeOffer(page, panel)
      if (this.#fits) await this.#copy()
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }

  protected override render() {
    return html`
      <dialog part="share-dialog" aria-labelledby="heading">
        <h2 id="heading">Share</h2>
        ${this.trouble ? html`<p class="danger" role="alert">${this.trouble.what}</p>` : this.#link()}
        <p class="muted">
          The scenario has the same content as the link. The store has everything, including users. <code>rillbox import</code> reads both.
        </p>
        <div class="actions">
          <span class="files">
            <button ?disabled=${!this.offer} @click=${this.#download}>Download scenario</button>
            <button ?disabled=${!this.session?.store} @click=${this.#downloadStore}>Download store</button>
          </span>
          <button @click=${() => this.#dialog.close()}>Close</button>
        </div>
      </dialog>
    `
  }

  #link() {
    const { offer } = this
    const leftOut = offer?.leftOut.length
      ? html`<p>Not included: ${offer.leftOut.join(', ')}. A scenario cannot represent their content.</p>`
      : nothing
    if (offer && !this.#fits)
      return html`
        <p role="status">
          This is too large for a link: it would have ${offer.link.length.toLocaleString('en')} characters, and beyond
          ${longestLink.toLocaleString('en')} many programs cut it off. Download the scenario instead: it opens wherever a playground loads
          it.
        </p>
        ${leftOut}
      `
    return html`
      <p>The link contains the events, projections and query as they are now. It contains no users or passwords.</p>
      ${leftOut}
      <div class="link">
        <input aria-label="Link" readonly .value=${offer?.link ?? ''} @focus=${select} />
        <button class="primary" ?disabled=${!offer} @click=${this.#copy}>Copy</button>
      </div>
      <p class="state muted" role="status">${this.#state()}</p>
    `
  }

  #state(): string {
    if (!this.offer) return 'Creating the link …'
    if (this.copied === 'copied') return `Copied. ${this.offer.link.length.toLocaleString('en')} characters.`
    return this.copied === 'by-hand' ? 'The browser does not allow copying here: select the link and copy it.' : ''
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!
  }

  get #fits(): boolean {
    return !this.offer || this.offer.link.length <= longestLink
  }

  async #makeOffer(page: string, panel: PanelName | undefined): Promise<Offer> {
    const { session } = this
    if (!session?.store) throw new Error('The store is not open.')
    const { scenarioOfSnapshot } = await import('../../engine/snapshot/to-scenario.ts')
    const { scenario: content, leftOut } = scenarioOfSnapshot(await session.store.snapshot())
    const { title, description, lesson } = session.scenario ?? {}
    const scenario = { ...content, ...(title && { title }), ...(description && { description }), ...(lesson && { lesson }) }
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
    save(`${this.#fileName || 'scenario'}.json`, new Blob([JSON.stringify(this.offer!.scenario, null, 2)], { type: 'application/json' }))
  }

  async #downloadStore(): Promise<void> {
    try {
      const { snapshotLines } = await import('../../engine/snapshot/lines.ts')
      const lines = snapshotLines(await this.session!.store!.snapshot())
      const parts = Array.from(lines, (line) => `${line}\n`)
      save(`${this.#fileName || 'store'}.ndjson`, new Blob(parts, { type: 'application/x-ndjson' }))
    } catch (error) {
      this.trouble = troubleOf(error)
    }
  }

  get #fileName(): string | undefined {
    return this.session?.scenario?.title
      ?.toLowerCase()
      .replaceAll(/[^\p{L}\d]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
  }
}

function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

const select = ({ target }: Event): void => (target as HTMLInputElement).select()
