// Reads the query of a projection of the application as a draft for the editor and the stepper.

import type { Store } from '../engine/store.ts'
import { draftOf } from '../playground/model/draft/projection-draft.ts'
import type { Draft } from '../playground/model/draft/draft.ts'

/** @param projection undefined for the first of the application's own. @returns undefined if there is none. */
export async function readDraft(store: Store, projection?: string): Promise<Draft | undefined> {
  const { shown } = await store.inspect({ projection })
  return shown && draftOf(shown)
}
