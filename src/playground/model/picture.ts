// The picture of the store that all panels show: read once for all of them.

import { signal } from '@preact/signals-core'
import { isStoreError } from '../../base/errors.ts'
import type { PictureChoice, StorePicture } from '../../engine/inspect/inspection.ts'
import type { Store } from '../../engine/store.ts'
import { singleFlight } from './timing/single-flight.ts'
import type { Trouble } from './trouble.ts'
import { troubleOf } from './trouble.ts'

/**
 * @param look gives the store to read, and what of it to read in detail.
 * @param warn gets the reason where the store cannot be read; the last picture stays.
 */
export function readPicture(
  look: () => { readonly store: Store | undefined; readonly choice: PictureChoice },
  warn: (warning: Trouble) => void,
) {
  /** Undefined until it is read. */
  const current = signal<StorePicture | undefined>(undefined)
  /** Resolves with a picture that is no older than the call. Never rejects. */
  const read = singleFlight(async () => {
    const { store, choice } = look()
    let picture: StorePicture | undefined
    try {
      picture = await store?.inspect(choice)
    } catch (error) {
      if (!isStoreError(error, 'storage-closed')) return warn(troubleOf(error))
    }
    // The store may have been closed or exchanged meanwhile.
    if (look().store === store) current.value = picture
  })
  return { current, read }
}
