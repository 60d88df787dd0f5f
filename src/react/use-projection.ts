// The state of a projection, shown as it changes.

import type { Store } from '../engine/store.ts'
import { readView } from './read-view.ts'
import { useView } from './use-view.ts'

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
 * It asks for the state alone: a picture would list every stream and partition for it, tell no reason where there is no state, and show
 * another projection, or the first partition, in the place of one that is missing.
 *
 * @param store undefined until it has started.
 */
export function useProjection<State = unknown>(
  store: Pick<Store, 'state' | 'onChange'> | undefined,
  projection: string,
  partition?: string,
): ProjectionView<State> {
  return useView(
    () => readView<NonNullable<typeof store>, ProjectionView<State>>(store, nothing, (read) => viewNow(read, projection, partition)),
    [store, projection, partition],
    nothing,
  )
}

const viewNow = <State>(store: Pick<Store, 'state'>, projection: string, partition?: string): Promise<ProjectionView<State>> =>
  store.state<State>(projection, partition).then(
    (state) => ({ state, error: undefined }),
    (error: unknown) => ({ state: undefined, error }),
  )
