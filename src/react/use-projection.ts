// The state of a projection, shown as it changes.

import type { Store } from '../engine/store.ts'
import { useView } from './use-view.ts'
import type { View } from './view.ts'
import { createView } from './view.ts'

export interface ProjectionView<State> {
  /** As `store.state` gives it; undefined if there is none yet. */
  readonly state: State | undefined
  /** Why there is no state, e.g. a `RefusedRequest` because there is no such projection, or it is faulted. */
  readonly error: unknown
}

const nothing: ProjectionView<never> = { state: undefined, error: undefined }

/**
 * The state of a projection, or of one of its partitions, now and after every change.
 *
 * @param store undefined until it has started.
 */
export function useProjection<State = unknown>(
  store: Pick<Store, 'state' | 'onChange'> | undefined,
  projection: string,
  partition?: string,
): ProjectionView<State> {
  return useView(() => viewOf<State>(store, projection, partition), [store, projection, partition], nothing)
}

function viewOf<State>(
  store: Pick<Store, 'state' | 'onChange'> | undefined,
  projection: string,
  partition: string | undefined,
): View<ProjectionView<State>> {
  return createView<ProjectionView<State>, ProjectionView<State>>({
    empty: nothing,
    join: (before, news) => (isSame(before, news.at(-1)!) ? before : news.at(-1)!),
    follow: async (tell, signal) => {
      if (!store) return
      let change = Promise.withResolvers<void>()
      const wake = (): void => change.resolve()
      const stop = store.onChange(wake)
      signal.addEventListener('abort', wake)
      while (!signal.aborted) {
        tell(await viewNow<State>(store, projection, partition))
        await change.promise
        change = Promise.withResolvers<void>()
      }
      stop()
    },
  })
}

const viewNow = <State>(store: Pick<Store, 'state'>, projection: string, partition?: string): Promise<ProjectionView<State>> =>
  store.state<State>(projection, partition).then(
    (state) => ({ state, error: undefined }),
    (error: unknown) => ({ state: undefined, error }),
  )

/** Hints come for every change of the store, of which most leave a state as it is. */
const isSame = (one: ProjectionView<unknown>, other: ProjectionView<unknown>): boolean =>
  JSON.stringify(one.state) === JSON.stringify(other.state) && String(one.error) === String(other.error)
