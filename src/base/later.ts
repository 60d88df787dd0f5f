// Loads a part of the library when it is needed for the first time, and says what to do where it cannot be loaded.

import { StoreError } from './errors.ts'

/**
 * @param load imports the part.
 * @returns a function that gives it, loaded once; a part that could not be loaded is asked for again with the next call.
 * @throws StoreError `part-missing`, out of what it returns.
 */
/* @__NO_SIDE_EFFECTS__ */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw partMissing(cause)
    })
    return loading
  }
}

const partMissing = (cause: unknown): StoreError =>
  new StoreError('part-missing', 'A part of rillbox, which is loaded when it is needed, could not be loaded.', {
    hint: "It lies among the scripts of the application's build: reload the page where a newer build has taken their place, and let pages that work offline keep all of them.",
    cause,
  })
