// Tells that requests came or were answered, gathered for a moment: what shows the log then looks again.

import { signal } from '@preact/signals-core'
import { Pause } from '../../kit/pause.ts'

/** Milliseconds for which requests are gathered. */
const gathering = 50

export class Traffic {
  readonly #count = signal(0)
  readonly #pause = new Pause()

  readonly note = (): void => {
    if (!this.#pause.isUnderWay) this.#pause.begin(gathering, () => this.#count.value++)
  }

  /** Whoever reads it, as a signal, hears of the next traffic. */
  get count(): number {
    return this.#count.value
  }
}
