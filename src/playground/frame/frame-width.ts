// Knows whether the frame has room for two columns: its styles decide, and the observer reports it before the first paint.

import type { ReactiveController, ReactiveControllerHost } from 'lit'

type Host = ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment }

export class FrameWidth implements ReactiveController {
  readonly #host: Host
  readonly #onResize: () => void
  #frame: Element | undefined
  readonly #observer = new ResizeObserver(() => this.#measure())
  isWide = false

  constructor(host: Host, onResize: () => void) {
    this.#host = host
    this.#onResize = onResize
    host.addController(this)
  }

  /** The frame of an open playground is another element than that of a resting one. */
  hostUpdated(): void {
    const frame = this.#host.renderRoot.querySelector('.frame') ?? undefined
    if (frame === this.#frame) return
    this.#observer.disconnect()
    if (frame) this.#observer.observe(frame)
    this.#frame = frame
  }

  hostDisconnected(): void {
    this.#observer.disconnect()
    this.#frame = undefined
  }

  #measure(): void {
    if (!this.#frame) return
    this.#onResize()
    const isWide = getComputedStyle(this.#frame).getPropertyValue('--_wide').trim() === '1'
    if (isWide === this.isWide) return
    this.isWide = isWide
    this.#host.requestUpdate()
  }
}
