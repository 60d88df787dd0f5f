// Connects a view to a component: the same view as long as its inputs are the same.

import { useMemo, useSyncExternalStore } from 'react'
import type { View } from './view.ts'

/**
 * @param open makes the view from the inputs, which are compared as those of an effect.
 * @param empty the view on a server, and until there is a store.
 */
export function useView<Snapshot>(open: () => View<Snapshot>, inputs: readonly unknown[], empty: Snapshot): Snapshot {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the caller names the inputs of its function
  const view = useMemo(open, inputs)
  return useSyncExternalStore(view.subscribe, view.snapshot, () => empty)
}
