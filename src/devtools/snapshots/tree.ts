// Orders snapshots as a tree: each stands below the one from which the store went on to it.

import type { KeptSnapshot } from './shelf.ts'

export interface PlacedSnapshot {
  readonly kept: KeptSnapshot
  /** How many it stands below. */
  readonly depth: number
}

/** @param kept the newest first. @returns parents before their children; one whose parent was deleted begins a tree of its own. */
export function treeOf(kept: readonly KeptSnapshot[]): readonly PlacedSnapshot[] {
  const known = new Set(kept.map(({ id }) => id))
  const below = (parent: number | undefined, depth: number): readonly PlacedSnapshot[] =>
    kept
      .filter((each) => (each.parent !== undefined && known.has(each.parent) ? each.parent : undefined) === parent)
      .flatMap((each) => [{ kept: each, depth }, ...below(each.id, depth + 1)])
  return below(undefined, 0)
}
