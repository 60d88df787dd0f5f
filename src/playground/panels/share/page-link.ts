// Follows the link in the page's address, for the first playground that reads it, until a reader chooses to go on without it.

import { PlaygroundError } from '../../model/trouble.ts'
import { frame as texts } from '../../strings/english/frame.ts'
import type { Shared } from './share-link.ts'

/** The one that has the page's address. */
let owner: PageLink | undefined

export interface PageLinkOptions {
  /** Called when the playground may read the address, and finds a link there. */
  onFound(): void
  /** Called when another link stands in the address. */
  onChange(): void
}

export class PageLink {
  readonly #options: PageLinkOptions
  #isIgnored = false

  constructor(options: PageLinkOptions) {
    this.#options = options
  }

  /** @param wants whether the element reads the page's address. */
  attend(wants: boolean): void {
    if (wants === (owner === this) || (wants && owner)) return
    owner = wants ? this : undefined
    if (!wants) return window.removeEventListener('hashchange', this.#onFragment)
    window.addEventListener('hashchange', this.#onFragment)
    if (looksShared(location.hash)) this.#options.onFound()
  }

  /** Whether there is a link to read. */
  get isThere(): boolean {
    return owner === this && !this.#isIgnored && looksShared(location.hash)
  }

  /** @throws PlaygroundError if the link cannot be read. */
  async open(): Promise<Shared | undefined> {
    if (!this.isThere) return undefined
    const { readFragment } = await import('./share-link.ts')
    const link = await readFragment(location.hash)
    if (link.kind === 'shared') return link.shared
    if (link.kind === 'newer') throw new PlaygroundError(texts.newerLink(link.version), texts.newerLinkHint)
    throw new PlaygroundError(texts.brokenLink(link.reason), texts.brokenLinkHint)
  }

  /** Opens the playground without this link; the next one counts again. */
  ignore(): void {
    this.#isIgnored = true
  }

  readonly #onFragment = (): void => {
    this.#isIgnored = false
    if (looksShared(location.hash)) this.#options.onChange()
  }
}

/** Whether a fragment is a share link of any version, not an anchor in the page. */
const looksShared = (fragment: string): boolean => /^#\d+\./.test(fragment)
