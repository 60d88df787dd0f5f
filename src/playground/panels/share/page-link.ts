// Follows the link in the page's address, for the one playground that reads it, until a reader chooses to go on without it.

import { looksShared, openFragment, takeFragment } from './page-fragment.ts'
import type { Shared } from './share-link.ts'

export interface PageLinkOptions {
  /** Called when the playground may read the address, and finds a link there. */
  onFound(): void
  /** Called when another link stands in the address. */
  onChange(): void
}

export class PageLink {
  readonly #element: Element
  readonly #options: PageLinkOptions
  #release: (() => void) | undefined
  #isIgnored = false

  constructor(element: Element, options: PageLinkOptions) {
    this.#element = element
    this.#options = options
  }

  /** @param wants whether the element reads the page's address: the first one that does has it. */
  attend(wants: boolean): void {
    if (wants === (this.#release !== undefined)) return
    if (!wants) return this.#leave()
    this.#release = takeFragment(this.#element)
    if (!this.#release) return
    window.addEventListener('hashchange', this.#onFragment)
    if (looksShared(location.hash)) this.#options.onFound()
  }

  /** Whether there is a link to read. */
  get isThere(): boolean {
    return this.#isRead && looksShared(location.hash)
  }

  /** @throws PlaygroundError if the link cannot be read. */
  async open(): Promise<Shared | undefined> {
    return this.#isRead ? await openFragment(location.hash) : undefined
  }

  /** Opens the playground without this link; the next one counts again. */
  ignore(): void {
    this.#isIgnored = true
  }

  get #isRead(): boolean {
    return this.#release !== undefined && !this.#isIgnored
  }

  #leave(): void {
    this.#release?.()
    this.#release = undefined
    window.removeEventListener('hashchange', this.#onFragment)
  }

  readonly #onFragment = (): void => {
    this.#isIgnored = false
    if (looksShared(location.hash)) this.#options.onChange()
  }
}
