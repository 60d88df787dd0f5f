// A view of what can be read from a store at any moment, read anew after every change of the store.

import type { Store } from '../engine/store.ts'
import type { View } from './view.ts'
import { createView } from './view.ts'

/** What was read, or why it could not be. */
interface Reading {
  readonly error: unknown
}

/**
 * @param store undefined until it has started.
 * @param read must not reject.
 */
export function readView<Source extends Pick<Store, 'onChange'>, Read extends Reading>(
  store: Source | undefined,
  empty: Read,
  read: (store: Source) => Promise<Read>,
): View<Read> {
  return createView<Read, Read>({
    empty,
    join: (before, news) => (isSame(before, news.at(-1)!) ? before : news.at(-1)!),
    follow: async (tell, signal) => {
      if (!store) return
      let change = Promise.withResolvers<void>()
      const wake = (): void => change.resolve()
      const stop = store.onChange(wake)
      signal.addEventListener('abort', wake)
      while (!signal.aborted) {
        tell(await read(store))
        await change.promise
        change = Promise.withResolvers<void>()
      }
      stop()
    },
  })
}

/** Hints come for every change of the store, of which many leave what is read as it is. */
const isSame = ({ error: one, ...before }: Reading, { error: other, ...after }: Reading): boolean =>
  String(one) === String(other) && JSON.stringify(before) === JSON.stringify(after)
