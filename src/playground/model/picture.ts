// The picture of the store that all panels show: read once for all of them.

import { signal } from '@preact/signals-core'
import type { PictureChoice, StorePicture } from '../../engine/inspect/inspection.ts'
import type { Store } from '../../engine/store.ts'
import { singleFlight } from './timing/single-flight.ts'
import { unlessClosed } from './store/unless-closed.ts'

export class Picture {
  readonly #current = signal<StorePicture | undefined>(undefined)
  readonly #look: () => { readonly store: Store | undefined; readonly choice: PictureChoice }

  /** @param look gives the store to read, and what of it to read in detail. */
  constructor(look: () => { readonly store: Store | undefined; readonly choice: PictureChoice }) {
    this.#look = look
  }

  /** Undefined until it is read. */
  get current(): StorePicture | undefined {
    return this.#current.value
  }

  /** Resolves with a picture that is no older than the call. Never rejects. */
  readonly read = singleFlight(async () => {
    const { store, choice } = this.#look()
    const read = store && (await unlessClosed(store.inspect(choice)))
    // The store may have been closed or exchanged meanwhile.
    if (this.#look().store === store) this.#current.value = read
  })
}
