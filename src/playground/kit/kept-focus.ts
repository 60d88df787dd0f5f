// Keeps the focus near its place where a rendering takes the focused control away: from the top of the page, keyboards would have a long way back.

import type { ReactiveController, ReactiveControllerHost } from 'lit'

type Host = ReactiveControllerHost & HTMLElement

const controls = 'button, input, select, textarea, summary, [tabindex]'

export class KeptFocus implements ReactiveController {
  readonly #host: Host
  #focused: Element | null = null
  /** Where the focus goes instead, the best place first. */
  #others: readonly HTMLElement[] = []

  constructor(host: Host) {
    this.#host = host
  }

  hostUpdate(): void {
    const focused = this.#host.shadowRoot?.activeElement ?? null
    this.#focused = focused
    if (!focused) return
    const all = [...this.#host.shadowRoot!.querySelectorAll<HTMLElement>(controls)].filter((each) => !focused.contains(each))
    const after = all.filter((each) => focused.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING)
    const before = all.filter((each) => !after.includes(each)).toReversed()
    // A form gives the focus back to what opened it; the place of a removed item is the next one's.
    this.#others = focused.shadowRoot ? [...before, ...after] : [...after, ...before]
  }

  hostUpdated(): void {
    const { shadowRoot } = this.#host
    const isElsewhere = shadowRoot?.activeElement && shadowRoot.activeElement !== this.#focused
    if (!this.#focused || isUsable(this.#focused) || isElsewhere) return
    const root = this.#host.getRootNode()
    const playground = 'host' in root ? (root as ShadowRoot).querySelector<HTMLElement>('.frame') : undefined
    const next = this.#others.find(isUsable) ?? playground
    next?.focus({ preventScroll: true })
  }
}

const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled') && element.checkVisibility()
