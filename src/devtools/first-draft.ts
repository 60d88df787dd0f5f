// Reads the query of a projection of the application as a draft for the editor and the stepper.

import type { Store } from '../engine/store.ts'
import { draftOf } from '../playground/panels/result/projection-draft.ts'
import { readProjections } from '../playground/panels/result/read-projections.ts'
import type { Draft } from '../playground/model/draft.ts'

/** @param projection undefined for the first of the application's own. @returns undefined if there is none. */
export async function readDraft(store: Store, projection?: string): Promise<Draft | undefined> {
  const reading = await readProjections(store, { projection })
  return reading?.shown && draftOf(reading.shown)
}
