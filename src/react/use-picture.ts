// The picture of a store, shown as it changes.

import type { PictureChoice, StorePicture } from '../engine/inspect/inspection.ts'
import type { Store } from '../engine/store.ts'
import { readView } from './read-view.ts'
import { useView } from './use-view.ts'

export interface PictureView {
  /** As `store.inspect` gives it; undefined until it is read. */
  readonly picture: StorePicture | undefined
  /** Why there is no picture, e.g. a `StoreError` because the store is closed. */
  readonly error: unknown
}

const nothing: PictureView = { picture: undefined, error: undefined }

/**
 * The picture of a store, now and after every change: its streams, and its projections with status, progress and fault.
 *
 * @param store undefined until it has started.
 * @param choice what to show in detail, as for `store.inspect`.
 */
export function usePicture(store: Pick<Store, 'inspect' | 'onChange'> | undefined, choice: PictureChoice = {}): PictureView {
  const { projection, partition, states, writersOf = [] } = choice
  return useView(
    () => readView(store, nothing, (read) => pictureNow(read, choice)),
    [store, projection, partition, states, writersOf.join('\n')],
    nothing,
  )
}

const pictureNow = (store: Pick<Store, 'inspect'>, choice: PictureChoice): Promise<PictureView> =>
  store.inspect(choice).then(
    (picture) => ({ picture, error: undefined }),
    (error: unknown) => ({ picture: undefined, error }),
  )
