// The last deed of a reader, as long as it can be taken back.

import { signal } from '@preact/signals-core'
import type { Store } from '../../engine/store.ts'
import type { Draft } from './draft/draft.ts'
import type { DoneDeed, UndoOffer } from './undo.ts'

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

/** What a deed changes beside the store. */
interface Undone<Selection> {
  readonly draft: Draft
  readonly selection: Selection
  edit(change: Partial<Draft>): void
  select(selection: Selection): void
}

/**
 * Remembers everything as it is, before a deed that cannot be taken back otherwise.
 *
 * @param store of the playground itself: others may write to one that the page owns, and it may be large.
 */
export async function prepareUndo<Selection>(session: Undone<Selection>, store: Store, deed: DoneDeed): Promise<UndoOffer> {
  const { draft, selection } = session
  const { offerToRestore } = await import('./undo.ts')
  const offer = await offerToRestore(store, deed)
  const undo = async (): Promise<void> => {
    await offer.undo()
    session.edit(draft)
    session.select(selection)
  }
  return { ...offer, undo }
}
