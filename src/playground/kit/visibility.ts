// Knows whether an element is shown or hidden, as in a tab that is not open: hidden panels run nothing.

import type { ReactiveController, ReactiveControllerHost } from 'lit'

export class Visibility implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element
  readonly #onChange: () => void
  readonly #observer = new ResizeObserver(([entry]) => this.#set(entry!.contentRect.width > 0))
  #isVisible = false

  constructor(host: ReactiveControllerHost & Element, onChange: () => void) {
    this.#host = host
    this.#onChange = onChange
    host.addController(this)
  }

  get isVisible(): boolean {
    return this.#isVisible
  }

  hostConnected(): void {
    this.#observer.observe(this.#host)
  }

  hostDisconnected(): void {
    this.#observer.disconnect()
    this.#set(false)
  }

  #set(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return
    this.#isVisible = isVisible
    this.#onChange()
  }
}
