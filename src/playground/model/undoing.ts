// The last deed of a reader, as long as it can be taken back.

import { signal } from '@preact/signals-core'
import type { UndoOffer } from './undo.ts'

export class Undoing {
  readonly #offer = signal<UndoOffer | undefined>(undefined)
  #changesSince: (() => number) | undefined

  /** The deed that can be taken back. */
  get offered(): UndoOffer | undefined {
    return this.#offer.value
  }

  /** How many later changes `takeBack` would lose. */
  get lost(): number {
    return this.#changesSince?.() ?? 0
  }

  /** Offers to take back a deed; undefined withdraws the offer. */
  offer(offer: UndoOffer | undefined): void {
    if (offer === this.#offer.peek()) return
    this.#changesSince = offer?.countLater?.()
    this.#offer.value = offer
  }

  async takeBack(): Promise<void> {
    const offer = this.#offer.peek()
    this.offer(undefined)
    await offer?.undo()
  }
}
