// Tries a change of a projection on a copy of the store.

import type { DryRun, ProjectionChange } from '../../../engine/observe/dry-run.ts'
import type { Store } from '../../../engine/store.ts'
import { unlessClosed } from '../store/unless-closed.ts'
import { troubleOf } from '../trouble.ts'

/** What a change of a projection would do to streams. */
export type TriedChange =
  { readonly kind: 'trying' } | { readonly kind: 'tried'; readonly dryRun: DryRun } | { readonly kind: 'refused'; readonly why: string }

/** Never rejects. @returns undefined where the store closes meanwhile. */
export async function tryOn(store: Store, projection: string, change: ProjectionChange): Promise<TriedChange | undefined> {
  try {
    const dryRun = await unlessClosed(store.dryRun(projection, change))
    return dryRun && { kind: 'tried', dryRun }
  } catch (error) {
    return { kind: 'refused', why: troubleOf(error).what }
  }
}
