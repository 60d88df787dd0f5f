// Knows whether an element is shown or hidden, as in a tab that is not open: hidden panels run nothing.

import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { observeShown } from './observed.ts'

export class Visibility implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element
  readonly #onChange: () => void
  #end: (() => void) | undefined
  isVisible = false

  constructor(host: ReactiveControllerHost & Element, onChange: () => void) {
    this.#host = host
    this.#onChange = onChange
    host.addController(this)
  }

  hostConnected(): void {
    this.#end = observeShown(this.#host, (isVisible) => this.#set(isVisible))
  }

  hostDisconnected(): void {
    this.#end?.()
    this.#set(false)
  }

  #set(isVisible: boolean): void {
    if (isVisible === this.isVisible) return
    this.isVisible = isVisible
    this.#onChange()
  }
}
