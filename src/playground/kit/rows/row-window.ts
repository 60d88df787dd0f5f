// Lets a long list have elements only for the rows in sight and a few around them, and decides which row a key leads to. All rows have one
// height.

import type { LitElement, ReactiveController } from 'lit'
import { observeSize } from '../observed.ts'

export interface RowWindowOptions {
  /** Height of a row in pixels, until there is one to measure. */
  readonly rowHeight: number
  /** Number of rows. */
  count(): number
  /** Called when the list has another height. */
  onResize?(): void
}

/** Extra rows above and below the visible ones. */
const margin = 8

/** The element renders a box `.list`, which scrolls and can have the focus, and in it a box `.window`, which holds the rows of `range`, with `aria-posinset`. */
export class RowWindow implements ReactiveController {
  readonly #host: LitElement
  readonly #options: RowWindowOptions
  #list: HTMLElement | undefined
  #rowHeight: number
  #scrolled = 0
  #height = 0
  /** Pixels below the last row, in which it can be scrolled into sight where the list's end is cut off. */
  #below = 0
  #endObserving: (() => void) | undefined

  constructor(host: LitElement, options: RowWindowOptions) {
    this.#host = host
    this.#options = options
    this.#rowHeight = options.rowHeight
    host.addController(this)
  }

  /** Rows that have elements: from the first to before the last. */
  get range(): readonly [from: number, to: number] {
    const rowHeight = this.#rowHeight
    const rows = this.#options.count()
    const from = Math.min(Math.max(0, Math.floor(this.#scrolled / rowHeight) - margin), Math.max(0, rows - margin))
    return [from, Math.min(rows, Math.ceil((this.#scrolled + this.#height) / rowHeight) + margin)]
  }

  hostUpdated(): void {
    const list = this.#host.renderRoot.querySelector<HTMLElement>('.list') ?? undefined
    if (list !== this.#list) this.#follow(list)
    this.#stretch()
  }

  hostDisconnected(): void {
    this.#follow(undefined)
  }

  /** Scrolls just far enough to show a row: in a low frame the end of the list is cut off. */
  reveal(row: number): void {
    const list = this.#list
    const rowHeight = this.#rowHeight
    if (!list || this.#height === 0) return
    const { above, below } = seenPart(list)
    this.#below = below
    this.#stretch()
    const top = row * rowHeight
    if (top < list.scrollTop + above) list.scrollTop = top - above
    else if (top + rowHeight > list.scrollTop + this.#height - below) list.scrollTop = top + rowHeight + below - this.#height
    this.#measure()
  }

  /** Rows that are seen at once. */
  get page(): number {
    return Math.max(1, Math.floor(this.#height / this.#rowHeight))
  }

  /** Shows a row, and gives the focus to its button. */
  async focus(row: number): Promise<void> {
    this.reveal(row)
    await this.#host.updateComplete
    this.#list?.querySelector<HTMLElement>(`[aria-posinset="${row + 1}"] button`)?.focus({ preventScroll: true })
  }

  #follow(list: HTMLElement | undefined): void {
    this.#endObserving?.()
    this.#endObserving = undefined
    this.#list?.removeEventListener('scroll', this.#onScroll)
    this.#list = list
    if (!list) return
    this.#endObserving = observeSize(list, () => {
      this.#measure()
      this.#options.onResize?.()
    })
    list.addEventListener('scroll', this.#onScroll, { passive: true })
  }

  /** Not in the markup, where a strict content security policy allows no style. */
  #stretch(): void {
    const { style } = this.#list?.querySelector<HTMLElement>('.window') ?? {}
    style?.setProperty('padding-block-start', `${this.range[0] * this.#rowHeight}px`)
    style?.setProperty('height', `${this.#options.count() * this.#rowHeight + this.#below}px`)
  }

  /** A focused row that loses its element leaves the focus to the list, which then still scrolls by key. */
  #keepFocus(from: number, to: number): void {
    const focused = this.#host.shadowRoot?.activeElement?.closest('.window [aria-posinset]')?.getAttribute('aria-posinset')
    const row = Number(focused ?? from + 1) - 1
    if (row < from || row >= to) this.#list?.focus({ preventScroll: true })
  }

  readonly #onScroll = (): void => this.#measure()

  #measure(): void {
    const { scrollTop = 0, clientHeight = 0 } = this.#list ?? {}
    // Readers may have larger letters.
    const rowHeight = this.#list?.querySelector('.window > *')?.getBoundingClientRect().height || this.#rowHeight
    if (scrollTop === this.#scrolled && clientHeight === this.#height && rowHeight === this.#rowHeight) return
    const [from, to] = this.range
    const hadHeight = this.#rowHeight
    this.#rowHeight = rowHeight
    this.#scrolled = scrollTop
    this.#height = clientHeight
    const [nextFrom, nextTo] = this.range
    if (nextFrom === from && nextTo === to && rowHeight === hadHeight) return
    this.#keepFocus(nextFrom, nextTo)
    this.#host.requestUpdate()
  }
}

/** @param page rows that a page has. @returns undefined for other keys. */
export function rowForKey(key: string, row: number, count: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }
  const step = steps[key]
  return step === undefined || count === 0 ? undefined : Math.min(Math.max(row + step, 0), count - 1)
}

/** @returns pixels of the height that are cut off; goes through shadow roots. Of an element that is cut off whole, nothing is said to be: it has to be scrolled to first. */
function seenPart(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  let [from, to] = [top, bottom]
  for (let node = parentOf(element); node; node = parentOf(node)) {
    if (getComputedStyle(node).overflowY === 'visible') continue
    const frame = node.getBoundingClientRect()
    from = Math.max(from, frame.top)
    to = Math.min(to, frame.bottom)
  }
  return to <= from ? { above: 0, below: 0 } : { above: from - top, below: bottom - to }
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot
  const root = element.getRootNode()
  return element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : null)
}
