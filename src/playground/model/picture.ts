// The picture of the store that all panels show: read once for all of them.

import { signal } from '@preact/signals-core'
import { isStoreError } from '../../base/errors.ts'
import type { PictureChoice, StorePicture } from '../../engine/inspect/inspection.ts'
import type { Store } from '../../engine/store.ts'
import { singleFlight } from './timing/single-flight.ts'
import type { Trouble } from './trouble.ts'
import { troubleOf } from './trouble.ts'

interface Warned {
  warn(warning: Trouble): void
}

export class Picture {
  readonly #current = signal<StorePicture | undefined>(undefined)
  readonly #look: () => { readonly store: Store | undefined; readonly choice: PictureChoice }
  readonly #warned: Warned

  /**
   * @param look gives the store to read, and what of it to read in detail.
   * @param warned gets the reason where the store cannot be read; the last picture stays.
   */
  constructor(look: () => { readonly store: Store | undefined; readonly choice: PictureChoice }, warned: Warned) {
    this.#look = look
    this.#warned = warned
  }

  /** Undefined until it is read. */
  get current(): StorePicture | undefined {
    return this.#current.value
  }

  /** Resolves with a picture that is no older than the call. Never rejects. */
  readonly read = singleFlight(async () => {
    const { store, choice } = this.#look()
    let read: StorePicture | undefined
    try {
      read = await store?.inspect(choice)
    } catch (error) {
      if (!isStoreError(error, 'storage-closed')) return this.#warned.warn(troubleOf(error))
    }
    // The store may have been closed or exchanged meanwhile.
    if (this.#look().store === store) this.#current.value = read
  })
}
