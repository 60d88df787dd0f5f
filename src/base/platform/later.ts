// Loads a part of the library with its first use, and tells the remedy where that fails.

import { StoreError } from '../errors.ts'

/**
 * @param load imports the part.
 * @returns a function that loads the part once; after a failure the next call tries again. It throws StoreError `part-missing`.
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
  new StoreError('part-missing', 'A part of rillbox that loads with its first use could not be loaded.', {
    hint: "It lies among the scripts of the application's build: reload the page where a newer build has taken their place, and let pages that work offline keep all of them.",
    cause,
  })
